// The built-in template: a small web page.

/** Its files. */
export const template: Readonly<Record<string, string>> = {
  "index.html": `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Tea timer</title>
    <link rel="stylesheet" href="style.css" />
    <script type="module" src="timer.js"></script>
  </head>
  <body>
    <h1>Tea timer</h1>
    <output>3:00</output>
    <button>Start</button>
  </body>
</html>
`,
  "style.css": `body {
  font-family: system-ui, sans-serif;
  text-align: center;
}

output {
  font-size: 4rem;
}
`,
  "timer.js": `const output = document.querySelector("output");
let left = 180;

document.querySelector("button").addEventListener("click", () => {
  const tick = setInterval(() => {
    left -= 1;
    output.value = \`\${Math.floor(left / 60)}:\${String(left % 60).padStart(2, "0")}\`;
    if (left === 0) clearInterval(tick);
  }, 1000);
});
`,
  "README.md": "# Tea timer\n\nThree minutes for green tea.\n",
  ".gitignore": "*.log\n",
};
