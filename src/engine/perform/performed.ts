/** How carrying out one move ended. */
/**
 * `stale`: the note is not what the decision was made on; look again. `stuck`: it cannot be done; not tried again until
 * something changes.
 */
export type Performed =
  /** `to`: the path at which a note that was moved lies now. */
  | { readonly kind: "done"; readonly to?: string }
  | { readonly kind: "stale" }
  | {
      readonly kind: "stuck";
      readonly why: string;
      /** The line of the note that hinders it, counted from 1, where one does. */
      readonly line?: number;
      /** The note says already what was to be written. */ readonly same?: true;
    };

export const DONE: Performed = { kind: "done" };
