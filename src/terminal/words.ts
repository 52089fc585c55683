/** The words of a command line, read into a call; or one sentence on what is wrong with them. */
import { parseArgs } from "node:util";
import { nameFault } from "../engine/commands/remark";
import {
  FLOW_VERBS,
  meant,
  readInputs,
  sayResultWords,
  sayTemplateWords,
  sayVerb,
  SKILL_VERBS,
} from "./flow/words";

export const COMMANDS = [
  "status",
  "settle",
  "watch",
  "explain",
  "show",
  "request",
  "confirm",
  "resolve",
  "skip",
  "cancel",
  "start",
  "spend-again",
  "pause",
  "continue",
  "init",
  "take-over",
  "repair",
  "convert",
  "merge",
  "adopt",
  "plan",
  "think",
  "agent",
  "models",
  "log",
  "tick",
  "draft",
  "flow",
  "skills",
  "reasoning",
  "template",
] as const;
export type Verb = (typeof COMMANDS)[number];

/** These are shown first, and done with the code that is shown. */
const SHOWN_FIRST = ["repair", "convert", "merge", "adopt", "plan"] as const satisfies readonly Verb[];

export function isShownFirst(verb: Verb): verb is (typeof SHOWN_FIRST)[number] {
  return SHOWN_FIRST.some((each) => each === verb);
}

