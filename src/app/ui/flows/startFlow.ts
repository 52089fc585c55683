/**
 * “Start flow…”: which flow, what it asks, and then its plan. One with faults opens its note where the first of them
 * is.
 */
import { Setting, type ButtonComponent } from "obsidian";
import { folderOf, nameOf } from "../../../kit/path";
import { escapeLine } from "../../../kit/text";
import { isAbout } from "../../../note/plan/isAbout";
import { planTitle } from "../../../note/plan/plan";
import type { PlanView, World } from "../../../rules/world";
import { pathOf } from "../../../settings/settings";
import { describePlan } from "../../../overview/describe";
import { notesIn, type OfferedFlow } from "../../../overview/flow/offered";
import { withoutLinks } from "../../../overview/titles";
import { addLines, openDialog } from "../dialog";
import type { EngineClient } from "../engineClient";
import { pick } from "../pick";
import { offerSettings } from "../opening";
import { openAtStep } from "../plans";
import { showLine, showWarning } from "../text";
import { WORDS } from "../words";

const { flows: words } = WORDS;
/** The flow that thinks a question through; a note of the vault can hide it by its name. */
const THINK_THROUGH = "deep-reasoning";

export function isNoteOf(folder: "flows" | "skills", client: EngineClient, path: string): boolean {
  return (
    folderOf(path) === pathOf(client.settings.now(), folder) && /\.md$/i.test(path) && !isAbout(nameOf(path))
  );
}

/** `path`: of the note of the flow; left out, the person picks one of all. */
export async function startFlow(client: EngineClient, path?: string): Promise<void> {
  const all = await client.flows();
  const meant = all?.filter((flow) => path === undefined || flow.path === path) ?? [];
  if (meant.length === 0) client.say(all === null ? WORDS.starting : WORDS.open.gone);
  pick(
    client.app,
    meant,
    sayFlow,
    words.which,
    (flow) => void beginFlow(client, flow),
    (flow) => flow.where ?? "",
  );
}

function sayFlow({ name, about, faults: [fault] }: OfferedFlow): string {
  return fault === undefined ? words.line(name, about) : words.cannot(name, fault.line, fault.says);
}

/**
 * “Think it through…”: about the selection, or the open note, which is given to it. `topic`: about these words instead.
 */
export async function thinkThrough(client: EngineClient, topic?: string, note?: string): Promise<void> {
  const path = note ?? client.app.workspace.getActiveFile()?.path ?? "";
  const selected = client.app.workspace.activeEditor?.editor?.getSelection().trim() ?? "";
  const about = topic ?? (selected === "" ? nameOf(path).replace(/\.md$/i, "") : selected);
  await startNamed(client, THINK_THROUGH, { topic: about, context: path });
}

/** A flow by its name, with answers to begin with. */
export async function startNamed(
  client: EngineClient,
  wanted: string,
  given: Readonly<Record<string, string>>,
): Promise<void> {
  const flow = (await client.flows())?.find(({ name }) => name === wanted);
  if (flow === undefined) client.say(WORDS.starting);
  else await beginFlow(client, flow, given);
}

/** `given`: answers to begin with, by the names of the inputs. One with faults says the first of them. */
export async function beginFlow(
  client: EngineClient,
  flow: OfferedFlow,
  given: Readonly<Record<string, string>> = {},
): Promise<void> {
  const [fault] = flow.faults;
  if (fault === undefined) {
    openForm(client, flow, given);
    return;
  }
  client.say(escapeLine(sayFlow(flow), 400));
  if (flow.path !== null) await openAtLine(client, flow.path, fault.line);
}

/** Editing: in the reading view a line of a block cannot be gone to. `line` counts from 1. */
export async function openAtLine(client: EngineClient, path: string, line: number): Promise<void> {
  await client.app.workspace.openLinkText(path, "", false, {
    state: { mode: "source" },
    eState: { line: line - 1 },
  });
}

