/**
 * Set-up: looks at what is there before it proposes, makes nothing until the person says so, and ends at the start
 * page.
 */
import { Notice, Platform } from "obsidian";
import { checkPath } from "../../../kit/path";
import { escapeLine } from "../../../kit/text";
import { describeSettings, FOLDER_NAMES } from "../../../settings/describe";
import { NOTE_FOLDERS, pathOf, type Settings } from "../../../settings/settings";
import { addFold, addText, addToggle, openDialog } from "../dialog";
import type { EngineClient } from "../engineClient";
import { MISSION_VIEW } from "../mission/parts";
import { showLine, showText, showWarning } from "../text";
import { WORDS } from "../words";
import { confirmSettings } from "./confirmSettings";
import { stateOfDevice } from "./deviceState";
import { openStart, writeAtStart } from "../start/openStart";
import { everySecond } from "./row";
import { zoneToPropose } from "../../../kit/dates";

const { setUp: words, device: deviceWords, fields } = WORDS.settings;

/** So many of our folders mean that this is a vault of our kind. */
const ENOUGH = 3;
const OWN_ROOT = "Planwright";

/** A notice that stays until it is clicked away. Answers how to take it back. */
export function offerSetUp(client: EngineClient): () => void {
  const notice = new Notice(
    createFragment((content) => {
      content.createDiv({ text: words.notYet });
      content.createEl("button", { text: words.setUp }).addEventListener("click", () => {
        // The dialog says it all, and on a phone the notice would lie over it.
        notice.hide();
        void setUp(client);
      });
    }),
    0,
  );
  // Set up by command, on another device or by a terminal, it needs no offer.
  const stopTicking = everySecond(() => {
    const world = client.world();
    // The mission view says the same, with the same button.
    const isTold = client.app.workspace
      .getLeavesOfType(MISSION_VIEW)
      .some(({ view }) => view.containerEl.isShown());
    const isOpen = notice.messageEl.isConnected && !isTold;
    if (isOpen && (world === null || world.folders.absent.length > 0)) return;
    stopTicking();
    notice.hide();
  });
  return () => {
    stopTicking();
    notice.hide();
  };
}

export async function setUp(client: EngineClient): Promise<void> {
  const start = client.settings.now();
  const { found, taken } = await client.settings.find(start);
  const ours = found.length >= ENOUGH && taken.length === 0;
  // A folder or two of these names are somebody's own: then ours go under a folder of their own, unless the person
  // says otherwise.
  let root = ours || (found.length === 0 && taken.length === 0) || start.root !== "" ? start.root : OWN_ROOT;
  let others = start.others_write;
  // A zone that was given before is the vault's; another device may be elsewhere.
  let zone =
    start.time_zone === ""
      ? zoneToPropose(Intl.DateTimeFormat().resolvedOptions().timeZone)
      : start.time_zone;
  const acting = client.world()?.acting ?? { kind: "nobody" as const };
  let act = client.device.canAct && (client.device.acts() || acting.kind === "nobody");
  let table = false;
  let isSetUp = false;
  let trouble: HTMLElement | null = null;

  openDialog(client.app, {
    title: words.title,
    fill: (content) => {
      if (ours) showLine(content, words.ours(found.length));
      else if (found.length > 0 || taken.length > 0)
        showLine(
          content,
          words.taken(
            [...found.map((each) => pathOf(start, each)), ...taken].map((each) => escapeLine(each, 60)),
          ),
        );
      else showLine(content, words.needs);
      if (client.device.canAct) {
        const named =
          acting.kind === "named" && !client.device.acts() ? words.actsNow(escapeLine(acting.name, 60)) : "";
        addToggle(content, { name: words.act, desc: `${words.actDesc}${named}` }, (on) => (act = on), act);
        showReach(content, start);
      } else showLine(content, deviceWords.shows);
      const folders = addFold(content, words.folders(NOTE_FOLDERS.length));
      const list = folders.createEl("dl", "planwright-rows planwright-folders");
      for (const each of NOTE_FOLDERS) {
        list.createEl("dt", { text: start.folders[each] });
        list.createEl("dd", { text: `${FOLDER_NAMES[each]}${found.includes(each) ? words.there : ""}` });
      }
      const more = addFold(content, words.more, root !== start.root);
      addText(more, words.root, (value) => (root = value.trim().replace(/^\/+|\/+$/g, "")), root);
      addText(more, fields.time_zone, (value) => (zone = value.trim()), zone);
      addToggle(more, fields.others_write, (on) => (others = on), others);
      addToggle(more, words.table, (on) => (table = on), table);
      trouble = content.createDiv({ attr: { "aria-live": "polite" } });
    },
    buttons: [
      {
        label: ours ? words.use : words.create,
        kind: "main",
        run: async () => {
          const why = await carryOut(
            client,
            (now) => ({
              ...now,
              root: root === start.root ? now.root : root,
              time_zone: zone === start.time_zone ? now.time_zone : zone,
              others_write: others === start.others_write ? now.others_write : others,
            }),
            { act, table },
          );
          trouble?.empty();
          if (why !== null && trouble !== null) showWarning(trouble, why);
          // Open before the dialog is gone: what a person opens after it stays in front.
          if (why === null) await openStart(client.app, false);
          return (isSetUp = why === null);
        },
      },
    ],
    // The dialog gives the focus back first.
    closed: () => {
      if (!isSetUp) return;
      if (!Platform.isPhone) writeAtStart(client.app);
      void sayNext(client, act);
    },
  });
}

