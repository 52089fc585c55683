/**
 * Shows what of the settings is new on this device, and all of them folded beneath, and lets a person confirm just
 * that.
 */
import { changesSince, countChanges, type ChangedLine, type SettingsChange } from "../../../settings/changes";
import { describeSettings, sayServers, spellOut, type SettingsLine } from "../../../settings/describe";
import { sensitiveHash, type Settings } from "../../../settings/settings";
import { escapeInvisible } from "../../../kit/text";
import { addFold, openDialog } from "../dialog";
import type { EngineClient } from "../engineClient";
import { showLine, showText, showWarning } from "../text";
import { WORDS } from "../words";

const { confirming } = WORDS.settings;

type Confirming = Pick<EngineClient, "app" | "settings" | "device">;

/** Null where nothing is known of an earlier confirmation. */
export function changesHere(client: Confirming): readonly SettingsChange[] | null {
  const before = client.device.confirmedLines();
  return before === null ? null : changesSince(before, describeSettings(client.settings.now()));
}

/** `then`: once they were confirmed. Settings that a person confirmed are shown, and nothing is asked. */
export function confirmSettings(client: Confirming, then: () => void = () => undefined): void {
  if (client.device.confirmed() && changesHere(client) !== null) {
    openDialog(client.app, {
      title: confirming.here,
      fill: (content) => showSettings(content, changesHere(client), client.settings.now(), confirming.own),
      buttons: [],
      leave: WORDS.dialog.close,
    });
    return;
  }
  let shown = client.settings.now();
  let isConfirmed = false;
  let show = (_why: string | null): void => undefined;
  openDialog(client.app, {
    title: confirming.title,
    fill: (content) => {
      show = (why) => {
        shown = client.settings.now();
        content.empty();
        if (why !== null) showWarning(content, why);
        showSettings(content, changesHere(client), shown);
      };
      show(null);
    },
    buttons: [
      {
        label: confirming.confirm,
        kind: "main",
        run: async () => {
          if (sensitiveHash(client.settings.now()) !== sensitiveHash(shown)) {
            show(confirming.changedMeanwhile);
            return false;
          }
          isConfirmed = await client.device.confirm(shown);
          return isConfirmed;
        },
      },
    ],
    closed: () => {
      if (isConfirmed) then();
    },
  });
}

function showSettings(
  content: HTMLElement,
  changes: readonly SettingsChange[] | null,
  settings: Settings,
  why: string = confirming.why,
): void {
  const all = describeSettings(settings);
  const servers = sayServers(settings);
  if (changes === null) {
    showLine(content, confirming.first);
    if (servers.size === 0) showLine(content, confirming.nothing);
    for (const says of servers.values()) showLine(content, says);
    showText(content, spellOut(all, ["Models", "Unasked"]));
    showAll(content, all);
    return;
  }
  showLine(content, changes.length === 0 ? confirming.same : confirming.changed(countChanges(changes)));
  for (const change of changes) {
    const says = change.group === "Servers" ? servers.get(change.of ?? "") : undefined;
    const isNew = says !== undefined && change.lines.every(({ how }) => how === "new");
    if (isNew) showLine(content, says);
    showChange(isNew ? addFold(content, confirming.details) : content, change);
  }
  if (changes.length > 0) showLine(content, why);
  showAll(content, all);
}

function showAll(content: HTMLElement, all: readonly SettingsLine[]): void {
  showText(addFold(content, confirming.all), spellOut(all));
}

function showChange(content: HTMLElement, { group, of, lines }: SettingsChange): void {
  const box = content.createDiv("planwright-change");
  box.createDiv({ cls: "planwright-change-of", text: confirming.of(group, of) });
  const now = lines.filter(({ how }) => how !== "before" && how !== "gone");
  const gone = lines.filter(({ how }) => how === "before" || how === "gone");
  // A limit and the one it takes the place of stand in the same order; each pair is read together.
  const rows =
    now.length === gone.length
      ? now.flatMap((line, at) => [gone[at], line].flatMap((each) => (each === undefined ? [] : [each])))
      : [...gone, ...now];
  for (const line of rows) showChanged(box, line);
}

function showChanged(box: HTMLElement, { how, text }: ChangedLine): void {
  const row = box.createDiv({ cls: `planwright-changed mod-${how}` });
  row.createSpan({ cls: "planwright-how", text: confirming.how[how] });
  row.createSpan({ cls: "planwright-what", text: escapeInvisible(text) });
}