function openForm(
  client: EngineClient,
  { name, about, inputs, programs, warnings }: OfferedFlow,
  first: Readonly<Record<string, string>>,
): void {
  const given: Record<string, string> = {};
  let trouble: HTMLElement | null = null;
  openDialog(client.app, {
    title: words.title(escapeLine(name, 60)),
    fill: (content) => {
      showLine(content, escapeLine(about, 300));
      // Where no model thinks, the person does: said before anything is made.
      if (name === THINK_THROUGH && Object.keys(client.settings.now().models).length === 0)
        offerSettings(content, client, words.noModel);
      for (const { line, says } of warnings.slice(0, 3))
        showLine(content, escapeLine(words.warned(line, says), 400));
      for (const [each, input] of Object.entries(inputs))
        addInput(content, input, first[each] ?? "", client, (value) => (given[each] = value));
      for (const { agent, line, steps } of programs)
        showWarning(content, words.isProgram(escapeLine(agent, 60), line, steps));
      trouble = content.createDiv({ attr: { role: "alert" } });
    },
    buttons: [
      {
        label: words.start,
        kind: "main",
        run: async () => {
          trouble?.empty();
          const { isDone, said, made } = await client.answer({
            kind: "start-flow",
            flow: name,
            inputs: given,
            allows: programs.map((each) => each.words),
          });
          if (!isDone && trouble !== null) {
            showWarning(trouble, said);
            trouble.scrollIntoView({ block: "nearest" });
          }
          if (made !== null) void openAtStep(client, made, sayStarted);
          return isDone;
        },
      },
    ],
    leave: WORDS.dialog.cancel,
  });
}

function sayStarted(view: PlanView, world: World): string {
  const { plan, step } = view;
  const { status } = describePlan(view, world);
  return words.started(
    escapeLine(withoutLinks(planTitle(plan)), 100),
    escapeLine(withoutLinks(step?.text ?? ""), 100),
    status === plan.status ? "" : status,
  );
}

function addInput(
  content: HTMLElement,
  { ask, kind, options, default: isUsual }: OfferedFlow["inputs"][string],
  first: string,
  client: EngineClient,
  set: (value: string) => void,
): void {
  const name = escapeLine(ask, 300);
  const usual = isUsual ?? "";
  const desc =
    isUsual === undefined
      ? words.needed
      : usual === "" || kind === "choice"
        ? ""
        : words.whenEmpty(escapeLine(usual, 200));
  const start = first === "" ? usual : first;
  set(start);
  if (kind === "text") {
    addLines(content, { name, desc }, set, start);
    return;
  }
  const row = new Setting(content).setName(name).setDesc(desc);
  if (kind === "choice") {
    row.addDropdown((list) => {
      if (usual === "") list.addOption("", words.choose);
      for (const each of options) list.addOption(each, escapeLine(each, 120));
      list.setValue(start).onChange(set);
    });
    return;
  }
  addNotes(row, kind === "notes", start, client, set);
}

/** Picked and not typed, so that they are there. */
function addNotes(
  row: Setting,
  isSeveral: boolean,
  start: string,
  client: EngineClient,
  set: (value: string) => void,
): void {
  const desc = row.descEl.textContent;
  let chosen = notesIn(start);
  const show = (): void => {
    set(chosen.join("\n"));
    row.setDesc(chosen.length === 0 ? desc : escapeLine(chosen.join(" · "), 1000));
    clear?.buttonEl.toggle(chosen.length > 0);
  };
  let clear: ButtonComponent | null = null;
  row.addButton((button) =>
    button.setButtonText(isSeveral ? words.addNote : words.chooseNote).onClick(() => {
      const notes = client.app.vault.getMarkdownFiles().filter((each) => !isAbout(each.name));
      pick(
        client.app,
        notes.sort((a, b) => b.stat.mtime - a.stat.mtime),
        ({ path }) => path.replace(/\.md$/i, ""),
        words.whichNote,
        ({ path }) => {
          chosen = isSeveral ? [...chosen.filter((each) => each !== path), path] : [path];
          show();
        },
      );
    }),
  );
  if (isSeveral)
    row.addButton((button) => {
      clear = button.setButtonText(words.clearNotes).onClick(() => {
        chosen = [];
        show();
      });
    });
  show();
}
