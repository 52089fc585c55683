/** “Allow programs of flows…”: the exact commands and folders of checks, each with a button for this device alone. */
import { Setting } from "obsidian";
import { oddCharacters } from "../../kit/text";
import type { World } from "../../rules/world";
import { listPrograms, type ListedProgram } from "../../views/flow/programs";
import { openDialog } from "../dialog";
import type { Door } from "../door";
import { showLine, showText, showWarning } from "../text";
import { WORDS } from "../words";

const { programs: words } = WORDS.flows;

export function allowPrograms(door: Door, world: World): void {
  openDialog(door.app, {
    title: words.title,
    fill: (content) => show(door, content, world),
    buttons: [],
    leave: words.close,
  });
}

function show(door: Door, content: HTMLElement, world: World): void {
  content.empty();
  const all = listPrograms(world);
  showLine(content, world.programs ?? (all.length === 0 ? words.none : words.why));
  if (world.programs !== null) return;
  for (const each of all) showProgram(door, content, each);
}

function showProgram(door: Door, content: HTMLElement, each: ListedProgram): void {
  const { line, folder, checks, isAllowed, code, program } = each;
  showText(content, line);
  const odd = oddCharacters([...program.words, program.folder].join(" "));
  if (odd.length > 0) showWarning(content, words.odd(odd.join("; ")));
  new Setting(content)
    .setName(words.inFolder(folder))
    .setDesc(checks.length === 0 ? words.unused : words.checks(checks.join(", ")))
    .addButton((button) => {
      button
        .setButtonText(isAllowed ? words.forbid : words.allow)
        .setTooltip(isAllowed ? words.forbidThis(line) : words.allowThis(line))
        .onClick(async () => {
          await door.obey({ kind: "allow-program", code, allows: !isAllowed });
          const now = door.world();
          if (now !== null) show(door, content, now);
        });
      if (!isAllowed) button.setCta();
    });
}
