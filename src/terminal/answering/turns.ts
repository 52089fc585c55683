/**
 * The person as the model of an agent: shows the question of each turn, takes the pasted answer, and lets the agent go
 * on with it.
 */
import type { Engine } from "../../engine/engine";
import { nextModel } from "../../agent/agentMove";
import { SECOND } from "../../kit/dates";
import type { ClockPort } from "../../kit/ports/clock";
import type { PlanView } from "../../rules/world";
import type { Settings } from "../../settings/settings";
import { escapeLine, escapeInvisibleLines } from "../../kit/text";
import { askedByHand, type AskedByHand } from "../../overview/byHand";
import { END } from "./input";
import type { Output } from "../streams";
import type { Messages } from "../messages";

const RULE = "─".repeat(72);

export interface ByHandEnd {
  /** The question that waits; null where none does. */
  readonly waits: AskedByHand | null;
  /** Why the last answer was refused. */
  readonly refused: string | null;
  /** Whether any answer was given. */
  readonly isAnswered: boolean;
}

/** The work of the agent between two answers. */
export interface Course {
  /** Whether the person may answer for the model of a plan. */
  isPersons(view: PlanView): boolean;
  /**
   * Goes on from the answer to the question with this code, null for none, and gives the next question; null where
   * none comes.
   */
  next(code: string | null): Promise<AskedByHand | null>;
}

/** This run lets the agent work. */
export function ownCourse(path: string, engine: Engine): Course {
  return {
    isPersons: () => true,
    async next() {
      await engine.settle(path);
      const { view, world } = await engine.planDetail(path);
      const asked = view === null ? "" : askedByHand(view, world);
      return typeof asked === "string" ? null : asked;
    },
  };
}

/** Milliseconds between two looks, for which a plan stands still at its end, and of waiting in all. */
const LOOK = SECOND / 2;
const REST = 3 * SECOND;
const PATIENCE = 60 * SECOND;

/** Another run lets the agent work. `settings`: those of that run, which asks the models that are not the person. */
export function courseOfOther(
  path: string,
  engine: Engine,
  clock: ClockPort,
  settings: Settings,
  stop: AbortSignal,
): Course {
  const isPersons = ({ agentMove, plan }: PlanView): boolean =>
    (nextModel(agentMove, plan, settings)?.model.provider ?? "by-hand") === "by-hand";
  return {
    isPersons,
    async next(code) {
      await engine.lookAtTools(path);
      const begun = clock.now();
      let rest = { words: "", since: begun };
      for (let now = begun; !stop.aborted && now - begun < PATIENCE; now = clock.now()) {
        await engine.look();
        const { view, world } = await engine.planDetail(path);
        if (view === null) return null;
        const asked = askedByHand(view, world);
        if (typeof asked !== "string" && asked.turn.code !== code) return isPersons(view) ? asked : null;
        const words = typeof asked === "string" ? asked : "";
        if (words !== rest.words) rest = { words, since: now };
        if (words !== "" && now - rest.since >= REST && !goesOn(view)) return null;
        await clock.sleep(LOOK, stop);
      }
      return null;
    },
  };
}

/** Whether the run at work has something to do for the agent. */
export function goesOn({ agentMove }: PlanView): boolean {
  return agentMove !== null && !["ask-model", "ask-person", "stop", "wait"].includes(agentMove.kind);
}

/**
 * Ends where no question is left, where no answer comes, and once `stop` is aborted. `isQuiet`: shows nothing of it.
 */
export async function answerTurns(
  path: string,
  engine: Engine,
  course: Course,
  { out, input, messages }: Output & { readonly messages: Messages },
  stop: AbortSignal,
  isQuiet: boolean,
): Promise<ByHandEnd> {
  let shown = "";
  let refused: string | null = null;
  let isAnswered = false;
  const say = (text: string): void => (isQuiet ? undefined : out(text));
  try {
    for (let asked = await course.next(null); ;) {
      if (asked === null) return { waits: null, refused, isAnswered };
      if (asked.turn.code !== shown) say(tell(asked));
      shown = asked.turn.code;
      // A person may take days over it.
      const text =
        stop.aborted || input === undefined || (isQuiet && input.isTyped) ? null : await input.text(stop);
      if (text === null) return { waits: asked, refused, isAnswered };
      if (text.trim() === "") continue;
      const answer = await engine.obey({ kind: "answer-by-hand", plan: path, text });
      isAnswered = true;
      refused = answer.kind === "refused" ? answer.say : null;
      say(`\n${messages.say(escapeLine(answer.say, 2000))}\n`);
      if (refused !== null) {
        say(`You can paste this to whoever answered.\n\n${how(asked)}\n`);
        // No person is there to mend the answer.
        if (input?.isTyped !== true) return { waits: asked, refused, isAnswered };
      }
      asked = await course.next(refused === null ? shown : null);
    }
  } finally {
    input?.leave();
  }
}

function tell(asked: AskedByHand): string {
  return `\nCopy what is between the lines to any chat, or answer it yourself.\n${RULE}\n${escapeInvisibleLines(asked.question)}\n${RULE}\n${how(asked)}\n`;
}

function how({ turn }: AskedByHand): string {
  return `Paste the answer to turn ${String(turn.turn)} (${turn.code}) here, then a line with a single “${END}”. Ctrl+C leaves everything as it is.`;
}
