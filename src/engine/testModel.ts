/** One tiny question that says whether a model can do the work of an agent, before an agent needs it. */
import { SECOND } from "../kit/dates";
import { isObject, parseJson } from "../kit/json";
import { count } from "../kit/numbers";
import { escapeLine } from "../kit/text";
import type { ClockPort } from "../kit/ports/clock";
import type {
  FailureCode,
  ModelAnswer,
  ModelPort,
  ModelQuestion,
  ModelSizes,
  Oddity,
  Usage,
  WantedCall,
} from "../kit/ports/model";
import { commandLine, definitionOf } from "../settings/models";
import type { Model, Settings } from "../settings/settings";
import { FAILURE_WORDS } from "../agent/stops";

export interface ModelTest {
  readonly kind: "works" | "small" | "no-call" | "bad-call" | FailureCode;
  /** The result of the test, and what to do next. */
  readonly sentence: string;
  /** Milliseconds until the answer. */
  readonly ms: number;
  readonly usage: Usage;
}

export interface Testing {
  readonly models: ModelPort & Partial<ModelSizes>;
  readonly clock: Pick<ClockPort, "now">;
  readonly limits: Pick<Settings["limits"], "call_seconds">;
  readonly signal: AbortSignal;
}

/** Models that think before they call a tool need room for it. Tokens. */
const ROOM = 2000;
const TOOL = "say_ready";

const QUESTION = {
  system: "You answer by calling tools.",
  messages: [{ from: "person", text: `Call the tool ${TOOL} with the one word “ready”.` }],
  tools: [
    {
      name: TOOL,
      description: "Takes a list of words.",
      // A list, because some models write one as a text.
      schema: {
        type: "object",
        properties: { words: { type: "array", items: { type: "string" } } },
        required: ["words"],
        additionalProperties: false,
      },
    },
  ],
  longest: ROOM,
  about: { step: "Test", turn: 1 },
} as const satisfies Omit<ModelQuestion, "definition" | "timeout">;

/**
 * Ways out for failures where the words that an agent’s step gets do not fit: here there is no step. `{model}` is the
 * model’s name.
 */
const WAYS: Partial<Readonly<Record<FailureCode, string>>> = {
  busy: "Wait a little, then test {model} again.",
  "cut-off": "Test {model} again; if it breaks off again, look at its server.",
  "question-too-long": "Use another model than {model}: not even a short question fits.",
  "answer-too-long": `Use another model than {model}: ${count(ROOM)} tokens were too few for one word.`,
  refused: "Use another model than {model}: it refuses a harmless question.",
  "only-thoughts": `Switch off its thinking in the server of {model}, or use another model: ${count(ROOM)} tokens of room gave no answer.`,
  "empty-answer": "Test {model} again; if its answer is empty again, look at its server.",
  stopped: "",
};

/** The oddities of a server’s answers, for the person who runs it: each can be put right there. */
const ODDITIES = {
  "text-call": "it writes its calls as text (its server has no reader for the calls of this model)",
  "tool-name": "it adds something to the names of tools",
  arguments: "it gives arguments in another form than JSON text",
  "text-value": "it writes lists or numbers as texts",
  "end-word": "its answers end in an unusual word, or in none",
  "one-piece": "it answers in one piece instead of a stream, so nothing is seen until the end",
  field: "fields of its answers have unusual forms",
  "thoughts-in-text": "it leaves its thoughts in the answer",
} as const satisfies Readonly<Record<Oddity, string>>;

