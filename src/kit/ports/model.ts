import type { Json } from "../json";

/**
 * A language model: one question, one answer.
 *
 * Promises (tests/contracts/model.suite.ts):
 * - `ask` never throws, and makes no second attempt by itself.
 * - `answered` is said only of an answer that came whole: its server says that it ended, by whatever word, or it ends
 *   in calls whose arguments are whole. Anything that broke off before that is `cut-off`, and nothing in it may be
 *   carried out.
 * - A code of `UNSPENT` is said only when it is certain that the model never began on the question; its usage is zero
 *   then.
 * - After `signal` is aborted, `ask` answers soon; what the answer would have been is not known, and may have been paid
 *   for.
 * - `progress` is called at signs of life, and never after `ask` has answered. With \`silent\` it says that no sign of
 *   life can come before the answer, because the way to the model cannot stream.
 * - Nothing a model says is trusted: texts and arguments are data, cut to a bounded length. A key stands in no answer.
 */
export interface ModelPort {
  ask(
    question: ModelQuestion,
    progress: (sign?: "silent") => void,
    signal: AbortSignal,
  ): Promise<ModelAnswer>;
}

/** The facts that a provider tells of its models without being asked a question, and without cost. */
export interface ModelSizes {
  /** How many tokens fit into the model, in its server’s own words; null where it does not say. Never throws. */
  contextOf(definition: ModelDefinition, signal: AbortSignal): Promise<number | null>;
  /**
   * The models of the server, for a person to choose from; null where it does not say; a sentence where it was not
   * reached, or refuses the key. Never throws.
   */
  list(definition: ModelDefinition, signal: AbortSignal): Promise<readonly OfferedModel[] | string | null>;
}

export interface OfferedModel {
  /** Untrusted, at most 200 characters. */
  readonly name: string;
  /** Tokens; null where the server does not say. */
  readonly fits: number | null;
}

/**
 * How a model is reached. `key` is a name in the keychain of the device (`$secret:name`), or the key itself; empty for
 * none.
 */
export interface ModelDefinition {
  readonly wire: Wire;
  /**
   * Address before `/chat/completions`, `/messages` or `/models`; of a scripted model, the path of its script; of a
   * program, its command.
   */
  readonly url: string;
  /** The model’s name at its provider. */
  readonly model: string;
  readonly key: string;
}

/** How a model behind a server is spoken to. */
export type ServedWire = "openai" | "ollama" | "anthropic" | "google";
/** How a model is reached, whoever provides it. */
export type Wire = ServedWire | "script" | "program" | "person";

export interface ModelQuestion {
  readonly definition: ModelDefinition;
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly OfferedTool[];
  /** Tokens the answer may have. */
  readonly longest: number;
  /** Milliseconds. */
  readonly timeout: number;
  /** For a script to find its answer by; no provider is told. */
  readonly about: { readonly step: string; readonly turn: number };
}

export type Message =
  | { readonly from: "person"; readonly text: string }
  | { readonly from: "model"; readonly parts: readonly Part[] }
  | { readonly from: "tools"; readonly results: readonly ToolResult[] };

/** One part of an answer. `kept`: what the provider wants back with it, and nobody else reads. */
export type Part =
  | { readonly kind: "text"; readonly text: string; readonly kept?: Json | undefined }
  | ({ readonly kind: "call"; readonly kept?: Json | undefined } & WantedCall);

export interface WantedCall {
  /** As the provider gave it; unique within the answer. */
  readonly id: string;
  readonly tool: string;
  /** The arguments as the model wrote them: JSON, or what should have been. */
  readonly input: string;
}

export interface ToolResult {
  readonly call: string;
  readonly tool: string;
  readonly text: string;
}

export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema. */
  readonly schema: Json;
}

/** Tokens. Null where the provider did not say. */
export interface Usage {
  readonly in: number | null;
  /** Of these, how many came from the provider’s cache. */
  readonly cached: number | null;
  /** Of these, how many were put into the cache, where that costs more. */
  readonly written?: number | null | undefined;
  readonly out: number | null;
}

export type ModelAnswer =
  | {
      readonly kind: "answered";
      readonly parts: readonly Part[];
      readonly usage: Usage;
      /** Oddities that had to be read leniently; absent where there were none. */
      readonly odd?: readonly Oddity[];
    }
  | {
      readonly kind: "failed";
      readonly code: FailureCode;
      /** In the words of whoever refused; untrusted, at most 300 characters. */
      readonly why: string;
      readonly usage: Usage;
      /** Milliseconds since the epoch: not to be asked again sooner. */
      readonly until?: number;
    };

/** Ways in which an answer differs from what the wire promises, and which change nothing in its meaning. */
export type Oddity =
  | "text-call"
  | "tool-name"
  | "arguments"
  | "text-value"
  | "end-word"
  | "one-piece"
  | "field"
  | "thoughts-in-text";

/** Why there is no answer. Kept in work notes, so a code keeps its meaning. */
export const FAILURES = [
  "not-reached",
  "busy",
  "stopped",
  "cut-off",
  "question-too-long",
  "answer-too-long",
  "refused",
  "bad-answer",
  "only-thoughts",
  "empty-answer",
  "not-taken",
  "no-key",
  "bad-key",
  "bad-model",
  "bad-address",
  "no-tools",
  "no-credit",
  "no-script",
  "no-program",
  "program-failed",
  "bad-figure",
] as const;
export type FailureCode = (typeof FAILURES)[number];

/** Failures after which it is certain that nothing was spent. */
export const UNSPENT: readonly FailureCode[] = [
  "not-reached",
  "busy",
  "no-key",
  "bad-key",
  "bad-model",
  "bad-address",
  "no-tools",
  "no-credit",
  "no-script",
  "no-program",
  "question-too-long",
];
