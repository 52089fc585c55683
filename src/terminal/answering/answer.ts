/** `answer`: the open questions of plans, listed for a program, or asked one by one of the person who types. */
import { readFrontmatter } from "../../kit/frontmatter";
import { splitLines } from "../../kit/lines";
import { counted } from "../../kit/numbers";
import type { VaultPort } from "../../kit/ports/vault";
import { escapeLine, escapeInvisibleLines } from "../../kit/text";
import type { Engine } from "../../engine/engine";
import { findPlan } from "../../engine/perform/find";
import type { Command } from "../../engine/perform/replies";
import { openQuestions, type PlanQuestion } from "../../overview/mission/questions";
import { withoutLinks } from "../../overview/titles";
import { planTitle } from "../../note/plan/plan";
import type { World } from "../../rules/world";
import { json } from "../json";
import type { Messages } from "../messages";
import { quoteWord } from "../paste";
import type { Output } from "../streams";
import type { Call } from "../words";
import { ENDS, isLookedAtTwice, readAnswer, sayAnswer, takesWordsAt } from "./readAnswer";

type Screen = Output & { readonly messages: Messages };

/** Lines of a note that are shown with the question that links to it, and characters of one. */
const LINES = 60;
const WIDTH = 2000;
const INDENT = "    ";

/** Whether the questions are asked one by one; otherwise they are listed, and nothing waits for an answer. */
export function isAskedInTurn({ verb, words, json, as }: Call, { isTerminal, input }: Output): boolean {
  return (
    verb === "answer" &&
    words.length < 2 &&
    !json &&
    as === null &&
    isTerminal === true &&
    input?.isTyped === true
  );
}

/** Answers the exit code; a sentence where there is no such plan. */
export async function listQuestions(call: Call, engine: Engine, streams: Screen): Promise<number | string> {
  const found = questionsFor(call.words[0], await engine.look());
  if (typeof found === "string") return found;
  const { out, messages } = streams;
  const how = `To answer one, type in a terminal: planwright answer PLAN ANSWER${messages.options}`;
  const listed = found.map((each) => tell(each, "").join("\n"));
  out(
    call.json
      ? json({ questions: found.map(questionData) })
      : found.length === 0
        ? tellNone(call, messages)
        : `${[...listed, how].join("\n\n")}\n`,
  );
  return 0;
}

/** Asks and writes one answer after another; what was not answered stays open. Answers as above. */
export async function askInTurn(
  call: Call,
  vault: VaultPort,
  engine: Engine,
  streams: Screen,
  stop: AbortSignal,
): Promise<number | string> {
  const { out, input, messages } = streams;
  const all = questionsFor(call.words[0], await engine.look());
  if (typeof all === "string") return all;
  if (all.length === 0) {
    out(tellNone(call, messages));
    return 0;
  }
  let answered = 0;
  try {
    for (const [at, each] of all.entries()) {
      // It may have been answered, or asked otherwise, while the person read another one.
      const { plan, id } = each.question;
      const now = openQuestions(await engine.look()).find(
        ({ question }) => question.plan === plan && question.id === id,
      );
      if (now === undefined) continue;
      const isNext = all[at - 1]?.question.plan === plan;
      out(`${at === 0 ? "" : "\n"}${(await tellWhole(now, vault, isNext)).join("\n")}\n\n`);
      const said = await askOne(now, engine, streams, stop);
      if (said === "quits") break;
      if (said === "answered") answered += 1;
    }
  } finally {
    input?.leave();
  }
  const left = questionsFor(call.words[0], await engine.look());
  out(`\n${tellEnd(answered, typeof left === "string" ? 0 : left.length, call, engine.world(), messages)}\n`);
  return 0;
}

async function askOne(
  { question }: PlanQuestion,
  engine: Engine,
  { out, input, messages }: Screen,
  stop: AbortSignal,
): Promise<"answered" | "later" | "quits"> {
  const how = takesWordsAt(question)
    ? "A number, words, or both (“2 but shorter”)"
    : question.boxes.length === 1
      ? "The number 1"
      : `A number, 1 to ${String(question.boxes.length)}`;
  const ask = async (prompt: string): Promise<string | null> => {
    out(prompt);
    return (await input?.line(stop))?.trim() ?? null;
  };
  let typed = await ask(`${how}; Enter for later; q to quit: `);
  for (;;) {
    if (typed === null || /^q(?:uit)?$/i.test(typed)) return "quits";
    if (typed === "") return "later";
    const read = readAnswer(typed, question);
    if (read.kind === "none") {
      typed = await ask(`${escapeLine(read.say, 400)}\n> `);
      continue;
    }
    const { answer } = read;
    const said = sayAnswer(answer, question);
    if (isLookedAtTwice(answer, question)) {
      const again = await ask(`Answer ${said}? Enter sends it; or type another answer: `);
      if (again !== "") {
        typed = again;
        continue;
      }
    }
    const { kind, say } = await engine.obey(commandFor(question, answer));
    out(`${kind === "done" ? `Answered: ${said}.` : messages.say(escapeLine(say, 600))}\n`);
    return kind === "done" ? "answered" : "later";
  }
}

