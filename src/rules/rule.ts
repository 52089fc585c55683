/** The shape of one row in the table of rules. */
import type { Move, Wait } from "./moves";
import type { World } from "./world";

/** `Around` is all that a row may know besides its subject. */
export interface Rule<Subject, Around = World> {
  readonly id: string;
  /** When it applies, for the README and `explain`. */
  readonly when: string;
  /**
   * `anyone` who may write unattended here; `keeper`: the acting device, also while it is paused; `actor`: the acting
   * device while nothing hinders it.
   */
  readonly by: "anyone" | "keeper" | "actor";
  /**
   * Does not wait for another move of its plan that is stuck, which may last for ever: it uses an approval up, or puts
   * one away that is used up.
   */
  readonly apart?: true;
  readonly decide: (
    subject: Subject,
    world: Around,
  ) => { readonly move: Move; readonly because: string } | Pick<Wait, "until" | "because" | "isTold"> | null;
}
