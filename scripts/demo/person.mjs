/** The person's part. Played by the demo, which then says so; or waited for, with `--by-hand`. */
import { watch } from "node:fs";

/** Milliseconds between looks without an event: not every file system tells of every change. */
const PERIOD = 1000;

/** `vault`: its path, told to whoever is to act in it. */
export function createPerson(page, byHand, vault) {
  return {
    byHand,
    /**
     * `what`: in the imperative. `play` does it. `done` answers what was done, null while nothing was; asked after
     * every change in one of `folders`. Resolves to that answer.
     */
    async does({ what, where, how, play, done, folders }) {
      page.gap();
      if (byHand) {
        page.does("Your turn", `${what} ${how}`, where);
        page.does("", "The demo waits until you have done it; Ctrl+C ends it. The vault:", vault);
        const answer = await waitFor(done, folders);
        page.gap();
        return answer;
      }
      page.does("You", "would do this yourself; the demo plays you:");
      page.does("", what, where);
      page.gap();
      await play();
      const answer = await done();
      if (answer === null) throw new Error(`The demo could not play you: ${what}`);
      return answer;
    },
  };
}

/** Resolves to the first answer that is not null. */
function waitFor(done, folders) {
  return new Promise((resolve, reject) => {
    let over = false;
    const look = () => {
      done().then(
        (answer) => {
          if (answer !== null) end(() => resolve(answer));
        },
        (error) => end(() => reject(error)),
      );
    };
    const watchers = folders.map((folder) => watch(folder, look).on("error", () => undefined)); // The timer still looks.
    const timer = setInterval(look, PERIOD);
    const end = (then) => {
      if (over) return;
      over = true;
      clearInterval(timer);
      for (const watcher of watchers) watcher.close();
      then();
    };
    look();
  });
}
