/** The moves of Planwright by its own account (`settle --json`), in the words of the story. */

/**
 * By rule, then by kind of move where a rule makes several. `where` names the note when it is not the move's own path.
 */
const WORDS = {
  "become-the-acting-device": { what: "names this computer as the one that acts for the vault" },
  "name-the-step": { what: "gives the step a block id, so that notes can refer to it" },
  "look-at-the-server": {
    what: "starts the mail server and asks it for its tools; no note is touched",
    where: () => null,
  },
  ask: {
    what: "writes a request: who gets what, word for word. Nothing is sent",
    where: ({ request }) => request,
  },
  "log-request": { what: "blocks the plan at this step and logs what it waits for" },
  block: { what: "sets the plan to Blocked and logs why" },
  unblock: { what: "sets the plan to Active again" },
  "look-at-its-server": {
    what: "starts the mail server, to say at once if it cannot be reached",
    where: () => null,
  },
  act: {
    what: "writes a record that begins with “unknown”, has the mail server send the mail, once, then writes the outcome into the record",
    where: ({ record }) => record,
  },
  "write-the-record-again": { what: "completes the record", where: ({ record }) => record },
  "file-away": { what: "puts the request beside the record of how it ended", where: ({ done }) => done },
  "tick-what-happened": { what: "ticks the step, naming the record in the plan’s log" },
  "note-what-a-person-did": { what: "logs what you did to the box" },
  think: { what: "ticks the step: the evidence holds. The plan’s log says what was checked" },
  finish: { what: "finds every step ticked and sets the plan to Done" },
  archive: { what: "moves the plan, with its whole log, to the archive", where: ({ archived }) => archived },
  "ask-about-a-doubt": { what: "asks in the record whether it happened. It does not try again" },
  "settle-a-doubt": { what: "takes your answer into the record" },
  "show-the-day": { what: "notes that it was here today" },
  "draw-the-dashboard": { what: "draws the Dashboard anew" },
};

/** By kind of move: of an agent. */
const THOUGHTS = {
  "ask-model": () => ({
    what: "asks the model. Here the model is a script: its answers come from a file",
    where: () => null,
  }),
  "use-tool": ({ because }) => ({ what: because, where: () => null }),
};

/** Moves that touch no note: Planwright's own memory lies outside the vault. */
const UNSEEN = "remember";

/** `[{ what, where }]`, in the order in which they were done; the Dashboard is mentioned where it was drawn last. */
export function tellMoves({ moves, status }) {
  const told = moves.filter(({ kind }) => kind !== UNSEEN);
  const lastDrawn = told.findLastIndex(({ rule }) => rule === "draw-the-dashboard");
  return told
    .filter(({ rule }, at) => rule !== "draw-the-dashboard" || at === lastDrawn)
    .map((move) => {
      const words = THOUGHTS[move.kind]?.(move) ??
        WORDS[move.rule] ?? { what: `${move.rule}: ${move.because}` };
      return {
        what: words.what,
        where: words.where === undefined ? move.path : words.where(placesOf(move, status)),
      };
    });
}

function placesOf({ path }, { requests, plans }) {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const plan = plans.find((each) => each.path === path);
  return {
    request:
      requests.find((each) => each.task_id === plan?.task_id && each.state === "waiting")?.path ?? null,
    record: `Done/Actions/${name.replace(/(_receipt)?\.md$/, "_receipt.md")}`,
    done: `Done/Actions/${name}`,
    archived: `Done/Plans/${name}`,
  };
}
