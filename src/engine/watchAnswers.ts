/** The answers that a person gives in another run, as the model of a plan: its work notes tell of them. */
import { folderOf } from "../kit/path";
import { workNotes } from "../agent/place";
import { isHeldByHand } from "../rules/agentRules";
import type { World } from "../rules/world";
import type { VaultPort } from "../kit/ports/vault";
import type { Settings } from "../settings/settings";

export interface AnswerWatch {
  /** Watches the work notes of the plans that wait for such an answer now, and no others. */
  keep(world: World): void;
  leave(): void;
}

/** `hint`: takes the path of a note that may have changed. */
export function watchAnswers(
  { vault, settings }: { readonly vault: Pick<VaultPort, "watch">; readonly settings: Settings },
  hint: (path: string) => void,
): AnswerWatch {
  let watched: readonly string[] = [];
  let leave = (): void => undefined;
  return {
    keep({ plans }) {
      const notes = plans.filter(isHeldByHand).map(({ plan }) => workNotes(settings, plan));
      if (notes.join("\n") === watched.join("\n")) return;
      leave();
      watched = notes;
      // The folder of a plan comes with its first answer; the note is read again at whatever happens there.
      leave = vault.watch(notes.map(folderOf), () => {
        for (const note of notes) hint(note);
      });
    },
    leave: () => leave(),
  };
}
