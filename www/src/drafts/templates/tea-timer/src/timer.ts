// Counts down by the clock, so that a tab in the background is not late.

export class Timer {
  private end = 0;
  private ticking: number | undefined;

  constructor(private readonly tick: (secondsLeft: number) => void) {}

  get running(): boolean {
    return this.ticking !== undefined;
  }

  start(seconds: number): void {
    this.stop();
    this.end = Date.now() + seconds * 1000;
    this.ticking = window.setInterval(() => this.look(), 100);
    this.look();
  }

  stop(): void {
    window.clearInterval(this.ticking);
    this.ticking = undefined;
  }

  private look(): void {
    const left = Math.max(0, (this.end - Date.now()) / 1000);
    if (left === 0) {
      this.stop();
    }
    this.tick(left);
  }
}

export function clock(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
