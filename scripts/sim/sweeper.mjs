/** Sweeps the events it is given and tells what failed. */
const { sweepEvent } = await import(process.argv[2]);

process.on("message", async ({ story, at, options, part, parts }) => {
  process.send(await sweepEvent(story, at, options, part, parts));
});