export interface Call {
  readonly verb: Verb;
  /** The words behind the verb. */
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

/**
 * Calls that write nothing in the vault and start no server: what is shown first, and confirmed with a code, is shown
 * without one.
 */
export function isReading({ verb, words, dryRun }: Pick<Call, "verb" | "words" | "dryRun">): boolean {
  return (
    verb === "status" ||
    verb === "explain" ||
    verb === "show" ||
    verb === "models" ||
    (verb === "flow" && !isFlowOrder(words)) ||
    (verb === "skills" && words[0] !== "eject") ||
    ((verb === "reasoning" || verb === "template") && (words[0] ?? "list") === "list") ||
    dryRun ||
    ((isShownFirst(verb) || verb === "confirm" || verb === "resolve") && words.length < 2)
  );
}

/** Of the verbs of “flow”, those that change something. */
function isFlowOrder([verb, code]: readonly string[]): boolean {
  return (
    verb === "start" || verb === "eject" || verb === "forbid" || (verb === "allow" && code !== undefined)
  );
}

export type Reading =
  | { readonly kind: "call"; readonly call: Asked }
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  | { readonly kind: "wrong"; readonly say: string };

export const HELP = `planwright: plans in Markdown that stop before anything leaves the vault

  planwright init        make the folders that are missing
  planwright status      what is going on, and what needs you
  planwright settle      do everything that can be done now, then end (also: run)
  planwright watch       the same, and go on until stopped with Ctrl+C
  planwright explain [PLAN]
                         what a plan is waiting for, and what comes next
  planwright show [PLAN] [--prompt]
                         a plan as Planwright reads it: its steps, which is next,
                         what it waits for, its open request, its last log lines;
                         with --prompt, what its model would be asked next
  planwright start PLAN  start a draft
  planwright request PLAN [STEP]
                         ask for approval of a step, again if it was asked before
  planwright skip PLAN [STEP]
  planwright cancel PLAN
  planwright confirm [ID] [CODE]
                         show what needs your confirmation on this device, and
                         what you have to do by hand; with the code it shows,
                         confirm exactly that request, or say that you did it
  planwright resolve ID happened|not-happened|always
                         say how a doubtful action ended; always: it happened,
                         as with this answer of the tool from now on
  planwright resolve [CODE forget]
                         the answers you taught so; forget one of them
  planwright repair [NOTE|all] [CODE]
                         show how notes with unreadable properties would be
                         repaired; with the code it shows, do exactly that
  planwright convert [NOTE|all] [CODE] [--hands]
                         the same for plans that are written in another way
  planwright merge [NOTE|all] [CODE]
                         the same for notes that stand for one plan: adds to one
                         what only the other has, and moves the other to Archive
  planwright adopt [NOTE|all] [CODE]
                         the same for requests that Planwright did not write:
                         each becomes a draft plan that asks again
  planwright plan NOTE [CODE] [--lines A-B] [--without-model] [--by-hand]
                         show the plan that would be made of a note, or of some
                         of its lines, drafted by a model where the settings
                         name one; with the code it shows, make it
  planwright agent PLAN auto|step|off
                         let an agent do the steps that need no approval, and
                         draft what the others send: all, or one and then wait
  planwright think PLAN [--by-hand]
                         let the agent of a plan work now, and nothing else
  planwright log PLAN WORDS --as NAME
                         for other programs: add a line to the log of a plan
  planwright tick PLAN [STEP] --as NAME --why WORDS
                         for other programs: say that a step is done that needs
                         no approval
  planwright draft PLAN STEP FILE --as NAME --why WORDS
                         for other programs: put the action that is in the file
                         beneath a step; a person is asked, as always
  planwright flow list   the flows: ways of working that plans are made from
  planwright flow check [NAME]
                         whether they can start; if not, each line and why
  planwright flow show NAME|PLAN [--mermaid]
                         what a flow does, step by step; of a plan, where it is in
                         its flow; with --mermaid, the picture as Mermaid source
  planwright flow start NAME [--input NAME=WORDS]…
                         make a plan from a flow, and start it
  planwright flow eject NAME [--user]
                         copy a built-in flow into the vault, to change it
  planwright flow allow [CODE]
                         the programs that flows want to run, as checks and as
                         agents, each with a code; with it, allow that one on
                         this device
  planwright flow forbid CODE
                         take that back
  planwright reasoning list
                         the results of flows: drafts, approved and rejected ones,
                         and how to make a plan of one
  planwright reasoning again NOTE, planwright reasoning archive NOTE
                         review a result once more, as a new plan; put it away
  planwright template save PLAN, planwright template list
                         save a plan, or an approved result, as a template; the
                         templates there are
  planwright template new NAME [WORDS]
                         make a draft from a template; the words say what it is
                         for, or what to think through
  planwright flow schema the schema of the \`\`\`flow block, for editors
  planwright skills      instructions for steps of flows, and where each is from
  planwright skills show NAME
                         its words, and what it hides
  planwright skills eject NAME [--user]
                         copy a skill into the vault, to change it; with --user,
                         into your own folder on this device
  planwright models      the language models of the settings: what uses each, what
                         it costs, and whether its key is there
  planwright models test NAME
                         ask a model one tiny question, and say whether an agent
                         can work with it; if not, what to do
  planwright spend-again let agents spend as much money again today
  planwright pause, planwright continue
  planwright take-over   make this the acting device instead of another

  --vault DIR       the vault. Without it: the folder you are in. Commands that
                    only read also try its parents, then the vault used last
  --settings FILE   settings as JSON: servers, actions, folders; give every
                    command the same. Without it: a planwright.json in the
                    vault or beside it, as last confirmed on this device
  --device DIR      where this device keeps its own data
  --executor        let this run seal requests and carry out what was approved
  --grace SECONDS   how long an approval can still be taken back (3)
  --hands           with convert: steps that speak of approval get a ✋
  --by-hand         with think and plan: you are the model; shows each question,
                    and takes the answer that you paste
  --without-model   with plan: asks no model, and takes the note’s own lists
  --lines A-B       with plan: only these lines of the note
  --all-lines       with repair, convert, merge, adopt: show every line, also
                    where there are many notes
  --as NAME         for other programs: the name that stands in the log. A command
                    without it that is not typed in a terminal is noted as one
                    of a program without a name
  --why WORDS       with tick, draft: what was done and why, in a sentence
  --input NAME=WORDS
                    with flow start: the answer to what the flow asks; once for
                    each note where it asks for several
  --user            with eject: into your own folder, for all your vaults
  --mermaid         with flow show: the picture as source for Mermaid
  --table           with init: a file with a table of plans for Obsidian, too
  --json            one JSON object on standard output
  --version         which version this is
  --dry-run         with settle, watch, init, flow start: say what would be done
                    and what would be sent; write nothing, start nothing

To approve a request, move its note from the folder for waiting requests to
the one for approved ones (Pending_Approval and Approved, unless renamed).
Exit codes: 0 done, 1 failed, 2 wrong use, 3 a call failed or may have
failed, a server was not reached, or a model gave no answer.
`;

const OPTIONS = {
  vault: { type: "string" },
  settings: { type: "string" },
  device: { type: "string" },
  executor: { type: "boolean" },
  grace: { type: "string" },
  hands: { type: "boolean" },
  lines: { type: "string" },
  prompt: { type: "boolean" },
  "by-hand": { type: "boolean" },
  "without-model": { type: "boolean" },
  "all-lines": { type: "boolean" },
  as: { type: "string" },
  why: { type: "string" },
  input: { type: "string", multiple: true },
  user: { type: "boolean" },
  mermaid: { type: "boolean" },
  table: { type: "boolean" },
  json: { type: "boolean" },
  "dry-run": { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

/** How many words each verb takes after it. */
const WORDS: Readonly<Record<Verb, readonly [number, number]>> = {
  status: [0, 0],
  settle: [0, 0],
  watch: [0, 0],
  explain: [0, 1],
  show: [0, 1],
  request: [1, 2],
  confirm: [0, 2],
  resolve: [0, 2],
  skip: [1, 2],
  cancel: [1, 1],
  start: [1, 1],
  "spend-again": [0, 0],
  pause: [0, 0],
  continue: [0, 0],
  init: [0, 0],
  "take-over": [0, 0],
  repair: [0, 2],
  convert: [0, 2],
  merge: [0, 2],
  adopt: [0, 2],
  plan: [1, 2],
  think: [1, 1],
  agent: [2, 2],
  models: [0, 2],
  log: [2, 2],
  tick: [1, 2],
  draft: [3, 3],
  flow: [1, 2],
  skills: [0, 2],
  reasoning: [0, 2],
  template: [0, 3],
};

/** Other programs speak by these, and have to say who they are. */
const SPOKEN: readonly Verb[] = ["log", "tick", "draft"];

const RESOLVING: readonly string[] = ["happened", "not-happened", "always", "forget"];
export const AGENT_MODES = ["auto", "step", "off"] as const;

/**
 * The others do what a person says, and nothing that would have to be foretold; `status` and `explain` write nothing
 * anyway.
 */
const FORETOLD: readonly Verb[] = ["settle", "watch", "init", "status", "explain", "show", "flow", "skills"];

export function readWords(argv: readonly string[]): Reading {
  let parsed;
  try {
    parsed = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    if (!(error instanceof Error)) return wrong("These words cannot be read.");
    const option = /^Unknown option '(-[^']*)'/.exec(error.message)?.[1];
    if (option !== undefined)
      return wrong(
        `“${option}” is not an option.${meant(
          option,
          Object.keys(OPTIONS).map((each) => `--${each}`),
        )}`,
      );
    return wrong(`${(error.message.split(/\.\s|\n/)[0] ?? "").replace(/\.$/, "")}.`);
  }
  const { values, positionals } = parsed;
  const [first, ...words] = positionals;
  if (values.help === true || first === "help") return { kind: "help" };
  if (values.version === true) return { kind: "version" };
  if (first === undefined) return wrong("No command was given.");
  const verb = first === "run" ? "settle" : COMMANDS.find((each) => each === first);
  if (verb === undefined)
    return wrong(
      `“${first}” is not a command.${first === "approve" ? " To approve, move the note to the folder for approved requests." : first === "reject" ? " To reject, move the note to the folder for rejected requests." : meant(first, [...COMMANDS, "run"])}`,
    );
  const [least, most] = WORDS[verb];
  if (words.length < least)
    return wrong(
      `“${verb}” needs ${verb === "log" ? "the id or name of a plan, and the words in quotes" : verb === "draft" ? "the id or name of a plan, the number of a step, and a file with the action" : verb === "agent" ? "the id or name of a plan, and “auto”, “step” or “off”" : verb === "plan" ? "the path of a note" : verb === "flow" ? `one of these: ${Object.keys(FLOW_VERBS).join(", ")}` : "the id or name of a plan"}.`,
    );
  if (words.length > most) return wrong(`“${verb}” takes no “${words[most] ?? ""}”.`);
  if (values.vault === "") return wrong("Say which vault with --vault DIR.");
  const grace = values.grace === undefined ? 3 : Number(values.grace);
  if (values.grace?.trim() === "" || !Number.isFinite(grace) || grace < 0)
    return wrong("--grace takes a number of seconds, 0 or more.");
  if (verb === "resolve" && words.length > 0 && !RESOLVING.includes(words[1] ?? ""))
    return wrong(`Say “happened”, “not-happened” or “always”, not “${words[1] ?? ""}”.`);
  const flowFault = verb === "flow" ? sayVerb("flow", FLOW_VERBS, words) : null;
  if (flowFault !== null) return wrong(flowFault);
  const skillFault = verb === "skills" ? sayVerb("skills", SKILL_VERBS, words) : null;
  if (skillFault !== null) return wrong(skillFault);
  const isEject = (verb === "flow" || verb === "skills") && words[0] === "eject";
  if (values.user === true && !isEject) return wrong("--user goes with flow eject and skills eject.");
  if (values.mermaid === true && (verb !== "flow" || words[0] !== "show"))
    return wrong("--mermaid goes with flow show.");
  if (values.table === true && verb !== "init") return wrong("--table goes with init.");
  if (values.table === true && values["dry-run"] === true)
    return wrong("--dry-run does not tell what --table would make; leave one of them out.");
  if (values["dry-run"] === true && isEject)
    return wrong("“eject” cannot be tried out; “skills” and “flow list” say what there is.");
  const resultFault = verb === "reasoning" ? sayResultWords(words) : null;
  if (resultFault !== null) return wrong(resultFault);
  const templateFault = verb === "template" ? sayTemplateWords(words) : null;
  if (templateFault !== null) return wrong(templateFault);
  if (values.input !== undefined && (verb !== "flow" || words[0] !== "start"))
    return wrong("--input goes with flow start.");
  const inputs = readInputs(values.input ?? []);
  if (typeof inputs === "string") return wrong(inputs);
  if (verb === "models" && words[0] !== undefined && words[0] !== "test")
    return wrong(`Say “models”, or “models test NAME”, not “models ${words[0]}”.`);
  if (verb === "models" && words.length === 1)
    return wrong("“models test” needs the name of a model; “models” lists them.");
  if (verb === "agent" && !AGENT_MODES.some((each) => each === words[1]))
    return wrong(`Say “auto”, “step” or “off”, not “${words[1] ?? ""}”.`);
  if ((isShownFirst(verb) || verb === "confirm") && words[1] !== undefined && !/^[0-9a-f]{8}$/.test(words[1]))
    return wrong(
      `The code is the eight characters that “${verb} ${words[0] ?? "all"}” shows, not “${words[1]}”.`,
    );
  const lines = values.lines === undefined ? null : readLines(values.lines);
  if (values.lines !== undefined && verb !== "plan") return wrong("--lines goes with plan.");
  if (values.lines !== undefined && lines === null)
    return wrong("--lines takes two numbers, such as 3-7, or one.");
  if (values["all-lines"] === true && (!isShownFirst(verb) || verb === "plan"))
    return wrong("--all-lines goes with repair, convert, merge and adopt.");
  if (values["all-lines"] === true && words[1] !== undefined)
    return wrong("With a code, no lines are shown. Leave out --all-lines or the code.");
  if (values["by-hand"] === true && verb !== "think" && verb !== "plan")
    return wrong("--by-hand goes with think and plan.");
  if (values["without-model"] === true && verb !== "plan") return wrong("--without-model goes with plan.");
  if (values["without-model"] === true && values["by-hand"] === true)
    return wrong("--without-model and --by-hand exclude each other.");
  if (
    (values["without-model"] === true || values["by-hand"] === true) &&
    verb === "plan" &&
    words[1] !== undefined
  )
    return wrong(
      `With a code, a plan is made as it was shown. Leave out ${values["by-hand"] === true ? "--by-hand" : "--without-model"} or the code.`,
    );
  if (values.prompt === true && verb !== "show") return wrong("--prompt goes with show.");
  if (values.hands === true && verb !== "convert") return wrong("--hands goes with convert.");
  if (SPOKEN.includes(verb) && values.as === undefined)
    return wrong(`“${verb}” is for other programs: say which one with --as NAME.`);
  if ((verb === "tick" || verb === "draft") && values.why === undefined)
    return wrong(`“${verb}” needs --why WORDS: what was done and why, in a sentence.`);
  const nameSaid = values.as === undefined ? null : nameFault(values.as);
  if (nameSaid !== null) return wrong(nameSaid);
  if (values.as !== undefined && ((verb === "confirm" && words[1] !== undefined) || verb === "resolve"))
    return wrong(`“${verb}” is for you alone, so no other program can say it. Leave out --as.`);
  if (values.why !== undefined && verb !== "tick" && verb !== "draft")
    return wrong("--why goes with tick and draft.");
  if (
    ["request", "skip", "tick", "draft"].includes(verb) &&
    words[1] !== undefined &&
    !/^[1-9]\d{0,4}$/.test(words[1])
  )
    return wrong(`A step is given by its number, not “${words[1]}”.`);
  if (values["dry-run"] === true && !FORETOLD.includes(verb))
    return wrong(`“${verb}” cannot be tried out; --dry-run goes with settle, watch and init.`);
  const call: Asked = {
    verb,
    words,
    grace,
    vault: values.vault ?? null,
    settings: values.settings ?? null,
    device: values.device ?? null,
    executor: values.executor === true,
    hands: values.hands === true,
    lines,
    prompt: values.prompt === true,
    byHand: values["by-hand"] === true,
    withoutModel: values["without-model"] === true,
    allLines: values["all-lines"] === true,
    as: values.as ?? null,
    why: values.why ?? null,
    inputs,
    user: values.user === true,
    mermaid: values.mermaid === true,
    table: values.table === true,
    json: values.json === true,
    dryRun: values["dry-run"] === true,
  };
  return { kind: "call", call };
}

/** `3-7` or `3`, counted from 1. */
function readLines(text: string): Call["lines"] {
  const match = /^([1-9]\d{0,5})(?:-([1-9]\d{0,5}))?$/.exec(text.trim());
  const from = Number(match?.[1]);
  const to = Number(match?.[2] ?? match?.[1]);
  return match === null || to < from ? null : { from, to };
}

function wrong(say: string): Reading {
  return { kind: "wrong", say };
}