/** The command for `answer PLAN ANSWER`; a sentence where the plan asks nothing, or this is no answer to it. */
export function answerCommand(
  which: string,
  typed: string,
  world: World,
): Extract<Command, { kind: "answer-question" }> | string {
  const found = questionsFor(which, world);
  if (typeof found === "string") return found;
  const [first] = found;
  if (first === undefined) return `No question of “${which}” waits for you. {do:status} tells what does.`;
  const read = readAnswer(typed, first.question);
  if (read.kind === "none") return read.say;
  // A second look is there only where it is asked.
  return isLookedAtTwice(read.answer, first.question) && !isNamedInFull(typed, first.question)
    ? `This could mean ${sayAnswer(read.answer, first.question)}. {do:answer} shows the question and asks before it takes that.`
    : commandFor(first.question, read.answer);
}

function isNamedInFull(typed: string, { boxes }: PlanQuestion["question"]): boolean {
  return boxes.some((label) => label.toLowerCase() === typed.trim().toLowerCase());
}

function commandFor(
  { plan, id, shown }: PlanQuestion["question"],
  answer: { readonly box: number | null; readonly words: string },
): Extract<Command, { kind: "answer-question" }> {
  return { kind: "answer-question", plan, question: id, shown, ...answer };
}

/** Those of one plan, or of all; a sentence where there is no such plan. */
function questionsFor(which: string | undefined, world: World): readonly PlanQuestion[] | string {
  const all = openQuestions(world);
  if (which === undefined) return all;
  const found = findPlan(which, world);
  return typeof found === "string" ? found : all.filter(({ question }) => question.plan === found.path);
}

function questionData({ view, question }: PlanQuestion): object {
  const { plan, id, text, boxes, details, notes } = question;
  return {
    plan: view.plan.taskId,
    path: plan,
    id,
    question: text,
    options: boxes,
    details,
    notes: notes.map(({ path }) => path),
    takes_words: takesWordsAt(question),
  };
}

/**
 * `about`: the lines of what it is about; empty for the names of its notes alone. `isNext`: the question before it was
 * of the same plan.
 */
function tell({ view: { plan }, question }: PlanQuestion, about: string, isNext = false): readonly string[] {
  const { text, details, notes, boxes } = question;
  const title = `${escapeLine(withoutLinks(planTitle(plan)), 120)} (${escapeLine(plan.taskId, 80)})`;
  return [
    ...(isNext ? [] : [title, `  ${escapeLine(plan.path)}`, ""]),
    escapeLine(text, 1000),
    ...details.flatMap((each) => escapeInvisibleLines(each).split("\n")).map((each) => INDENT + each),
    ...(about !== "" ? [about] : notes.map(({ path }) => `${INDENT}To read: ${escapeLine(path)}`)),
    "",
    ...boxes.map((each, at) =>
      takesWordsAt(question) && ENDS.test(each)
        ? `     or type: ${escapeLine(each, 400)}`
        : `  ${String(at + 1)}  ${escapeLine(each, 400)}`,
    ),
  ];
}

async function tellWhole(asked: PlanQuestion, vault: VaultPort, isNext: boolean): Promise<readonly string[]> {
  const texts = await Promise.all(asked.question.notes.map(({ path }) => tellNote(path, vault)));
  return tell(asked, texts.flat().join("\n"), isNext);
}

/** The first lines of a note as prose; its path alone where it is no text, or cannot be read. */
async function tellNote(link: string, vault: VaultPort): Promise<readonly string[]> {
  const path = /\.(?:md|txt|csv|json|ya?ml)$/i.test(link) ? link : `${link}.md`;
  const read = await vault.read(path);
  if (read.kind !== "text") return [`${INDENT}To read: ${escapeLine(link)}`];
  const lines = splitLines(read.text);
  const matter = readFrontmatter(lines);
  const from = matter.kind === "read" ? matter.frontmatter.bodyFrom : 0;
  const own = lines
    .slice(from)
    .map(({ text }) => text)
    .join("\n")
    .trim()
    .split("\n");
  const rest = own.length - LINES;
  return [
    "",
    `${INDENT}${escapeLine(path)}:`,
    "",
    ...own.slice(0, LINES).map((each) => `${INDENT}${escapeInvisibleLines(each.slice(0, WIDTH))}`.trimEnd()),
    ...(rest > 0 ? [`${INDENT}… ${counted(rest, "more line", "more lines")}, in ${escapeLine(path)}`] : []),
  ];
}

function tellNone(call: Call, { say }: Messages): string {
  const [which] = call.words;
  return `${say(`${which === undefined ? "No question" : `No question of “${escapeLine(which, 100)}”`} waits for you. {do:status} tells what does.`)}\n`;
}

function tellEnd(
  answered: number,
  left: number,
  call: Call,
  world: World | null,
  { options }: Messages,
): string {
  const of = call.words[0] === undefined ? "" : ` ${quoteWord(call.words[0])}`;
  const next =
    answered === 0
      ? left === 0
        ? ""
        : ` To come back to them: planwright answer${of}${options}`
      : world?.runAtWork != null
        ? " The running Planwright continues within a minute."
        : ` To go on: planwright settle --executor${options}`;
  return `${String(answered)} answered, ${String(left)} left.${next}`;
}
