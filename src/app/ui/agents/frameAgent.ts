/** The elements of an agent’s panel, which stay while what is in them changes. */
import { Menu } from "obsidian";
import { escapeLine } from "../../../kit/text";
import type { AgentWork, WorkLine } from "../../../overview/agentWork";
import { workNotesOf } from "../../../overview/activity";
import type { EngineClient } from "../engineClient";
import { openInbox, type InboxPlace } from "../inbox/openInbox";
import { KeyedList } from "../mission/keyedList";
import { addIcon, addIconButton } from "../mission/parts";
import { openNote, withPlan } from "../opening";
import { sayWhen } from "../sayWhen";
import { WORDS } from "../words";
import { openPrompt, stopAgent } from "./agentPrompt";

const { agents: words } = WORDS;

/** A plan in the list of those at work. */
interface Choice {
  readonly path: string;
  readonly title: string;
  readonly isShown: boolean;
}

export interface AgentParts {
  /** The plan on the screen, and the request that waits there. */
  at: InboxPlace & { readonly plan: string };
  readonly plans: KeyedList<Choice>;
  readonly body: HTMLElement;
  readonly empty: HTMLElement;
  readonly state: HTMLElement;
  readonly stop: HTMLElement;
  readonly title: HTMLElement;
  readonly step: HTMLElement;
  readonly spent: HTMLElement;
  readonly limit: HTMLElement;
  readonly tokens: HTMLElement;
  readonly bar: HTMLProgressElement;
  readonly now: HTMLElement;
  readonly warning: HTMLElement;
  readonly did: HTMLElement;
  readonly log: HTMLElement;
  /** Shows the transcript or not; `isOffered`: a button does the other. */
  unfold(isShown: boolean, isOffered: boolean): void;
  readonly files: HTMLElement;
  readonly filesTitle: HTMLElement;
  readonly fileList: KeyedList<AgentWork["files"][number]>;
  readonly asks: HTMLElement;
  readonly question: HTMLElement;
}

/** `watch` shows another plan. */
export function frameAgent(el: HTMLElement, client: EngineClient, watch: (path: string) => void): AgentParts {
  const plans = new KeyedList<Choice>(el.createDiv("planwright-agent-plans"), {
    keyOf: ({ path }) => path,
    dataOf: (each) => each,
    draw: (row, { path, title, isShown }) => {
      const attr = { "data-part": "plan", ...(isShown ? { "aria-current": "true" } : {}) };
      const button = row.createEl("button", { cls: "planwright-open", attr });
      button.createEl("bdi", { text: escapeLine(title, 120) });
      button.addEventListener("click", () => watch(path));
    },
    cls: "planwright-agent-plan",
  });
  const empty = el.createDiv("planwright-agent-empty");
  empty.createEl("h2", { text: words.states.rests });
  empty.createDiv({ cls: "planwright-muted", text: words.nothingYet });
  const body = el.createDiv("planwright-agent-body");
  const head = body.createDiv("planwright-agent-head");
  const line = head.createDiv("planwright-agent-top");
  const state = line.createDiv({ cls: "planwright-agent-state", attr: { role: "status" } });
  const stop = line.createEl("button", { attr: { "data-part": "stop" } });
  addIcon(stop, "square");
  stop.createSpan({ text: WORDS.status.stop });
  addIconButton(line, "ellipsis", WORDS.mission.more, (event) => openMore(event, parts.at.plan, client));
  const title = head.createEl("h2").createEl("button", { cls: "planwright-open" });
  const step = head.createDiv({ cls: "planwright-muted", attr: { dir: "auto" } });
  const cost = head.createDiv("planwright-agent-cost");
  const money = cost.createDiv();
  const spent = money.createEl("strong");
  const limit = money.createSpan({ cls: "planwright-muted" });
  const tokens = cost.createDiv("planwright-muted");
  const bar = head.createEl("progress", { cls: "planwright-progress", attr: { "aria-hidden": "true" } });
  const warning = head.createDiv({ cls: "planwright-warning", attr: { role: "status", dir: "auto" } });
  const did = body.createDiv("planwright-agent-did");
  did.createEl("h3", { text: words.did });
  const log = body.createDiv({
    cls: "planwright-agent-log",
    attr: { role: "log", tabindex: "0", "aria-label": words.transcript },
  });
  // It counts seconds, which nobody wants read to them.
  const now = body.createDiv({ cls: "planwright-agent-now", attr: { role: "timer", dir: "auto" } });
  const toggle = body.createEl("button", { cls: "planwright-agent-unfold" });
  const files = body.createDiv("planwright-agent-files");
  const filesTitle = files.createEl("h3");
  const fileList = new KeyedList<AgentWork["files"][number]>(files.createDiv(), {
    keyOf: ({ path }) => path,
    dataOf: (each) => each,
    draw: (row, file) => {
      addIcon(row, "file-text");
      addLink(row.createDiv(), file, client);
      row.createSpan({ cls: "planwright-age", text: sayWhen(file.at, client.now()) });
    },
    cls: "planwright-agent-line",
  });
  const asks = body.createDiv({ cls: "planwright-agent-asks", attr: { role: "status" } });
  const question = asks.createDiv({ attr: { dir: "auto" } });
  const answer = asks.createEl("button", { cls: "mod-cta", text: words.answer });
  const unfold = (isShown: boolean, isOffered: boolean): void => {
    log.toggle(isShown);
    toggle.toggle(isOffered);
    toggle.setText(isShown ? words.hideTranscript : words.showTranscript);
    toggle.setAttribute("aria-expanded", String(isShown));
  };
  const parts: AgentParts = {
    at: { plan: "", request: null },
    ...{ plans, body, empty, state, stop, title, step, spent, limit, tokens, bar, now, warning },
    ...{ did, log, unfold, files, filesTitle, fileList, asks, question },
  };
  stop.addEventListener("click", () => void stopAgent(client, parts.at.plan));
  title.addEventListener("click", () => void openNote(client, { target: parts.at.plan, block: null }));
  toggle.addEventListener("click", () => unfold(!log.isShown(), true));
  answer.addEventListener("click", () => void openInbox(client.app, parts.at));
  return parts;
}

/** A button that opens a note which is there, and makes none. */
export function addLink(
  el: HTMLElement,
  { path, name }: NonNullable<WorkLine["link"]>,
  client: EngineClient,
): void {
  const link = el.createEl("button", { cls: "planwright-open", attr: { "data-part": "open" } });
  link.createEl("bdi", { text: escapeLine(name, 160) });
  link.addEventListener("click", () => void openNote(client, { target: path, block: null }));
}

function openMore(event: MouseEvent, path: string, client: EngineClient): void {
  const menu = new Menu();
  const add = (title: string, run: () => unknown): void => {
    menu.addItem((item) => item.setTitle(title).onClick(() => void run()));
  };
  add(words.workNotes, () =>
    withPlan(client, path, (view, world) =>
      openNote(client, { target: workNotesOf(world, view), block: null }),
    ),
  );
  add(words.showPrompt, () => openPrompt(client, path));
  menu.showAtMouseEvent(event);
}
