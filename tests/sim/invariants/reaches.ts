/** An agent's reach outside: held against every call that no request was written for. */
import type { Invariant } from ".";
import { callOf, givenTo } from "../agent/reached";
import { LISTED } from "../agent/web";
import { boxesOf } from "../reading";
import { isPaused } from "../remembered";
import { ROUTES } from "../stories";
import { whyNot } from "./agents";
import { spelled } from "./calls";

/** However it is spelled. */
const looks = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");
const BY_ACTIONS = Object.values(ROUTES).map(({ tool }) => looks(tool));

/** The arguments as a model wrote them, spelled as a program would send them; null where they are not JSON. */
function sentFor(input: string): string | null {
  try {
    return spelled(JSON.parse(input.trim() === "" ? "{}" : input));
  } catch {
    return null;
  }
}

export const REACHES: readonly Invariant[] = [
  {
    id: "X2",
    name: "callsOnlyWhatIsListed",
    at: "reaching",
    sentence:
      "An agent calls a tool of a server only where a person listed it, with what its model gave it, for a step of its own, and notes it first.",
    holds: ({ called, begun }, witness) => {
      const { call, device, life } = called;
      const { server, tool } = call;
      if (!LISTED.some((each) => each.server === server && each.tool === tool))
        return `nobody listed ${server}/${tool}`;
      if (life.role !== "executor") return `a ${life.role} calls it`;
      if (begun === null) return "no entry says so";
      const given = givenTo(begun);
      if (given === null) return "no model called it";
      if (given.tool !== `${server}__${tool}`) return `its model called ${given.tool}`;
      if (sentFor(given.input) !== spelled(call.args))
        return `its model gave ${given.input}, and ${JSON.stringify(call.args)} is sent`;
      if (isPaused(device.lines.slice(0, witness.sightOf(life).remembers)))
        return "a person has paused it all";
      if (begun.plan === null) return "nobody can tell its plan";
      const why = whyNot(begun.plan, begun.entry.step);
      if (why !== null) return `its step ${why}`;
      return boxesOf(begun.plan).find(({ id }) => id === begun.entry.step)?.gated === true
        ? "its step needs an approval"
        : null;
    },
  },
  {
    id: "X2",
    name: "callsAfterAWord",
    at: "reaching",
    sentence:
      "Before a tool that asks is called, a person has ticked “Call it”, and said no more, beneath exactly what is sent; each tick is for one call.",
    holds: ({ called: { call }, word }) =>
      word !== null || LISTED.some((each) => each.tool === call.tool && "unasked" in each)
        ? null
        : `nobody allowed ${call.tool} with ${JSON.stringify(call.args)}`,
  },
  {
    id: "A3",
    name: "reachesOnceACall",
    at: "reaching",
    sentence:
      "A call of a model goes out to a server once at most, whatever became of the program, the notes, or the answer.",
    holds: ({ begun }, { agents: { reaches } }) =>
      begun !== null &&
      reaches.all.some((each) => each.begun !== null && callOf(each.begun) === callOf(begun))
        ? `the call ${begun.entry.call ?? ""} went out before`
        : null,
  },
  {
    id: "A1",
    name: "actionsGoOutApproved",
    at: "reaching",
    sentence:
      "A tool by which actions go out is called for approved requests alone, however it is spelled, and on whatever server.",
    holds: ({ called: { call } }) =>
      BY_ACTIONS.includes(looks(call.tool))
        ? `${call.server}/${call.tool} is called without a request`
        : null,
  },
];
