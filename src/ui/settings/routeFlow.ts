/** “Add…”: what kind of thing goes out, through which server, and with which of the tools that it offers. */
import { Setting } from "obsidian";
import { TYPE } from "../../action/parse";
import { formFields, type Field } from "../../action/form";
import { plain } from "../../kit/text";
import type { ToolView } from "../../ports/tools";
import type { Mapping } from "../../settings/settings";
import { addText, addToggle } from "../dialog";
import { showLine } from "../text";
import { WORDS } from "../words";
import { addChoice, addFold, Flow, type FlowPage } from "./flow";
import { viewOf } from "./known";
import { renamed, type Place } from "./place";
import { draftOf, fillServer, lookAt, readDraft, saveServer } from "./serverFlow";
import type { TypeDraft } from "./drafts";

const words = WORDS.settings.typing;

const NO_TOOL: Omit<Mapping, "server"> = {
  tool: "",
  target_argument: null,
  idempotency_argument: null,
  attachments_argument: null,
  error_means_nothing_happened: false,
};

/** Names of tools that carry out a type, and of servers that have them. Only proposed; the person sees which it is. */
const LIKELY: Readonly<Record<string, { readonly tool: RegExp; readonly server: string }>> = {
  email: { tool: /^(?=.*(send|compose))(?=.*(mail|message)).*$/i, server: "mail" },
  payment: { tool: /pay|transfer/i, server: "bank" },
};
const TARGETS = /^(to|recipients?|payee|receiver|address|iban|account)$/i;
const MARKS = /^(message_?id|idempotency_?key)$/i;

/** `type`: the one to change; null for a new one. */
export function changeType(place: Place, type: string | null): void {
  new TypeFlow(place, type).begin();
}

class TypeFlow {
  readonly #flow: Flow;
  readonly #draft: TypeDraft;

