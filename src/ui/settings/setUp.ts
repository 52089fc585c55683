/** Set-up: looks at what is there before it proposes, and makes nothing until the person says so. */
import { Notice, Setting } from "obsidian";
import { checkPath } from "../../kit/path";
import { plain } from "../../kit/text";
import { NOTE_FOLDERS, pathOf, type Settings } from "../../settings/settings";
import { addToggle, openDialog } from "../dialog";
import type { Door } from "../door";
import { showLine, showText, showWarning } from "../text";

/** So many of our folders mean that this is a vault of our kind. */
const ENOUGH = 3;
const OWN_ROOT = "Planwright";

/** A notice that stays until it is clicked away. Answers how to take it back. */
export function offerSetUp(door: Door): () => void {
  const notice = new Notice(
    createFragment((words) => {
      words.createDiv({ text: "Planwright is not set up in this vault yet." });
      words.createEl("button", { text: "Set up" }).addEventListener("click", () => void setUp(door));
    }),
    0,
  );
  return () => notice.hide();
}

export async function setUp(door: Door): Promise<void> {
  const start = door.settings.now();
  const { found, taken } = await door.settings.find(start);
  const ours = found.length >= ENOUGH && taken.length === 0;
  // A folder or two of these names are somebody's own: then ours go under a folder of their own, unless the person says otherwise.
  let root = ours || (found.length === 0 && taken.length === 0) || start.root !== "" ? start.root : OWN_ROOT;
  let others = start.others_write;
  const acting = door.world()?.acting ?? { kind: "nobody" as const };
  let act = door.device.canAct && (door.device.acts() || acting.kind === "nobody");
  let trouble: HTMLElement | null = null;

  openDialog(door.app, {
    title: "Set up Planwright",
    fill: (content) => {
      if (ours)
        showLine(
          content,
          `${String(found.length)} of the folders Planwright works with are here already; they are used as they are.`,
        );
      else if (found.length > 0 || taken.length > 0)
        showLine(
          content,
          `Some folder names are taken in this vault already: ${[...found.map((each) => pathOf(start, each)), ...taken].map((each) => plain(each, 60)).join(", ")}. So Planwright proposes one folder that holds all of its own.`,
        );
      else
        showLine(
          content,
          "Planwright needs some folders. Each gets a short note that says what it is for; nothing that is there is changed.",
        );
      showText(
        content,
        NOTE_FOLDERS.map(
          (each) => `${start.folders[each]}${found.includes(each) ? "  (there already)" : ""}`,
        ).join("\n"),
      );
      new Setting(content)
        .setName("Folder for all of them")
        .setDesc("Empty: at the top of the vault.")
        .addText((text) =>
          text.setValue(root).onChange((value) => (root = value.trim().replace(/^\/+|\/+$/g, ""))),
        );
      addToggle(
        content,
        "Other people write in this vault",
        "Then every approval also needs a confirmation on the acting device.",
        (on) => (others = on),
        others,
      );
      if (door.device.canAct) {
        const named =
          acting.kind === "named" && !door.device.acts()
            ? ` Now it is ${plain(acting.name, 60)}; to take its place, use “Make this the acting device”.`
            : "";
        addToggle(
          content,
          "Let this device act",
          `One device of a vault asks for approvals and carries out what was approved.${named}`,
          (on) => (act = on),
          act,
        );
      } else
        showLine(
          content,
          "This device shows, and lets you approve, reject and answer. A computer has to be the acting device.",
        );
      trouble = content.createDiv({ attr: { "aria-live": "polite" } });
    },
    buttons: [
      {
        label: ours ? "Use these folders" : "Create folders",
        kind: "main",
        run: async () => {
          const why = await carryOut(
            door,
            (now) => ({
              ...now,
              root: root === start.root ? now.root : root,
              others_write: others === start.others_write ? now.others_write : others,
            }),
            act,
          );
          trouble?.empty();
          if (why !== null && trouble !== null) showWarning(trouble, why);
          return why === null;
        },
      },
    ],
  });
}

/** `edit` changes what the person changed in the dialog, and leaves what others changed meanwhile. */
async function carryOut(door: Door, edit: (now: Settings) => Settings, act: boolean): Promise<string | null> {
  const next = edit(door.settings.now());
  if (next.root !== "") {
    const check = checkPath(next.root);
    if (check.kind === "bad") return check.why;
  }
  const { taken } = await door.settings.find(next);
  if (taken.length > 0)
    return `There is something else by the name of ${taken.join(", ")}. Choose another folder for all of them.`;
  const why = await door.settings.change(edit);
  if (why !== null) return why;
  await door.settings.apply();
  if (!(await door.obey({ kind: "set-up" }))) return "The folders could not be made; the notice says why.";
  if (door.device.canAct) await door.device.setActs(act);
  return null;
}
