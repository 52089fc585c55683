/** Plays the seeds it is given and tells what failed. */
const { playSeeds } = await import(process.argv[2]);

const PATIENCE = 600_000;

process.on("message", async ({ from, to, options }) => {
  // A program that waits for itself would wait for ever, and look like a slow one.
  const alarm = setTimeout(() => {
    console.error(`One of the seeds ${String(from)} to ${String(to - 1)} does not end.`);
    process.exit(3);
  }, PATIENCE);
  process.send(await playSeeds(from, to, options));
  clearTimeout(alarm);
});