/** The programs that may start and the addresses that may be reached, by the settings that came with the vault. */
function showReach(content: HTMLElement, settings: Settings): void {
  const lines = describeSettings(settings).filter(
    ({ group, of }) => of !== null && (group === "Servers" || group === "Models"),
  );
  const names = [...new Set(lines.map(({ of }) => escapeLine(of ?? "", 60)))];
  showLine(content, lines.length === 0 ? words.reachesNothing : words.reaches(names));
  if (lines.length > 0) showText(addFold(content, words.details), lines.map(({ text }) => text).join("\n"));
}

/** The start page has something to try; whoever has plans is told when they go on. */
async function sayNext(client: EngineClient, act: boolean): Promise<void> {
  const world = act ? await client.look() : null;
  if (world === null || [...world.planIndex.all()].length === 0) return;
  // Set up, and still not acting: the person would have to find out by themselves what is missing.
  if (client.device.confirmed()) tellStart(client);
  else confirmSettings(client, () => tellStart(client));
}

/** Says that this device acts, as soon as it does. */
function tellStart(client: EngineClient): void {
  const tell = (): boolean => {
    const { acts, sentence } = stateOfDevice(client);
    if (!acts && sentence === deviceWords.starting) return false;
    client.say(acts ? deviceWords.saysNow : sentence);
    return true;
  };
  if (tell()) return;
  const stopTicking = everySecond(() => {
    if (tell()) stopTicking();
  });
  client.atEnd(stopTicking);
}

interface Wanted {
  readonly act: boolean;
  readonly table: boolean;
}

/** `edit` changes what the person changed in the dialog, and leaves what others changed meanwhile. */
async function carryOut(
  client: EngineClient,
  edit: (now: Settings) => Settings,
  { act, table }: Wanted,
): Promise<string | null> {
  const next = edit(client.settings.now());
  if (next.root !== "") {
    const check = checkPath(next.root);
    if (check.kind === "bad") return check.why;
  }
  const { taken } = await client.settings.find(next);
  if (taken.length > 0) return words.somethingElse(taken);
  const why = await client.settings.change(edit);
  if (why !== null) return why;
  await client.settings.apply();
  const { isDone, said } = await client.answer({ kind: "set-up", table });
  if (!isDone) return said;
  // The person names it: there is nothing to wait for.
  if (act && client.world()?.acting.kind === "nobody") await client.answer({ kind: "take-over", from: null });
  if (client.device.canAct) await client.device.setActs(act);
  // A device that acts is told what comes next instead.
  if (!act || table) client.say(said);
  return null;
}
