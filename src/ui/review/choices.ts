/** The buttons of the review: what a person can answer to the request in it, and what each does. */
import { shownToConfirm } from "../../approval/confirming";
import { hashText } from "../../kit/hash";
import { ANSWER_ROWS } from "../../views/answers";
import type { Review } from "../../views/review";
import type { Door } from "../door";
import { copyAction } from "../opening/copyAction";
import { WORDS } from "../words";
import { refusable } from "../requests";

const { review: words } = WORDS;

export interface Choice {
  readonly label: string;
  readonly kind?: "main" | "careful" | undefined;
  /** The key that does it, as the app spells it. */
  readonly key?: "A" | "R" | "Mod+Enter" | undefined;
  /** Only once the end of the text was in view. */
  readonly afterReading?: boolean;
  /** `answered`: on to the next. `refused`: the request is looked at anew. `stay`: nothing has changed. */
  readonly run: () => Promise<After> | After;
}

type After = "answered" | "refused" | "stay" | "close" | "rejecting";

/** Those before the hint, and those behind it. */
export function choicesFor(door: Door, review: Review): { readonly start: Choice[]; readonly end: Choice[] } {
  const { request, decision, note } = review;
  const obey = async (command: Parameters<Door["obey"]>[0]): Promise<"answered" | "refused"> =>
    (await door.obey(command)) ? "answered" : "refused";
  const world = door.world();
  const start: Choice[] = [];
  const end: Choice[] = [];
  if (decision !== "by-hand" && world !== null && refusable(world).some(({ id }) => id === request.id))
    start.push({ label: ANSWER_ROWS.reject.label, key: "R", run: () => "rejecting" });
  if (decision === "hold" || decision === "confirm" || decision === "by-hand")
    (decision === "hold" ? end : start).push({
      label: ANSWER_ROWS.hold.label,
      kind: decision === "hold" ? "main" : undefined,
      run: () => obey({ kind: "hold", request: request.id }),
    });
  const { plan } = review;
  if (plan !== null && (decision === "approve" || decision === "changed"))
    start.push({
      label: words.change,
      run: () => {
        const link = plan.step === "" ? plan.path : `${plan.path}#^${plan.step}`;
        void door.app.workspace.openLinkText(link, "");
        return "close";
      },
    });
  switch (decision) {
    case "approve":
      if (note !== null && review.shown !== null)
        end.push({
          label: words.approve,
          kind: "main",
          key: "A",
          afterReading: true,
          run: () => obey({ kind: "approve", request: request.id, read: hashText(note) }),
        });
      break;
    case "confirm":
    case "by-hand":
      if (decision === "by-hand") start.push(...byHand(door, review));
      end.push({
        label: decision === "confirm" ? words.confirmIt : ANSWER_ROWS.did.label,
        kind: decision === "confirm" ? "careful" : "main",
        key: "Mod+Enter",
        afterReading: decision === "confirm",
        run: () => obey({ kind: "confirm", request: request.id, read: shownToConfirm(request) }),
      });
      break;
    case "changed":
    case "hold":
    case "none":
      break;
    case "resolve":
      for (const happened of [false, true])
        end.push({
          label: ANSWER_ROWS[happened ? "happened" : "not-happened"].label,
          kind: happened ? undefined : "careful",
          run: () => obey({ kind: "resolve", request: request.id, happened }),
        });
  }
  return { start, end };
}

/** What a person needs to do it: its text, and a new mail where it is one. */
function byHand(door: Door, { action, kind }: Review): readonly Choice[] {
  if (action === null) return [];
  const { target, args } = action;
  const text = (name: string): string => (typeof args[name] === "string" ? args[name] : "");
  const mail = `mailto:${encodeURIComponent(target)}?subject=${encodeURIComponent(text("subject"))}&body=${encodeURIComponent(text("body"))}`;
  const copy: Choice = {
    label: ANSWER_ROWS.copy.label,
    run: async (): Promise<After> => {
      await copyAction(door, { action });
      return "stay";
    },
  };
  const write: Choice = {
    label: words.mailApp,
    run: () => {
      window.open(mail);
      return "stay";
    },
  };
  return kind === "mail" ? [copy, write] : [copy];
}
