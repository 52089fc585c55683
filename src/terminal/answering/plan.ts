/** A plan that a model drafts, or a person in its place: asked for, shown, and kept so that its code makes it. */
import type { Engine } from "../../engine/engine";
import type { ByHand } from "../../engine/think/draftPlan";
import { escapeLine, escapeInvisibleLines } from "../../kit/text";
import type { ModelQuestion } from "../../kit/ports/model";
import type { WantedPlan } from "../../rules/command";
import { modelOf, type Settings } from "../../settings/settings";
import { messageText, questionOfDraft } from "../../agent/planDraft";
import { optionsOf, quoteWord } from "../paste";
import type { Output } from "../streams";
import type { Call } from "../words";
import { END } from "./input";

/** Whether the call has a model asked, and not only the note read. */
export function asksModel({ verb, words, withoutModel, byHand }: Call, settings: Settings): boolean {
  return verb === "plan" && words.length < 2 && !withoutModel && !byHand && isAnyone(settings, "model");
}

/** Whether the person is asked in the place of a model. */
export function asksByHand({ verb, words, withoutModel, byHand }: Call, settings: Settings): boolean {
  return verb === "plan" && words.length < 2 && !withoutModel && (byHand || isAnyone(settings, "by-hand"));
}

function isAnyone(settings: Settings, who: "model" | "by-hand"): boolean {
  const planner = modelOf(settings, "planner");
  return planner !== null && (planner.model.provider === "by-hand") === (who === "by-hand");
}

/** With the draft in it; a sentence where there is none. */
export async function draftedBy(
  call: Call,
  wanted: WantedPlan,
  settings: Settings,
  engine: Engine,
  streams: Output,
  stop: AbortSignal,
): Promise<WantedPlan | string> {
  const isByHand = asksByHand(call, settings);
  const planner = modelOf(settings, "planner");
  if (!call.json && !isByHand && planner !== null)
    streams.out(
      `${escapeLine(`Asking ${planner.model.provider === "scripted" ? "a script" : "the model"}, “${planner.name}”, to draft a plan of ${wanted.note}. Ctrl+C stops it.`, 400)}\n\n`,
    );
  const drafted = await engine.draft(wanted, stop, isByHand ? byHand(call, streams) : undefined);
  if (drafted.kind === "drafted") return drafted.wanted;
  if (drafted.said !== "" && !call.json)
    streams.out(`It answered:\n\n${escapeInvisibleLines(drafted.said)}\n\n`);
  const without = `planwright plan ${quoteWord(wanted.note)} --without-model${optionsOf(call)}`;
  return stop.aborted ? drafted.why : `${drafted.why} The plan without a model: ${without}`;
}

/** The first question is shown whole, then only what was wrong with the answer. */
function byHand(call: Call, { out, input }: Output): ByHand {
  return async (question, stop) => {
    const say = (text: string): void => (call.json ? undefined : out(text));
    const isFirst = question.about.turn === 1;
    say(
      isFirst ? tell(question) : `\n${escapeInvisibleLines(messageText(question.messages.at(-1)))}\n${HOW}\n`,
    );
    // No person is there to mend the answer.
    if (input === undefined || (!isFirst && !input.isTyped)) return null;
    try {
      return await input.text(stop);
    } finally {
      input.leave();
    }
  };
}

const RULE = "─".repeat(72);
const HOW = `Paste the answer here, then a line with a single “${END}”. Ctrl+C leaves everything as it is.`;

function tell(question: ModelQuestion): string {
  return `Copy what is between the lines to any chat, or answer it yourself.\n${RULE}\n${escapeInvisibleLines(questionOfDraft(question))}\n${RULE}\n${HOW}\n`;
}
