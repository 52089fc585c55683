/** The parts of the panel of an agent. Each keeps its elements while what is in them changes. */
import { escapeLine } from "../../../kit/text";
import type { AgentWork, WorkLine, WorkState } from "../../../overview/agentWork";
import type { EngineClient } from "../engineClient";
import { openInbox } from "../inbox/openInbox";
import { KeyedList } from "../mission/keyedList";
import { addIcon, addIconButton, isNews, write } from "../mission/parts";
import { openNote } from "../opening";
import { sayWhen } from "../sayWhen";
import { revealed } from "../text";
import { WORDS } from "../words";
import { stopAgent } from "./agentPrompt";

const { agents: words } = WORDS;

type Shows = (work: AgentWork) => void;

/** A transcript that is this near to its end stays there. Pixels. */
const NEAR = 8;

const ICONS: Readonly<Record<WorkState, string>> = {
  works: "bot",
  waits: "hourglass",
  asks: "message-circle-question",
  paused: "pause",
  done: "circle-check",
  cancelled: "ban",
  stopped: "square",
  elsewhere: "monitor",
  rests: "bot",
  gone: "file-x",
};

/** Draws them for one plan. Answers what shows its work. */
export function drawPanel(el: HTMLElement, client: EngineClient): Shows {
  const parts = [drawHead, drawDid, drawTranscript, drawFiles, drawQuestion].map((draw) => draw(el, client));
  return (work) => {
    for (const show of parts) show(work);
  };
}

function isOver({ state }: AgentWork): boolean {
  return state === "done" || state === "cancelled";
}

function drawHead(el: HTMLElement, client: EngineClient): Shows {
  const head = el.createDiv("planwright-agent-head");
  const line = head.createDiv("planwright-agent-top");
  const state = line.createDiv({ cls: "planwright-agent-state", attr: { role: "status" } });
  let path = "";
  const stop = line.createEl("button", { text: WORDS.status.stop, attr: { "data-part": "stop" } });
  stop.addEventListener("click", () => void stopAgent(client, path));
  const title = head.createEl("h2");
  const step = head.createDiv({ cls: "planwright-muted", attr: { dir: "auto" } });
  const cost = head.createDiv("planwright-agent-cost");
  const spent = cost.createEl("strong");
  const limit = cost.createSpan("planwright-muted");
  const tokens = cost.createSpan("planwright-muted");
  const bar = head.createEl("progress", { cls: "planwright-progress", attr: { "aria-hidden": "true" } });
  const warning = head.createDiv({ cls: "planwright-warning", attr: { role: "status", dir: "auto" } });
  return (work) => {
    ({ path } = work);
    if (isNews(state, work.state)) {
      state.empty();
      addIcon(state, ICONS[work.state], `planwright-icon mod-${work.state}`);
      state.createSpan({ text: words.states[work.state] });
    }
    stop.toggle(work.canStop);
    if (isNews(title, [path, work.title])) {
      title.empty();
      addLink(title, { path, name: work.title }, client);
    }
    write(step, escapeLine(work.step, 300));
    // Only the device that works counts what it costs.
    cost.toggle(work.state !== "elsewhere");
    bar.toggle(work.state !== "elsewhere");
    write(spent, work.spent);
    write(limit, words.of(work.limit));
    write(tokens, work.tokens);
    bar.value = work.share;
    write(warning, work.warning === null ? "" : words.stopEnds(escapeLine(work.warning, 300)));
  };
}

function drawDid(el: HTMLElement): Shows {
  const did = el.createDiv("planwright-agent-did");
  did.createEl("h3", { text: words.did });
  const list = did.createEl("ul");
  return (work) => {
    did.toggle(work.did.length > 0 && work.state !== "works" && work.state !== "waits");
    if (!isNews(list, work.did)) return;
    list.empty();
    for (const text of work.did) list.createEl("li", { text, attr: { dir: "auto" } });
  };
}

