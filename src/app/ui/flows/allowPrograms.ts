/**
 * “Allow programs of flows…”: the exact commands and folders of checks and of agents that are programs, each with a
 * button for this device alone.
 */
import { Setting } from "obsidian";
import { oddCharacters } from "../../../kit/text";
import type { World } from "../../../rules/world";
import { listPrograms, type ListedProgram } from "../../../overview/flow/programs";
import { openDialog } from "../dialog";
import type { EngineClient } from "../engineClient";
import { openNote } from "../opening";
import { showLine, showText, showWarning } from "../text";
import { WORDS } from "../words";

const { programs: words } = WORDS.flows;

export function allowPrograms(client: EngineClient, world: World): void {
  const dialog = openDialog(client.app, {
    title: words.title,
    fill: (content) => show(client, content, world, () => dialog.close()),
    buttons: [],
    leave: words.close,
  });
}

function show(client: EngineClient, content: HTMLElement, world: World, close: () => void): void {
  content.empty();
  const all = listPrograms(world);
  showLine(content, world.programs ?? (all.length === 0 ? words.none : words.why));
  if (world.programs !== null) return;
  for (const each of all) showProgram(client, content, each, close);
}

function showProgram(
  client: EngineClient,
  content: HTMLElement,
  each: ListedProgram,
  close: () => void,
): void {
  const { kind, line, folder, raw, steps, copy, isAllowed, code } = each;
  showText(content, line);
  const odd = oddCharacters(raw);
  if (odd.length > 0) showWarning(content, words.odd(odd.join("; ")));
  if (kind === "agent") showWarning(content, words.actsByItself);
  const row = new Setting(content)
    .setName(words.inFolder(folder))
    .setDesc(
      [
        steps.length === 0 ? words.unused : words[kind](steps.join(", ")),
        copy === null ? "" : words.byCopy(copy.path, copy.hash),
      ]
        .join(" ")
        .trim(),
    );
  if (copy !== null)
    row.addExtraButton((button) =>
      button
        .setIcon("file-text")
        .setTooltip(words.openCopy)
        .onClick(() => {
          close();
          void openNote(client, { target: copy.path, block: null });
        }),
    );
  row.addButton((button) => {
    button
      .setButtonText(isAllowed ? words.forbid : words.allow)
      .setTooltip(isAllowed ? words.forbidThis(line) : words.allowThis(line))
      .onClick(async () => {
        await client.obey({ kind: "allow-program", code, allows: !isAllowed });
        const now = client.world();
        if (now !== null) show(client, content, now, close);
      });
    if (!isAllowed) button.setCta();
  });
}
