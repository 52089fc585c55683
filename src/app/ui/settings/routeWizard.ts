/** “Add…”: what kind of thing goes out, through which server, and with which of the tools that it offers. */
import { Setting } from "obsidian";
import { TYPE } from "../../../note/action/parse";
import { escapeLine } from "../../../kit/text";
import type { ToolView } from "../../../kit/ports/tools";
import { addFold, addText, addToggle } from "../dialog";
import { showLine } from "../text";
import { WORDS } from "../words";
import { addChoice, Wizard, type WizardPage } from "./wizard";
import { viewOf } from "./known";
import { showMail } from "./mailWizard";
import { renamed, type Place } from "./place";
import { draftOf, fillServer, lookAt, readDraft, saveServer } from "./serverWizard";
import { fieldsOf, fitTool, guessTool, LIKELY, missingTarget, NO_TOOL } from "./toolGuess";
import { holdAgain, type SourceKind, type TypeDraft } from "./drafts";

const words = WORDS.settings.typing;

/** `type`: the one to change; null for a new one. */
export function changeType(place: Place, type: string | null): void {
  new TypeWizard(place, type).begin();
}

class TypeWizard {
  readonly #wizard: Wizard;
  readonly #draft: TypeDraft;

  constructor(
    private readonly place: Place,
    private readonly before: string | null,
  ) {
    this.#wizard = new Wizard(place.client.app);
    const { actions, servers } = place.client.settings.now();
    const mapping = before === null ? undefined : actions[before];
    if (before !== null && mapping !== undefined) {
      const { server, ...rest } = mapping;
      this.#draft = {
        type: before,
        kind: before,
        source: null,
        server,
        newServer: draftOf("", null),
        mapping: rest,
      };
    } else
      this.#draft = place.drafts.type ??= {
        type: "",
        kind: null,
        source: null,
        server: Object.keys(servers)[0] ?? "",
        newServer: draftOf("", null),
        mapping: NO_TOOL,
      };
  }

  begin(): void {
    if (this.before !== null) this.#showTool();
    else this.#showKinds();
    this.#wizard.open();
  }

  #showKinds(): void {
    const { actions } = this.place.client.settings.now();
    this.#wizard.show({
      title: words.add,
      fill: (content) => {
        const add = (name: string, run: () => void): void => this.#wizard.addKind(content, name, run);
        const { canAct } = this.place.client.device;
        // A phone starts no programs.
        showLine(content, canAct ? words.about(!Object.hasOwn(actions, "email")) : words.phone);
        for (const [kind, name] of Object.entries(words.kinds)) {
          if (!canAct || Object.hasOwn(actions, kind)) continue;
          add(name, () => {
            if (kind === "email") showMail(this.#wizard, this.place, () => this.#showKinds());
            else this.#choose(kind, null);
          });
        }
        for (const [source, name] of Object.entries(words.sources))
          if (canAct || source === "web") add(name, () => this.#choose("", source as SourceKind));
      },
      buttons: [],
    });
  }

  #choose(kind: string, source: SourceKind | null): void {
    const draft = this.#draft;
    if (draft.kind !== kind) {
      draft.kind = kind;
      draft.type = kind;
      draft.mapping = NO_TOOL;
      const { servers } = this.place.client.settings.now();
      const own = LIKELY[kind]?.server ?? "";
      const name = Object.hasOwn(servers, own) ? "" : own;
      if (draft.newServer.source === "") draft.newServer.name = name;
    }
    // A person who names the kind of a server has a new one at hand. An address is no program.
    if (source !== null && draft.source !== source) {
      draft.server = "";
      draft.newServer.source = "";
    }
    draft.source = source;
    this.#showServer();
  }

  #showServer(): void {
    const draft = this.#draft;
    const { servers } = this.place.client.settings.now();
    const names = Object.keys(servers);
    if (!names.includes(draft.server)) draft.server = "";
    const redraw = (): void => this.#showServer();
    this.#wizard.show({
      title: words.serverTitle(this.#name()),
      back: () => this.#showKinds(),
      fill: (content) => {
        if (names.length > 0)
          new Setting(content)
            .setName(words.server.name)
            .setDesc(words.server.desc)
            .addDropdown((list) => {
              for (const name of names) list.addOption(name, escapeLine(name, 60));
              list
                .addOption("", words.newServer)
                .setValue(draft.server)
                .onChange((name) => {
                  draft.server = name;
                  redraw();
                });
            });
        if (draft.server === "")
          fillServer(
            content,
            this.place,
            draft.newServer,
            redraw,
            draft.source === null ? undefined : words.sourceOf[draft.source],
          );
      },
      buttons: [{ label: words.look, run: () => this.#lookAtServer() }],
    });
  }

  async #lookAtServer(): Promise<void> {
    const { place } = this;
    const given = this.#server();
    if (typeof given === "string") {
      this.#wizard.tell(given);
      return;
    }
    if (!place.client.device.canAct || this.#tools() !== null) {
      this.#showTool();
      return;
    }
    const untested = { label: words.untested, run: () => this.#showTool() };
    if (this.#wizard.tellUnconfirmed(place.client, untested)) return;
    this.#wizard.tell(words.looking, false);
    const view = await lookAt(place, given);
    if (view.kind === "up") {
      this.#showTool();
      return;
    }
    this.#wizard.tell(WORDS.settings.server.down(escapeLine(view.why, 600)), true, untested);
  }

  #showTool(): void {
    const { place, before } = this;
    const draft = this.#draft;
    const tools = this.#tools();
    const name = this.#serverName();
    if (tools !== null && draft.mapping.tool === "") this.#propose(tools);
    const tool = tools?.find((each) => each.name === draft.mapping.tool);
    const page: WizardPage = {
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
              draft.mapping = fitTool(tools.find((each) => each.name === value) ?? null);
              this.#showTool();
            }
          },
        );
        if (tool !== undefined) showTool(content, tool);
        this.#addArguments(content, tool);
      },
      buttons: [
        ...(tools === null && place.client.device.canAct
          ? [{ label: words.showTools, run: () => this.#lookAtServer() }]
          : []),
        { label: words.save, run: () => this.#save() },
      ],
    };
    this.#wizard.show(page);
  }

  #addServers(content: HTMLElement): void {
    const draft = this.#draft;
    addChoice(
      content,
      words.server,
      Object.keys(this.place.client.settings.now().servers),
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
    const hasTo = names === null || names.length === 0 || names.includes("to");
    const isOpen = mapping.target_argument === null && !hasTo;
    const fold = addFold(content, words.more, isOpen || this.before !== null);
    const add = (
      text: { readonly name: string; readonly desc: string; readonly none: string },
      key: "target_argument" | "idempotency_argument" | "attachments_argument",
    ): void =>
      addChoice(fold, text, names, mapping[key] ?? "", (value) => {
        draft.mapping = { ...draft.mapping, [key]: value === "" ? null : value };
      });
    add({ ...words.target, none: hasTo ? words.target.none : words.notChosen }, "target_argument");
    add(words.mark, "idempotency_argument");
    add(words.attachments, "attachments_argument");
    addToggle(
      fold,
      words.harmless,
      (on) => (draft.mapping = { ...draft.mapping, error_means_nothing_happened: on }),
      mapping.error_means_nothing_happened,
    );
  }

  /** A server that sends mail is most likely there for mail. */
  #propose(tools: readonly ToolView[]): void {
    const draft = this.#draft;
    const { actions } = this.place.client.settings.now();
    const type =
      draft.type !== ""
        ? draft.type
        : (Object.keys(LIKELY).find(
            (each) =>
              !Object.hasOwn(actions, each) && tools.some(({ name }) => LIKELY[each]?.tool.test(name)),
          ) ?? "");
    const tool = guessTool(type, tools);
    draft.mapping = fitTool(tool);
    draft.type = type;
  }

  async #save(): Promise<void> {
    const { place, before } = this;
    const draft = this.#draft;
    const { actions } = place.client.settings.now();
    const why = !TYPE.test(draft.type)
      ? words.badType
      : draft.mapping.tool === ""
        ? words.noTool
        : draft.type !== before && Object.hasOwn(actions, draft.type)
          ? words.taken
          : this.#lacksTarget()
            ? words.noTarget
            : await this.#saveServer();
    if (why !== null) {
      this.#wizard.tell(why);
      return;
    }
    const mapping = { server: this.#serverName(), ...draft.mapping };
    const saved = await place.save((now) => ({
      ...now,
      actions: renamed(now.actions, before, draft.type, mapping),
    }));
    if (saved !== null) {
      this.#wizard.tell(saved);
      return;
    }
    if (before === null) place.drafts.type = null;
    this.#wizard.close();
  }

  /** Without it, every action of the type would be refused. */
  #lacksTarget(): boolean {
    const { mapping } = this.#draft;
    const tool = this.#tools()?.find(({ name }) => name === mapping.tool);
    return tool !== undefined && missingTarget(tool, mapping) !== null;
  }

  /** A new server is saved before the type that names it. */
  async #saveServer(): Promise<string | null> {
    if (this.#draft.server !== "") return null;
    holdAgain(this.place.client, this.#draft.newServer.secrets);
    const given = this.#server();
    if (typeof given === "string") return given;
    const why = await saveServer(this.place, null, given);
    if (why === null) this.#draft.server = given.name;
    return why;
  }

  #server(): ReturnType<typeof readDraft> {
    const { server, newServer, source } = this.#draft;
    const definition = this.place.client.settings.now().servers[server];
    if (server !== "" && definition !== undefined) return { name: server, definition };
    return readDraft(newServer, source === null ? undefined : words.sourceOf[source].empty);
  }

  #serverName(): string {
    return this.#draft.server === "" ? this.#draft.newServer.name.trim() : this.#draft.server;
  }

  /** Null where the server has not said what it offers. */
  #tools(): readonly ToolView[] | null {
    const { server } = this.#draft;
    const given = this.#server();
    if (typeof given === "string") return null;
    const { client, tests } = this.place;
    const view = server === "" ? tests.server(given.name, given.definition) : viewOf(client, tests, server);
    return view?.kind === "up" ? view.tools : null;
  }

  #name(): string {
    const { type, kind } = this.#draft;
    return kind === "" ? words.another : WORDS.settings.sending.type(type);
  }
}

export function showTool(content: HTMLElement, tool: ToolView): void {
  const box = content.createDiv("planwright-outcome");
  if (tool.description !== "") box.createDiv({ text: escapeLine(tool.description, 600) });
  const names = fieldsOf(tool).map(({ name }) => escapeLine(name, 60));
  if (names.length > 0) box.createDiv({ text: words.takes(names) });
}
