/** What a gated step wants done outside: a type, a target, and everything the tool is given. Written as an `action` code block. */
import type { JsonObject } from "../kit/json";

export interface Action {
  /** `email`, `payment`, `social_post`, `api_call`, `other`, or one the settings add. */
  readonly type: string;
  /** To whom or where; may be empty for types that have no receiver. */
  readonly target: string;
  readonly args: JsonObject;
  /** Vault paths of files that go along. */
  readonly attachments: readonly string[];
}

export type ActionReading =
  | { readonly kind: "action"; readonly action: Action }
  /** `line` counts from 0 within the block. */
  | { readonly kind: "bad"; readonly line: number; readonly why: string };

/** The word after the fence. */
export const ACTION_FENCE = "action";
/** Characters. A longer block is refused, not cut; so is one in a plan whose blocks are longer than twice this together. */
export const ACTION_LIMIT = 100_000;
