/** Calls functions of the bundle it is given, and answers what came of each. */
const bundle = await import(process.argv[2]);

const PATIENCE = 600_000;

process.on("message", async ({ call, with: given }) => {
  // A program that waits for itself would wait for ever, and look like a slow one.
  const alarm = setTimeout(() => {
    console.error(`This does not end: ${call}(${given.map((each) => JSON.stringify(each)).join(", ")})`);
    process.exit(3);
  }, PATIENCE);
  process.send(await bundle[call](...given));
  clearTimeout(alarm);
});
