/**
 * A model that is a program, such as a coding agent with tools of its own: the question as one text for its input, and
 * the answer in the files that it leaves and in its last message. Planwright does not hold its own deeds; an action
 * that it wants done here, it names as any model does, and that one is checked and gated alike.
 */
import * as z from "zod";
import { isList, isObject, type Json, type JsonObject } from "../../kit/json";
import { fileNameFault } from "../../flow/fileName";
import { escapeLine } from "../../kit/text";
import type { Part } from "../../kit/ports/model";
import type { ProgramFile } from "../../kit/ports/programs";
import { CALLS, formOf, partsFrom, promptText } from "../byHand";
import type { promptOf } from "../prompt";
import { readStructured } from "../structured";
import { hideKeys, hideSecrets } from "./hideSecrets";

type Prompt = ReturnType<typeof promptOf>;

const ANSWER = z.strictObject(CALLS);

/** The folder of its run, the file of its step (null for none), and the folder of its project (empty for none). */
export interface ProgramPlace {
  readonly folder: string;
  readonly file: string | null;
  readonly project: string;
}

/** Stands in an argument for the folder of the run: a program that is held to its project has to be let in there. */
const RUN = "{run}";

export function argumentsOf(args: readonly string[], { folder }: Pick<ProgramPlace, "folder">): string[] {
  return args.map((each) => each.replaceAll(RUN, () => folder));
}

/** Without tools, as for the question of a check, its answer is plain words. */
export function programText(prompt: Prompt, { folder, file, project }: ProgramPlace): string {
  const [first] = prompt.tools;
  const question = promptText(prompt);
  if (first === undefined) return question;
  const out = `${folder}/out/`;
  const isAgain = prompt.messages.some(({ from }) => from === "model");
  return [
    FIRST,
    question,
    [
      "# How to answer",
      "",
      `You may use tools of your own. The files of this plan are in ${folder}/in/, as copies.`,
      "",
      ...(project === "" ? [] : [sayProject(project), ""]),
      ...(isAgain ? [AGAIN, ""] : []),
      `${sayFile(file, out)}. That folder takes plain text files (.md, .txt, .csv, .json) and is emptied after the run. Then end with a message in plain words: what you did. Where you review, its last line is your verdict and nothing else.`,
      "",
      "You cannot call the tools above yourself. If one of them is needed, such as draft_action or ask_person, or write_work_file where you cannot write files, let your last message be one JSON object of this form, and nothing else:",
      "",
      JSON.stringify({
        says: "in one or two sentences, what you did and why",
        calls: [{ tool: first.name, arguments: formOf(first.schema) }],
      }),
    ].join("\n"),
  ].join("\n\n");
}

/** Most of the question is the one that a model gets, who has the tools that it speaks of. */
const FIRST =
  "You are a program with tools of your own, and work on one step of a plan. What follows speaks of other tools, such as write_work_file and finish_step. You cannot call those: “How to answer”, at the end, says what to do instead.";

function sayProject(project: string): string {
  return `You were started in the project ${escapeLine(project, 1000)}. Where this step asks for work on it, change it right there; where it asks for a review, change nothing there. Planwright lists every change with its difference, for the person and for those who review it.`;
}

const AGAIN =
  "You were started anew for this answer. What you changed in the project before is still there; what you left in out/ was taken, and the folder is empty again.";

function sayFile(file: ProgramPlace["file"], out: string): string {
  if (file === "") return `A file of the plan that you write or revise goes into ${out}`;
  const own = file === null ? "what the step is to bring about" : `the file of the step to ${out}${file}`;
  return `Write ${own}; other files of the plan that you write or revise go into ${out}, too`;
}

export interface ProgramSaid {
  /** The program’s last message. */
  readonly text: string;
  readonly left: readonly ProgramFile[];
  readonly leftOut: readonly string[];
}

/**
 * The files that it left are written first, as if it had called for that; then what its last message calls for. A
 * message in words ends the step if the file of the step is there, or if it writes none. Words that name no call are an
 * answer otherwise: the agent is then told that a call is missing.
 */
export function readProgram(
  { text, left, leftOut }: ProgramSaid,
  { file }: Pick<ProgramPlace, "file">,
  turn: number,
): readonly Part[] {
  const read = readStructured([text], ANSWER);
  const { says, calls } = read.kind === "read" ? read.value : { says: text, calls: [] };
  const named = calls.map((call) => call.arguments["name"]);
  const refused = left.flatMap(({ name }) => {
    const fault = fileNameFault(name);
    return fault === null ? [] : [`${escapeLine(name, 120)}: ${fault}`];
  });
  const written = left
    .filter(({ name }) => !named.includes(name) && fileNameFault(name) === null)
    .map(({ name, text: words }) => ({
      tool: "write_work_file",
      arguments: { name, text: hideKeys(words) },
    }));
  const words = hideSecrets(says).trim();
  const isThere = file === "" ? words !== "" : written.some((each) => each.arguments.name === file);
  const isDone = calls.length === 0 && isThere;
  const ends = isDone
    ? [
        {
          tool: "finish_step",
          arguments: {
            summary: lastOf(words) || `Wrote ${file ?? ""}.`,
            // It was not asked; the words of the step decide.
            outside: "none",
            evidence: file === "" ? [] : [{ file }],
          },
        },
      ]
    : calls.map((call) => ({ ...call, arguments: hideInAll(call.arguments) }));
  const isMissing = calls.length === 0 && !isThere && file !== null && file !== "";
  const missing = isMissing ? `${MISSING.replace("{file}", () => file)}\n\n` : "";
  const notTaken = [...leftOut, ...refused.map((each) => each.replace(/\.$/, ""))];
  const passedOver = notTaken.length === 0 ? "" : `\n\nNot taken from out/: ${notTaken.join("; ")}.`;
  const shown = `${missing}${words.slice(0, 19_000)}${passedOver}`.trim();
  return partsFrom({ says: shown, calls: [...written, ...ends] }, `program-${String(turn)}`);
}

/** For the person as well as for the program, which may not be let into that folder. */
const MISSING = "(“{file}” was not in out/ when the program ended, so this step has no file.)";

/** A word that is the last line is the verdict, and counts alone; so does the end of a long message. */
function lastOf(words: string): string {
  const [last = ""] = words.split("\n").slice(-1);
  if (/^[\s*_`]*\p{L}+[\s*_`.!]*$/u.test(last) && !/^\s*(?:[-*+]|\d+[.)])\s/m.test(words)) return last;
  return words.length <= LONGEST_SUMMARY ? words : `…${words.slice(-LONGEST_SUMMARY + 1)}`;
}

/** Characters, as finish_step takes them. */
const LONGEST_SUMMARY = 2000;

function hideIn(value: Json): Json {
  if (typeof value === "string") return hideKeys(value);
  if (isList(value)) return value.map(hideIn);
  return isObject(value) ? hideInAll(value) : value;
}

function hideInAll(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hideIn(each)]));
}
