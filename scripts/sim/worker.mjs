/** Plays the seeds it is given and tells what failed. */
const { playSeeds } = await import(process.argv[2]);

process.on("message", async ({ from, to, options }) => {
  process.send(await playSeeds(from, to, options));
});
