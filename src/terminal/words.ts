/** The words of a command line, read into a call; or one sentence on what is wrong with them. */
import { parseArgs } from "node:util";
import { nameFault } from "../engine/commands/remark";
import { sayNear } from "../kit/nearest";
import {
  COMMAND_NAMES,
  OPTION_NAMES,
  OPTION_ROWS,
  OPTIONS,
  ROWS,
  type CommandName,
  type OptionName,
} from "./commands";

/** These are shown first, and done with the code that is shown. */
const SHOWN_FIRST = ["repair", "convert", "merge", "adopt", "plan"] as const satisfies readonly CommandName[];

export function isShownFirst(verb: CommandName): verb is (typeof SHOWN_FIRST)[number] {
  return SHOWN_FIRST.some((each) => each === verb);
}

export interface Call {
  readonly verb: CommandName;
  /** The words behind it. */
  readonly words: readonly string[];
  readonly vault: string;
  /** The vault is the folder the call was given in, and it did not name it. */
  readonly isHere: boolean;
  readonly settings: string | null;
  readonly device: string | null;
  readonly executor: boolean;
  /** Seconds. */
  readonly grace: number;
  /** Steps that speak of approval get the sign. */
  readonly hands: boolean;
  /** Only these lines of a note, counted from 1; null for all of it. */
  readonly lines: { readonly from: number; readonly to: number } | null;
  /** The person answers in the place of every model, by copy and paste. */
  readonly byHand: boolean;
  /** A plan is made of the note’s own lists, whatever model there is. */
  readonly withoutModel: boolean;
  /** Changes to many notes are shown line by line, too. */
  readonly allLines: boolean;
  /** The name of the program that speaks, and its words; null for a person. */
  readonly as: string | null;
  readonly why: string | null;
  /** With `later`: the day until which it is put off. */
  readonly until: string | null;
  /** With `flow start`: what the flow asks, `name=value`. */
  readonly inputs: Readonly<Record<string, string>>;
  /** With `eject`: into the person’s own folder, not the vault. */
  readonly user: boolean;
  readonly json: boolean;
  /** With `flow show`: the picture as source for Mermaid. */
  readonly mermaid: boolean;
  /** With `init`: a table of plans for Obsidian, too. */
  readonly table: boolean;
  /** With `show`: what the model would be asked next. */
  readonly prompt: boolean;
  readonly dryRun: boolean;
}

/** A call that may have named no vault. */
export type Asked = Omit<Call, "vault" | "isHere"> & { readonly vault: string | null };

/** Whether the call writes nothing in the vault and starts no server. */
export function isReading({ verb, words, dryRun }: Pick<Call, "verb" | "words" | "dryRun">): boolean {
  const { reads } = ROWS[verb];
  return dryRun || reads === true || (reads === "first" && words.length < placesOf(verb).length);
}

export type Reading =
  | { readonly kind: "call"; readonly call: Asked }
  | { readonly kind: "help" }
  | { readonly kind: "version"; readonly json: boolean }
  | { readonly kind: "wrong"; readonly say: string };

/** The words are no call; its message is the sentence that says why. */
class WrongWords extends Error {}

export function readWords(argv: readonly string[]): Reading {
  try {
    return read(argv);
  } catch (error) {
    if (error instanceof WrongWords) return { kind: "wrong", say: error.message };
    throw error;
  }
}

function read(argv: readonly string[]): Reading {
  const { values, positionals } = parse(argv);
  const json = values.json === true;
  if (values.help === true || positionals[0] === "help") return { kind: "help" };
  if (values.version === true) return { kind: "version", json };
  const [verb, words] = findCommand(positionals);
  checkWords(verb, words);
  checkOptions(verb, words, values);
  const call: Asked = {
    verb,
    words,
    grace: readGrace(values.grace),
    vault: values.vault ?? null,
    settings: values.settings ?? null,
    device: values.device ?? null,
    executor: values.executor === true,
    hands: values.hands === true,
    lines: readLines(values.lines),
    prompt: values.prompt === true,
    byHand: values["by-hand"] === true,
    withoutModel: values["without-model"] === true,
    allLines: values["all-lines"] === true,
    as: values.as ?? null,
    why: values.why ?? null,
    until: values.until ?? null,
    inputs: readInputs(values.input ?? []),
    user: values.user === true,
    mermaid: values.mermaid === true,
    table: values.table === true,
    json,
    dryRun: values["dry-run"] === true,
  };
  if (call.as !== null && ROWS[verb].alone === true && !isReading(call))
    throw new WrongWords(`“${verb}” is for you alone, not for other programs. Leave out --as.`);
  return { kind: "call", call };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    if (!(error instanceof Error)) throw new WrongWords("These words cannot be read.");
    const option = /^Unknown option '(-[^']*)'/.exec(error.message)?.[1];
    const names = OPTION_NAMES.map((each) => `--${each}`);
    throw new WrongWords(
      option === undefined
        ? `${(error.message.split(/\.\s|\n/)[0] ?? "").replace(/\.$/, "")}.`
        : `“${option}” is not an option.${sayNear(option, names)}`,
    );
  }
}
type Values = ReturnType<typeof parse>["values"];