  constructor(
    private readonly place: Place,
    private readonly before: string | null,
  ) {
    this.#flow = new Flow(place.door.app);
    const { actions, servers } = place.door.settings.now();
    const mapping = before === null ? undefined : actions[before];
    if (before !== null && mapping !== undefined) {
      const { server, ...rest } = mapping;
      this.#draft = { type: before, kind: before, server, newServer: draftOf("", null), mapping: rest };
    } else
      this.#draft = place.drafts.type ??= {
        type: "",
        kind: null,
        server: Object.keys(servers)[0] ?? "",
        newServer: draftOf("", null),
        mapping: NO_TOOL,
      };
  }

  begin(): void {
    if (this.before !== null) this.#showTool();
    else this.#showKinds();
    this.#flow.open();
  }

  #showKinds(): void {
    const { actions } = this.place.door.settings.now();
    this.#flow.show({
      title: words.add,
      fill: (content) => {
        for (const [kind, name] of Object.entries(words.kinds)) {
          if (Object.hasOwn(actions, kind)) continue;
          content
            .createEl("button", { cls: "planwright-kind", text: name })
            .addEventListener("click", () => this.#choose(kind));
        }
      },
      buttons: [],
    });
  }

  #choose(kind: string): void {
    const draft = this.#draft;
    if (draft.kind !== kind) {
      draft.kind = kind;
      draft.type = kind;
      draft.mapping = NO_TOOL;
      const { servers } = this.place.door.settings.now();
      const own = LIKELY[kind]?.server ?? "";
      const name = Object.hasOwn(servers, own) ? "" : own;
      if (draft.newServer.source === "") draft.newServer.name = name;
    }
    this.#showServer();
  }

  #showServer(): void {
    const draft = this.#draft;
    const { servers } = this.place.door.settings.now();
    const names = Object.keys(servers);
    if (!names.includes(draft.server)) draft.server = "";
    const redraw = (): void => this.#showServer();
    this.#flow.show({
      title: words.serverTitle(this.#name()),
      back: () => this.#showKinds(),
      fill: (content) => {
        if (names.length > 0)
          new Setting(content)
            .setName(words.server.name)
            .setDesc(words.server.desc)
            .addDropdown((list) => {
              for (const name of names) list.addOption(name, plain(name, 60));
              list
                .addOption("", words.newServer)
                .setValue(draft.server)
                .onChange((name) => {
                  draft.server = name;
                  redraw();
                });
            });
        if (draft.server === "") fillServer(content, this.place, draft.newServer, redraw);
      },
      buttons: [{ label: words.look, run: () => this.#lookAtServer() }],
    });
  }

  async #lookAtServer(): Promise<void> {
    const { place } = this;
    const given = this.#server();
    if (typeof given === "string") {
      this.#flow.tell(given);
      return;
    }
    if (!place.door.device.canAct || this.#tools() !== null) {
      this.#showTool();
      return;
    }
    this.#flow.tell(words.looking, false);
    const view = await lookAt(place, given);
    if (view.kind === "up") {
      this.#showTool();
      return;
    }
    this.#flow.tell(WORDS.settings.server.down(plain(view.why, 600)));
    const telling = this.#flow.contentEl.lastElementChild;
    telling?.createEl("button", { text: words.untested }).addEventListener("click", () => this.#showTool());
  }

  #showTool(): void {
    const { place, before } = this;
    const draft = this.#draft;
    const tools = this.#tools();
    const name = this.#serverName();
    if (tools !== null && draft.mapping.tool === "") this.#take(guess(draft.type, tools));
    const tool = tools?.find((each) => each.name === draft.mapping.tool);
    const page: FlowPage = {
      title: before === null ? words.toolTitle(this.#name()) : words.editTitle(this.#name()),
      ...(before === null ? { back: () => this.#showServer() } : {}),
      fill: (content) => {
        showLine(content, tools === null ? words.unknown(name) : words.known(name, tools.length));
        if (before !== null || draft.kind === "")
          addText(content, words.type, (text) => (draft.type = text.trim()), draft.type);
        if (before !== null) this.#addServers(content);
        addChoice(
          content,
          { ...words.tool, ...(draft.mapping.tool === "" ? { none: "–" } : {}) },
          tools?.map((each) => each.name) ?? null,
          draft.mapping.tool,
          (value) => {
            if (tools === null) draft.mapping = { ...draft.mapping, tool: value };
            else {
              this.#take(tools.find((each) => each.name === value) ?? null);
              this.#showTool();
            }
          },
        );
        if (tool !== undefined) showTool(content, tool);
        this.#addArguments(content, tool);
      },
      buttons: [
        ...(tools === null && place.door.device.canAct
          ? [{ label: words.showTools, run: () => this.#lookAtServer() }]
          : []),
        { label: words.save, run: () => this.#save() },
      ],
    };
    this.#flow.show(page);
  }

  #addServers(content: HTMLElement): void {
    const draft = this.#draft;
    addChoice(
      content,
      words.server,
      Object.keys(this.place.door.settings.now().servers),
      draft.server,
      (server) => {
        draft.server = server;
        this.#showTool();
      },
    );
  }

  #addArguments(content: HTMLElement, tool: ToolView | undefined): void {
    const draft = this.#draft;
    const { mapping } = draft;
    const names = tool === undefined ? null : fieldsOf(tool).map(({ name }) => name);
    // Without an argument of that name the tool cannot be called until the person has said which one it is.
    const isOpen = names !== null && mapping.target_argument === null && !names.includes("to");
    const fold = addFold(content, words.more, isOpen || this.before !== null);
    const add = (
      text: { readonly name: string; readonly desc: string; readonly none: string },
      key: "target_argument" | "idempotency_argument" | "attachments_argument",
    ): void =>
      addChoice(fold, text, names, mapping[key] ?? "", (value) => {
        draft.mapping = { ...draft.mapping, [key]: value === "" ? null : value };
      });
    add(words.target, "target_argument");
    add(words.mark, "idempotency_argument");
    add(words.attachments, "attachments_argument");
    addToggle(
      fold,
      words.harmless,
      (on) => (draft.mapping = { ...draft.mapping, error_means_nothing_happened: on }),
      mapping.error_means_nothing_happened,
    );
  }

  /** The tool, with the arguments that it seems to have for the purpose. */
  #take(tool: ToolView | null): void {
    const names = tool === null ? [] : fieldsOf(tool).map(({ name }) => name);
    this.#draft.mapping = {
      ...NO_TOOL,
      tool: tool?.name ?? "",
      target_argument: names.includes("to") ? null : (names.find((each) => TARGETS.test(each)) ?? null),
      idempotency_argument: names.find((each) => MARKS.test(each)) ?? null,
      attachments_argument: names.find((each) => /^attachments?$/i.test(each)) ?? null,
    };
  }

  async #save(): Promise<void> {
    const { place, before } = this;
    const draft = this.#draft;
    const { actions } = place.door.settings.now();
    const why = !TYPE.test(draft.type)
      ? words.badType
      : draft.mapping.tool === ""
        ? words.noTool
        : draft.type !== before && Object.hasOwn(actions, draft.type)
          ? words.taken
          : await this.#saveServer();
    if (why !== null) {
      this.#flow.tell(why);
      return;
    }
    const mapping = { server: this.#serverName(), ...draft.mapping };
    const saved = await place.save((now) => ({
      ...now,
      actions: renamed(now.actions, before, draft.type, mapping),
    }));
    if (saved !== null) {
      this.#flow.tell(saved);
      return;
    }
    if (before === null) place.drafts.type = null;
    this.#flow.close();
  }

  /** A new server is saved before the type that names it. */
  async #saveServer(): Promise<string | null> {
    if (this.#draft.server !== "") return null;
    const given = this.#server();
    if (typeof given === "string") return given;
    const why = await saveServer(this.place, null, given);
    if (why === null) this.#draft.server = given.name;
    return why;
  }

  #server(): ReturnType<typeof readDraft> {
    const { server, newServer } = this.#draft;
    const definition = this.place.door.settings.now().servers[server];
    return server === "" || definition === undefined ? readDraft(newServer) : { name: server, definition };
  }

  #serverName(): string {
    return this.#draft.server === "" ? this.#draft.newServer.name.trim() : this.#draft.server;
  }

  /** Null where the server has not said what it offers. */
  #tools(): readonly ToolView[] | null {
    const { server } = this.#draft;
    const given = this.#server();
    if (typeof given === "string") return null;
    const { door, tests } = this.place;
    const view = server === "" ? tests.server(given.name, given.definition) : viewOf(door, tests, server);
    return view?.kind === "up" ? view.tools : null;
  }

  #name(): string {
    const { type, kind } = this.#draft;
    return kind === "" ? (words.kinds[""] ?? "") : WORDS.settings.sending.type(type);
  }
}

function guess(type: string, tools: readonly ToolView[]): ToolView | null {
  const likely = LIKELY[type]?.tool;
  const found = tools.filter(({ name }) => likely?.test(name) === true);
  return found[0] ?? (tools.length === 1 ? (tools[0] ?? null) : null);
}

function fieldsOf(tool: ToolView): readonly Field[] {
  return formFields(tool.schema);
}

function showTool(content: HTMLElement, tool: ToolView): void {
  const box = content.createDiv("planwright-outcome");
  if (tool.description !== "") box.createDiv({ text: plain(tool.description, 600) });
  const names = fieldsOf(tool).map(({ name }) => plain(name, 60));
  if (names.length > 0) box.createDiv({ text: words.takes(names) });
}