/** `name`: of the model in the settings. */
export async function testModel(name: string, model: Model, testing: Testing): Promise<ModelTest> {
  const { models, clock, limits, signal } = testing;
  if (model.provider === "by-hand")
    return {
      kind: "works",
      sentence: `“${name}” is you, by copy and paste: there is nothing to test.`,
      ms: 0,
      usage: { in: 0, cached: 0, out: 0 },
    };
  if (model.provider === "program")
    return {
      kind: "no-program",
      sentence: `“${name}” is the program ${escapeLine(commandLine(model.program), 300)}. It is not started for a test, because it could do something. Let it do a first step.`,
      ms: 0,
      usage: { in: 0, cached: 0, out: 0 },
    };
  const definition = definitionOf(model);
  const from = clock.now();
  const answer = await models.ask(
    { ...QUESTION, definition, timeout: limits.call_seconds * SECOND },
    () => undefined,
    signal,
  );
  const ms = clock.now() - from;
  const odd = answer.kind === "answered" ? (answer.odd ?? []) : [];
  const told = (kind: ModelTest["kind"], sentence: string): ModelTest => ({
    kind,
    sentence: escapeLine(`${sentence}${sayOdd(odd)}`, 1200),
    ms,
    usage: answer.usage,
  });
  if (answer.kind === "failed") return told(answer.code, sayFailure(name, model, answer));
  const calls = answer.parts.flatMap((part) => (part.kind === "call" ? [part] : []));
  if (calls.length === 0)
    return told(
      "no-call",
      `“${name}” answered, but called no tool, and an agent works by tools. Use a model that calls tools, or start its server so that it can.`,
    );
  if (!calls.some(isReady))
    return told(
      "bad-call",
      `“${name}” called a tool, but not as it was told to, so an agent could not rely on it. Use another model, or a newer version of its server.`,
    );
  // Asked afterwards: some servers know it only of a model that they have loaded.
  const fits = signal.aborted ? null : ((await models.contextOf?.(definition, signal)) ?? null);
  if (fits !== null && fits < model.context)
    return told(
      "small",
      `“${name}” works, but only ${count(fits)} tokens fit into it, and the settings say ${count(model.context)}. ${sayRoom(fits, model)}`,
    );
  const room =
    fits === null
      ? `Whether ${count(model.context)} tokens fit into it (context size) was not tested: its server does not say.`
      : `Its server says that ${count(fits)} tokens fit into it; the settings use ${count(model.context)} (context size).`;
  return told(
    "works",
    `“${name}” works: it called a tool after ${sayTime(ms)}${sayUsage(answer.usage)}. ${room}`,
  );
}

function sayOdd(odd: readonly Oddity[]): string {
  return odd.length === 0
    ? ""
    : ` Planwright puts up with what is unusual about it: ${odd.map((each) => ODDITIES[each]).join("; ")}.`;
}

function isReady({ tool, input }: WantedCall): boolean {
  try {
    return tool === TOOL && isObject(parseJson(input));
  } catch {
    return false;
  }
}

/** The least that the settings take as `context`. Tokens. */
const LEAST_CONTEXT = 8000;

function sayRoom(fits: number, { provider, context }: Model): string {
  const less =
    fits >= LEAST_CONTEXT
      ? `Set its context size ("context") to ${String(fits)} in the settings`
      : `An agent needs ${count(LEAST_CONTEXT)}: use another model`;
  const more =
    provider === "ollama"
      ? `start Ollama with OLLAMA_CONTEXT_LENGTH=${String(context)}`
      : "let its server give it more";
  return `${less}, or ${more}.`;
}

function sayFailure(
  name: string,
  { key }: Pick<Model, "key">,
  { code, why }: Extract<ModelAnswer, { kind: "failed" }>,
): string {
  if (code === "stopped") return `The test of “${name}” was stopped.`;
  const { title, wayOut } = FAILURE_WORDS[code];
  const way = (WAYS[code] ?? wayOut).replaceAll("{model}", () => `“${name}”`);
  // These are sentences of ours, which say what to do.
  if (why !== "" && (code === "not-reached" || (code === "no-key" && key !== "")))
    return `“${name}” does not work: ${lower(why)}`;
  return `“${name}” does not work: ${title}${why === "" ? "" : ` (${why.replace(/[.\s]+$/, "")})`}. ${way}`;
}

function lower(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

function sayTime(ms: number): string {
  return `${String(Math.max(0.1, Math.round(ms / 100) / 10))} s`;
}

function sayUsage({ in: read, out }: Usage): string {
  if (read === null || out === null) return "; how many tokens that took, its server does not say";
  return `, for ${count(read)} tokens in and ${count(out)} out`;
}