const ELSEWHERE: Readonly<Record<string, string>> = {
  approve: " To approve, move the note to the Approved folder.",
  reject: " To reject, move the note to the Rejected folder.",
};

/** The command that is meant, and the words behind it. Of a group such as “flow”, its list without a second word. */
function findCommand([first, ...words]: readonly string[]): readonly [CommandName, readonly string[]] {
  if (first === undefined) throw new WrongWords("No command was given.");
  if (first === "run") return ["settle", words];
  const [second = "list", ...rest] = words;
  const find = (name: string): CommandName | undefined => COMMAND_NAMES.find((each) => each === name);
  const whole = find(`${first} ${second}`);
  if (whole !== undefined) return [whole, rest];
  const alone = find(first);
  const group = COMMAND_NAMES.filter((each) => each.startsWith(`${first} `));
  if (alone !== undefined && (words.length === 0 || group.length === 0 || ROWS[alone].usage !== undefined))
    return [alone, words];
  if (group.length > 0)
    throw new WrongWords(
      `Say ${list([...(alone === undefined ? [] : [alone]), ...group].map(quote), "or")}, not “${first} ${second}”.${sayNear(
        second,
        group.map((each) => each.slice(first.length + 1)),
      )}`,
    );
  const names = [...new Set(COMMAND_NAMES.map((each) => each.split(" ")[0] ?? "")), "run"];
  throw new WrongWords(`“${first}” is not a command.${ELSEWHERE[first] ?? sayNear(first, names)}`);
}

/** A place for a word: what may be there, itself or what the word in capitals stands for. */
interface Place {
  readonly words: readonly string[];
  readonly mayLack: boolean;
}

/** Words in capitals, as a sentence names what they stand for. */
const MEANINGS: Readonly<Record<string, string>> = {
  PLAN: "the id or name of a plan",
  STEP: "the number of a step",
  ANSWER: "the number of an answer, or words in quotes",
  NOTE: "the path of a note",
  CODE: "a code",
  FILE: "a file with the action",
  WORDS: "the words in quotes",
  FLOW: "the name of a flow (“flow list” has them)",
  RESULT: "the path or title of a result",
  SKILL: "the name of a skill (“skills list” has them)",
  MODEL: "the name of a model (“models” lists them)",
  TEMPLATE: "the name of a template (“template list” has them)",
};

/** Of the usage, the words before its options. Those that share brackets are left out together. */
function placesOf(verb: CommandName): readonly Place[] {
  const [words = ""] = (ROWS[verb].usage ?? "").split(/\[?--/);
  return (words.match(/\[[^\]]*\]|\S+/g) ?? []).flatMap((group) =>
    group
      .replace(/[[\]]/g, "")
      .split(" ")
      .map((word, at) => ({ words: word.split("|"), mayLack: group.startsWith("[") && at === 0 })),
  );
}