function drawTranscript(el: HTMLElement, client: EngineClient): Shows {
  const log = el.createDiv({
    cls: "planwright-agent-log",
    attr: { role: "log", tabindex: "0", "aria-label": words.transcript, "aria-live": "off" },
  });
  // It counts seconds, which nobody wants read to them.
  const now = el.createDiv({ cls: "planwright-agent-now", attr: { role: "timer", dir: "auto" } });
  const toggle = el.createEl("button", "planwright-agent-unfold");
  const unfold = (isShown: boolean): void => {
    log.toggle(isShown);
    toggle.setText(isShown ? words.hideTranscript : words.showTranscript);
  };
  toggle.addEventListener("click", () => unfold(!log.isShown()));
  let before = "";
  let isAtEnd = true;
  let drawn = new Map<string, HTMLElement>();
  log.addEventListener("scroll", () => {
    isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight <= NEAR;
  });
  return (work) => {
    const old = drawn;
    // Lines that stay are left as they are, with what is unfolded in them.
    drawn = new Map(
      work.lines.map((line) => [line.key, old.get(line.key) ?? drawLine(log, line, client)] as const),
    );
    for (const [key, line] of old) if (!drawn.has(key)) line.remove();
    let place = log.firstChild;
    for (const line of drawn.values())
      if (line === place) place = line.nextSibling;
      else log.insertBefore(line, place);
    write(now, escapeLine(work.now, 400));
    toggle.toggle(isOver(work) && drawn.size > 0);
    if (before !== work.state) unfold(!isOver(work));
    before = work.state;
    if (isAtEnd) log.scrollTop = log.scrollHeight;
    // Those that were there at first are not read out.
    if (old.size > 0) log.setAttribute("aria-live", "polite");
  };
}

function drawLine(log: HTMLElement, line: WorkLine, client: EngineClient): HTMLElement {
  const { at, icon, words: said, link, more } = line;
  const el = log.createDiv("planwright-agent-line");
  addIcon(el, icon);
  const main = el.createDiv({ text: said, attr: { dir: "auto" } });
  if (link !== null) {
    main.appendText(" ");
    addLink(main, link, client);
  }
  if (more !== "") {
    const unfold = addIconButton(el, "chevron-down", words.text, () => {
      const text = el.querySelector("pre");
      if (text === null)
        el.createEl("pre", { cls: "planwright-text", text: revealed(more), attr: { tabindex: "0" } });
      text?.remove();
      unfold.setAttribute("aria-expanded", String(text === null));
    });
    unfold.setAttribute("aria-expanded", "false");
  }
  el.createSpan({ cls: "planwright-age", text: sayWhen(at, client) });
  return el;
}

function drawFiles(el: HTMLElement, client: EngineClient): Shows {
  const files = el.createDiv("planwright-agent-files");
  const title = files.createEl("h3");
  const list = new KeyedList<AgentWork["files"][number]>(files.createDiv(), {
    keyOf: ({ path }) => path,
    dataOf: (file) => file,
    draw: (row, file) => {
      addIcon(row, "file-text");
      addLink(row.createDiv(), file, client);
      row.createSpan({ cls: "planwright-age", text: sayWhen(file.at, client) });
    },
    cls: "planwright-agent-line",
  });
  return (work) => {
    files.toggle(work.files.length > 0);
    write(title, isOver(work) ? words.results : words.files);
    list.show(work.files);
  };
}

function drawQuestion(el: HTMLElement, client: EngineClient): Shows {
  const asks = el.createDiv({ cls: "planwright-agent-asks", attr: { role: "status" } });
  const question = asks.createDiv({ attr: { dir: "auto" } });
  let request: string | null = null;
  let plan = "";
  asks
    .createEl("button", { cls: "mod-cta", text: words.answer })
    .addEventListener("click", () => void openInbox(client.app, { request, plan }));
  return (work) => {
    plan = work.path;
    request = work.asks?.request ?? null;
    asks.toggle(work.asks !== null);
    write(question, work.asks === null ? "" : words.waits(escapeLine(work.asks.words, 400)));
  };
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
