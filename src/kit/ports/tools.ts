import type { Json, JsonObject } from "../json";

export type { Json, JsonObject };

/**
 * The outside, reached through MCP servers. Two verbs: look at what a server offers, and call one tool once.
 *
 * Promises (tests/contracts/tools.suite.ts):
 * - Neither verb throws. `look` starts or connects the server when needed and asks for its tools afresh each time.
 * - `call` makes at most one attempt, with no retry at any layer, and always answers: within `timeout` milliseconds of
 *   the last sign of progress, within `longest` in any case, plus a second to give up. A late answer is dropped.
 * - `not-sent` is said only when it is certain that not a byte of this call left (validation, spawning or connecting
 *   failed), or when the server says by the protocol, before any progress, that nothing was done: a person has to visit
 *   an address first (-32042), or it knows no such call (-32601).
 * - `ok`: an answer came with a sign that it was done, without a condition or a denial anywhere. Oddities that change
 *   nothing do not make it less than that; words of the call that are quoted back count for nothing.
 * - `unclear`: an answer came, and says neither that it was done nor that it failed. An empty one is among these.
 * - `tool-error`: an answer came that is marked as an error (`isError`), whatever else is odd about it, or that is an
 *   error of the protocol with words of the server's own.
 * - `unknown`: everything else, an answer that says in words of its own that it failed among it. `said` holds those
 *   words.
 * - Once the `signal` of a call is aborted, it is answered soon: `not-sent` where nothing has left, otherwise
 *   `unknown`.
 * - After `halt` no call leaves any more: one that has not left is `not-sent`, a look ends at once. A call that has
 *   left goes on to its end. Programs with no call under way are let go.
 * - Nothing a server says is trusted: names, descriptions and results are data, cut to a bounded length. Nothing it
 *   says makes a verb throw, and an odd tool does not hide the others.
 * - Servers' own requests (sampling, elicitation, roots) are refused.
 */
export interface ToolsPort {
  look(server: string, definition: ServerDefinition): Promise<ServerView>;
  call(call: ToolCall): Promise<CallOutcome>;
  /** The program is told to stop: from here on nothing leaves and no server is started. Cannot be taken back. */
  halt(): void;
  /** Stops every server this port started. Resolves when they are gone or were killed. */
  close(): Promise<void>;
}

/** How a server is reached: a command spoken to over stdio, or an address spoken to over streamable HTTP. */
export type ServerDefinition = (
  | {
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd?: string | undefined;
    }
  | { readonly url: string; readonly headers: Readonly<Record<string, string>> }
) & {
  /** Names of the values that were filled in from a keychain; never in the settings. */
  readonly kept?: readonly string[];
};

export type ServerView =
  | { readonly kind: "up"; readonly tools: readonly ToolView[]; readonly leftOut?: readonly LeftOut[] }
  | { readonly kind: "down"; readonly why: string };

export interface ToolView {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments, with secrets blanked in its prose. Untrusted data, at most 100 levels deep. */
  readonly schema: JsonObject;
  /** Hash of the name and the schema exactly as the server sent them; where it is absent, `schema` is exactly that. */
  readonly sent?: string;
  /** Hash of all that its server says of it: of that, the description and the annotations. */
  readonly said?: string;
}

/** Something in a server's list of tools that cannot be used. The others can. */
export interface LeftOut {
  /** As the server spells it; empty where it gives no text. Untrusted, at most 128 characters. */
  readonly name: string;
  readonly why: LeftOutWhy;
}

export type LeftOutWhy =
  | "not-a-tool"
  | "no-name"
  | "odd-name"
  | "listed-twice"
  | "odd-schema"
  | "too-long"
  | "too-deep"
  | "too-many";

export interface ToolCall {
  /** The schema of the tool's input when it was looked at; a tool that takes anything else by now is not called. */
  readonly schema?: JsonObject;
  readonly server: string;
  readonly definition: ServerDefinition;
  readonly tool: string;
  readonly args: JsonObject;
  /** Sent along in MCP `_meta` as `planwright/action_id`. */
  readonly action: string;
  /** Milliseconds without an answer or a sign of progress. */
  readonly timeout: number;
  /** Milliseconds at most, whatever progress is told; `timeout` where it is missing. */
  readonly longest?: number;
  /** Aborted when nobody wants the call any more. */
  readonly signal?: AbortSignal;
  /** Characters of the answer that are kept; 4,000 unless told. */
  readonly most?: number;
  /**
   * Present where a model reads the answer: it gets both parts of a result, the texts and the structured one. Of a tool
   * that reads, any result is an answer: words about failure, or nothing found, are its content.
   */
  readonly forModel?: "reading" | "doing";
}

/** An unclear answer without what differs from call to call; or why nobody can teach what it means. */
export type Lesson = { readonly masked: string } | { readonly fault: "held" | "too-short" | "too-long" };

export type CallOutcome =
  | { readonly kind: "ok"; readonly text: string }
  | ((
      | { readonly kind: "unclear"; readonly text: string; readonly lesson?: Lesson }
      | { readonly kind: "not-sent"; readonly why: string }
      | { readonly kind: "tool-error"; readonly text: string }
      | { readonly kind: "unknown"; readonly why: string; readonly said?: string }
    ) & {
      /** Present where the server asks to be left alone for now: milliseconds until it takes the next call. */
      readonly rests?: number;
    });