function checkWords(verb: CommandName, words: readonly string[]): void {
  const places = placesOf(verb);
  if (places[words.length]?.mayLack === false) {
    const needed = places.slice(words.length).filter(({ mayLack }) => !mayLack);
    throw new WrongWords(`“${verb}” needs ${list(needed.map(sayPlace), "and")}.`);
  }
  for (const [at, word] of words.entries()) {
    const place = places[at];
    if (place === undefined) throw new WrongWords(`“${verb}” takes no “${word}”.`);
    const { words: may } = place;
    const [length, from] = ROWS[verb].code ?? [8, [verb, ...words.slice(0, at)].join(" ")];
    if (may.includes("CODE") && (word.length !== length || !/^[0-9a-f]+$/.test(word)))
      throw new WrongWords(
        `The code is the ${length === 8 ? "eight" : String(length)} characters that “${from}” shows, not “${word}”.`,
      );
    if (may.includes("STEP") && !/^[1-9]\d{0,4}$/.test(word))
      throw new WrongWords(`A step is given by its number, not “${word}”.`);
    if (!may.includes(word) && may.every((each) => !/[A-Z]/.test(each)))
      throw new WrongWords(`Say ${sayPlace(place)}, not “${word}”.`);
  }
}

function sayPlace({ words }: Place): string {
  return list(
    words.map((each) => MEANINGS[each] ?? quote(each)),
    "or",
  );
}

function checkOptions(verb: CommandName, words: readonly string[], values: Values): void {
  if (values.vault === "") throw new WrongWords("Say which vault with --vault DIR.");
  const takes = (name: OptionName, { usage = "" } = ROWS[verb]): boolean => usage.includes(`--${name}`);
  for (const name of OPTION_NAMES) {
    const { lacking, everywhere } = OPTION_ROWS[name];
    const takers = COMMAND_NAMES.filter((each) => takes(name, ROWS[each]));
    const fits = everywhere === true || takers.length === 0 || takes(name);
    if (values[name] === undefined && takes(name) && lacking !== undefined)
      throw new WrongWords(`“${verb}” ${lacking}`);
    if (values[name] !== undefined && !fits && (name !== "dry-run" || ROWS[verb].reads !== true))
      throw new WrongWords(
        `${name === "dry-run" ? `“${verb}” has no dry run; ` : ""}--${name} goes with ${list(takers, "and")}.`,
      );
  }
  const name = values.as === undefined ? null : nameFault(values.as);
  if (name !== null) throw new WrongWords(name);
  const clash = CLASHES.find(({ of }) => of.every((each) => values[each] === true));
  if (clash !== undefined) throw new WrongWords(clash.says);
  if (words[1] === undefined || !isShownFirst(verb)) return;
  if (values["all-lines"] === true)
    throw new WrongWords("With a code, no lines are shown. Leave out --all-lines or the code.");
  const other = (["without-model", "by-hand"] as const).find((each) => values[each] === true);
  if (other !== undefined)
    throw new WrongWords(`With a code, a plan is made as it was shown. Leave out --${other} or the code.`);
}

/** Options that exclude each other. */
const CLASHES = [
  { of: ["table", "dry-run"], says: "--dry-run does not show what --table would make; leave one out." },
  { of: ["without-model", "by-hand"], says: "--without-model and --by-hand exclude each other." },
] as const;

function readGrace(text = "3"): number {
  const grace = Number(text);
  if (text.trim() === "" || !Number.isFinite(grace) || grace < 0)
    throw new WrongWords("--grace takes a number of seconds, 0 or more.");
  return grace;
}

/** `3-7` or `3`, counted from 1. */
function readLines(text: string | undefined): Call["lines"] {
  if (text === undefined) return null;
  const match = /^([1-9]\d{0,5})(?:-([1-9]\d{0,5}))?$/.exec(text.trim());
  const from = Number(match?.[1]);
  const to = Number(match?.[2] ?? match?.[1]);
  if (match === null || to < from) throw new WrongWords("--lines takes two numbers, such as 3-7, or one.");
  return { from, to };
}

function readInputs(given: readonly string[]): Call["inputs"] {
  const inputs: Record<string, string> = {};
  for (const each of given) {
    const at = each.indexOf("=");
    const name = each.slice(0, Math.max(0, at)).trim();
    if (name === "")
      throw new WrongWords(
        `--input takes a name and words, such as --input topic="Our move", not “${each}”.`,
      );
    const words = each.slice(at + 1);
    // Several notes are given one by one.
    inputs[name] = Object.hasOwn(inputs, name) ? `${inputs[name] ?? ""}\n${words}` : words;
  }
  return inputs;
}

function list(words: readonly string[], by: "and" | "or"): string {
  const [last = "", ...others] = [...words].reverse();
  return others.length === 0 ? last : `${others.reverse().join(", ")} ${by} ${last}`;
}

function quote(word: string): string {
  return `“${word}”`;
}
