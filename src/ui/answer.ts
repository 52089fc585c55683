/** A person reads a request in full and answers it: approve, reject with a note, confirm, take back, say what became of it. */
import { showStamp } from "../kit/dates";
import { hashText } from "../kit/hash";
import { plain } from "../kit/text";
import { requestLabel } from "../views/describe";
import { obstacleWords } from "../approval/obstacle";
import { howToConfirm, shownToConfirm, wordsToConfirm } from "../approval/confirming";
import { heldWords } from "../approval/durations";
import type { RequestView } from "../approval/view";
import { addLines, openDialog } from "./dialog";
import type { Door } from "./door";
import { showAction, showLine, showNote, showReceivers, showWarning } from "./text";

/** Shows the whole note as it stands on the disk. What is approved is what was shown: a note that changed meanwhile is not moved. */
export async function approve(door: Door, request: RequestView): Promise<void> {
  const path = request.notes.find(({ folder }) => folder === "pending")?.path;
  const text = path === undefined ? null : await door.read(path);
  if (path === undefined || text === null) {
    door.say("The request cannot be read just now; look at its note.");
    return;
  }
  openDialog(door.app, {
    title: `Approve ${plain(requestLabel(request), 100)}?`,
    fill: (content) => {
      showLine(
        content,
        request.identity?.route == null
          ? "You carry this out yourself after you have approved it."
          : "When you approve it, this goes out once, exactly as it reads here.",
      );
      if (request.obstacle !== null) showWarning(content, obstacleWords(request));
      showReceivers(content, request.action?.target ?? "");
      showNote(content, text);
    },
    buttons: [
      {
        label: "Approve",
        kind: "main",
        run: () => closing(door.obey({ kind: "approve", request: request.id, read: hashText(text) })),
      },
    ],
  });
}

export function reject(door: Door, request: RequestView): void {
  let note = "";
  openDialog(door.app, {
    title: `Reject ${plain(requestLabel(request), 100)}?`,
    fill: (content) => {
      showLine(content, "Nothing is sent. What you write here is kept with the request, under “Your note”.");
      addLines(
        content,
        "Your note",
        "Why, or what should be different. May be empty.",
        (text) => (note = text),
      );
    },
    buttons: [
      {
        label: "Reject",
        kind: "careful",
        run: () => door.obey({ kind: "reject", request: request.id, note }),
      },
    ],
  });
}

export function confirm(door: Door, request: RequestView): void {
  if (request.objection?.id === "by-hand") {
    doByHand(door, request);
    return;
  }
  openDialog(door.app, {
    title: `Confirm ${plain(requestLabel(request), 100)}?`,
    fill: (content) => {
      showWarning(content, wordsToConfirm(request));
      showLine(content, howToConfirm(request));
      showAction(content, request.action);
    },
    buttons: [
      {
        label: "Confirm",
        kind: "careful",
        run: () =>
          closing(door.obey({ kind: "confirm", request: request.id, read: shownToConfirm(request) })),
      },
    ],
  });
}

/** An approved action without a server: the person does it, with what they need at hand. */
function doByHand(door: Door, request: RequestView): void {
  const { action } = request;
  const text = (name: string): string => {
    const value = action?.args[name];
    return typeof value === "string" ? value : "";
  };
  const all = Object.entries(action?.args ?? {})
    .map(([name, value]) =>
      typeof value === "string" ? `${name}:\n${value}` : `${name}: ${JSON.stringify(value)}`,
    )
    .join("\n\n");
  const target = action?.target ?? "";
  const mail = `mailto:${encodeURIComponent(target)}?subject=${encodeURIComponent(text("subject"))}&body=${encodeURIComponent(text("body"))}`;
  openDialog(door.app, {
    title: `Do it by hand: ${plain(requestLabel(request), 100)}`,
    fill: (content) => {
      showLine(content, "You approved this. Do it, then say so here; Planwright sends nothing.");
      const held = heldWords(request);
      if (held !== "") showWarning(content, held);
      showAction(content, action);
    },
    buttons: [
      {
        label: "Copy",
        run: async () => {
          await navigator.clipboard.writeText(target === "" ? all : `${target}\n\n${all}`);
          door.say("Copied.");
          return false;
        },
      },
      ...(action?.type === "email"
        ? [
            {
              label: "Open in mail app",
              run: () => {
                window.open(mail);
                return false;
              },
            },
          ]
        : []),
      {
        label: "I did it",
        kind: "main",
        run: () =>
          closing(door.obey({ kind: "confirm", request: request.id, read: shownToConfirm(request) })),
      },
    ],
  });
}

/** What was refused is no longer as it was shown: it has to be opened anew. */
async function closing(obeyed: Promise<boolean>): Promise<boolean> {
  await obeyed;
  return true;
}

export function resolve(door: Door, request: RequestView): void {
  const { latch, action, receipt } = request;
  const begun = latch?.begun ?? receipt?.record?.begun ?? null;
  const say = (happened: boolean) => () => door.obey({ kind: "resolve", request: request.id, happened });
  openDialog(door.app, {
    title: `Maybe sent: ${plain(requestLabel(request), 100)}`,
    fill: (content) => {
      showWarning(
        content,
        "It was begun, and no clear answer came. Look where it should have arrived before you say what became of it.",
      );
      if (begun !== null) showLine(content, `Begun on ${showStamp(begun)}.`);
      if (action === null) showReceivers(content, latch?.target ?? receipt?.record?.target ?? "");
      const record = receipt?.record ?? null;
      if (record !== null)
        showLine(
          content,
          `${record.route === null ? "" : `Through ${record.route}. `}${record.idempotency === "" ? "" : `It can be recognised by ${record.idempotency}. `}${record.detail}`,
        );
      showAction(content, action);
    },
    buttons: [
      { label: "It happened", run: say(true) },
      { label: "It did not happen", kind: "careful", run: say(false) },
    ],
  });
}
