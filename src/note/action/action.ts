/**
 * The action that a gated step wants done outside: a type, a target, and everything the tool is given. Written as an
 * `action` code block.
 */
import type { JsonObject } from "../../kit/json";
import type { Fix } from "../../kit/yamlRepair";

export interface Action {
  /** `email`, `payment`, `social_post`, `api_call`, `other`, or one the settings add. */
  readonly type: string;
  /** The receiver or the place; may be empty for types that have no receiver. */
  readonly target: string;
  /** The day and time before which it does not go out, as written; left out where it goes out once it is approved. */
  readonly sendAt?: string;
  /**
   * Every scalar is text, as it was written, or null where nothing was. The tool gets values by its schema instead:
   * note/action/typed.ts.
   */
  readonly args: JsonObject;
  /** Vault paths of files that go along. */
  readonly attachments: readonly string[];
  /** The block that was read; missing where the action comes from a form or a draft. */
  readonly block?: Block;
}

export interface Block {
  /** The text between the fences. */
  readonly source: string;
}

/** Types that say nothing about the action. */
export const BARE_TYPES: readonly string[] = ["other", "sample", "planwright_sample", "by_hand"];

/** `social post`: a type as words. */
export function typeWords(type: string): string {
  return type.replace(/_/g, " ");
}

/** `email to ana@example.com`. May quote the note. */
export function actionWords({ type, target }: Pick<Action, "type" | "target">): string {
  return target === "" ? typeWords(type) : `${typeWords(type)} to ${target}`;
}

export type ActionReading =
  | { readonly kind: "action"; readonly action: Action }
  /**
   * `line` counts from 0 within the block. `mend` is the one change that would put it right, where one is known; `why`
   * then says it in words.
   */
  | { readonly kind: "bad"; readonly line: number; readonly why: string; readonly fix?: Fix };

/** The word after the fence. */
export const ACTION_FENCE = "action";
/**
 * Characters. A longer block is refused, not cut; so is one in a plan whose blocks are longer than twice this together.
 */
export const ACTION_LIMIT = 100_000;
