//! Instants for a person: `2 min ago`, a date in UTC.

use crate::model::Timestamp;

const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;
/// Days of 400 years: after them the calendar repeats.
const DAYS_OF_A_CYCLE: u64 = 146_097;

/// How long ago `then` was; its date in UTC when that is a day or more, or when a clock was set back since.
pub fn ago(now: Timestamp, then: Timestamp) -> String {
    match now.0.checked_sub(then.0) {
        // Two tabs' clocks may differ by a little.
        None if then.0 - now.0 < MINUTE => "just now".to_owned(),
        None => date(then),
        Some(age) if age < 5 * SECOND => "just now".to_owned(),
        Some(age) if age < MINUTE => format!("{} s ago", age / SECOND),
        Some(age) if age < HOUR => format!("{} min ago", age / MINUTE),
        Some(age) if age < DAY => format!("{} h ago", age / HOUR),
        Some(_) => date(then),
    }
}

/// `2026-03-01`
pub fn date(at: Timestamp) -> String {
    let (year, month, day) = civil(at.0 / DAY);
    format!("{year:04}-{month:02}-{day:02}")
}

/// `2026-03-01T14:05:09Z`
pub fn iso(at: Timestamp) -> String {
    let of_day = at.0 % DAY;
    let (hours, minutes, seconds) = (of_day / HOUR, of_day % HOUR / MINUTE, of_day % MINUTE / SECOND);
    format!("{}T{hours:02}:{minutes:02}:{seconds:02}Z", date(at))
}

/// Year, month and day of a day that is counted from 1970-01-01.
fn civil(days: u64) -> (u64, u64, u64) {
    let mut year = 1970 + 400 * (days / DAYS_OF_A_CYCLE);
    let mut left = days % DAYS_OF_A_CYCLE;
    while left >= days_of_year(year) {
        left -= days_of_year(year);
        year += 1;
    }
    let february = days_of_year(year) - 337;
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    (year, month, left + 1)
}

fn days_of_year(year: u64) -> u64 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    if leap { 366 } else { 365 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, shown) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_799, "2000-02-29T23:59:59Z"),
            (1_709_164_800, "2024-02-29T00:00:00Z"),
            (1_767_225_599, "2025-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(iso(Timestamp(seconds * 1000)), shown);
        }
        // The last instant there is does not stop the program.
        assert!(iso(Timestamp(u64::MAX)).ends_with("Z"));
    }

    #[test]
    fn recent_instants_are_told_by_their_age() {
        let now = Timestamp(1_767_225_600_000);
        for (age, shown) in [
            (0, "just now"),
            (4_999, "just now"),
            (59_999, "59 s ago"),
            (119_999, "1 min ago"),
            (3_599_999, "59 min ago"),
            (86_399_999, "23 h ago"),
            (86_400_000, "2025-12-31"),
        ] {
            assert_eq!(ago(now, Timestamp(now.0 - age)), shown);
        }
        assert_eq!(ago(now, Timestamp(now.0 + 59_999)), "just now");
        assert_eq!(ago(now, Timestamp(now.0 + 60_000)), "2026-01-01");
    }
}
