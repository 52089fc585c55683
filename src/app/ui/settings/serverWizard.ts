/** One MCP server: the program or address, and the secrets it needs. Filling this in starts and installs nothing. */
import { SecretComponent, Setting } from "obsidian";
import { escapeLine } from "../../../kit/text";
import type { ServerView } from "../../../kit/ports/tools";
import { isSecret } from "../../../settings/describe";
import { readServerSource, writeServerSource } from "../../../settings/serverSource";
import { REFERENCE, type Settings } from "../../../settings/settings";
import { addFold, addLines, addText } from "../dialog";
import { WORDS } from "../words";
import { dropSecret, holdAgain, holdSecret, keepSecrets, linesOf, type ServerDraft } from "./drafts";
import { Wizard } from "./wizard";
import { renamed, type Place } from "./place";

const words = WORDS.settings.server;
type ServerDefinition = Settings["servers"][string];

export interface NamedServer {
  readonly name: string;
  readonly definition: ServerDefinition;
}

export function draftOf(name: string, definition: ServerDefinition | null): ServerDraft {
  const draft = { name, source: "", values: "", cwd: "", secrets: [] };
  if (definition !== null) fillIn(draft, definition);
  return draft;
}

function fillIn(draft: ServerDraft, definition: ServerDefinition): void {
  const isProgram = "command" in definition;
  const entries = Object.entries(isProgram ? definition.env : definition.headers);
  const ids = entries.map(([name, value]) => ({ name, value, id: REFERENCE.exec(value)?.[1] }));
  draft.source = writeServerSource(definition);
  draft.cwd = isProgram ? (definition.cwd ?? "") : "";
  draft.secrets = ids.flatMap(({ name, id }) => (id === undefined ? [] : [{ name, id }]));
  draft.values = ids
    .flatMap(({ name, value, id }) => (id === undefined ? [`${name}${isProgram ? "=" : ": "}${value}`] : []))
    .join("\n");
}

/** A sentence where it cannot be read. `empty`: the sentence where there is no program and no address. */
export function readDraft(
  { name, source, values, cwd, secrets }: ServerDraft,
  empty: string = words.bad.empty,
): NamedServer | string {
  if (name.trim() === "") return words.nameless;
  const parsed = readServerSource(source);
  if (parsed.kind === "bad") return parsed.why === "empty" ? empty : words.bad[parsed.why];
  const { definition } = parsed;
  const isProgram = "command" in definition;
  const own = {
    ...(isProgram ? definition.env : definition.headers),
    ...pairsOf(values, isProgram ? "=" : ":"),
    ...Object.fromEntries(
      secrets.flatMap((each) =>
        each.name === "" || each.id === "" ? [] : [[each.name, `$secret:${each.id}`]],
      ),
    ),
  };
  const folder = cwd.trim();
  return {
    name: name.trim(),
    definition: isProgram
      ? { ...definition, env: own, ...(folder === "" ? {} : { cwd: folder }) }
      : { ...definition, headers: own },
  };
}

/** The fields of a server. `redraw`: shows them anew. */
export function fillServer(
  content: HTMLElement,
  place: Place,
  draft: ServerDraft,
  redraw: () => void,
  source: { readonly name: string; readonly desc: string } = words.source,
): void {
  addText(content, words.name, (text) => (draft.name = text), draft.name);
  new Setting(content)
    .setName(source.name)
    .setDesc(source.desc)
    .setClass("planwright-lines")
    .addTextArea((area) => {
      area.setValue(draft.source).onChange((text) => (draft.source = text));
      area.inputEl.rows = 3;
      // Pasted text is split into fields, so that the person sees its parts.
      area.inputEl.addEventListener("change", () => {
        const parsed = readServerSource(draft.source);
        if (parsed.kind !== "server" || !/^\s*[{"]/.test(draft.source)) return;
        if (draft.name === "" && parsed.name !== null) draft.name = parsed.name;
        fillIn(draft, parsed.definition);
        redraw();
      });
    });
  for (const secret of draft.secrets) addSecret(content, place, draft, secret, redraw);
  offerKeychain(content, place, draft, redraw);
  new Setting(content)
    .setName(words.secrets.name)
    .setDesc(words.secrets.desc)
    .addButton((button) =>
      button.setButtonText(words.addSecret).onClick(() => {
        draft.secrets.push({ name: "", id: "" });
        redraw();
      }),
    );
  const more = addFold(content, words.more, draft.values !== "" || draft.cwd !== "");
  addLines(more, words.values, (text) => (draft.values = text), draft.values);
  addText(more, words.cwd, (text) => (draft.cwd = text), draft.cwd);
}

function addSecret(
  content: HTMLElement,
  { client }: Place,
  draft: ServerDraft,
  secret: { name: string; id: string },
  redraw: () => void,
): void {
  new Setting(content)
    .setName(words.secret(escapeLine(secret.name, 60)))
    .setDesc(words.secretDesc)
    .addText((text) => {
      text.setPlaceholder(words.variable).setValue(secret.name);
      text.inputEl.setAttribute("aria-label", words.variable);
      text.onChange((name) => (secret.name = name.trim()));
    })
    .addComponent((el) =>
      new SecretComponent(client.app, el).setValue(secret.id).onChange((id) => (secret.id = id.trim())),
    )
    .addButton((button) =>
      button
        .setIcon("x")
        .setTooltip(words.removeSecret)
        .setClass("clickable-icon")
        .onClick(() => {
          draft.secrets = draft.secrets.filter((each) => each !== secret);
          redraw();
        }),
    );
}

/** A password that was pasted would travel with the vault. */
function offerKeychain(
  content: HTMLElement,
  { client }: Place,
  draft: ServerDraft,
  redraw: () => void,
): void {
  const parsed = readServerSource(draft.source);
  const sign = parsed.kind === "server" && "url" in parsed.definition ? ":" : "=";
  for (const [name, value] of Object.entries(pairsOf(draft.values, sign))) {
    if (value === "" || !isSecret(name)) continue;
    const id = `${draft.name}-${name}`
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 90);
    new Setting(content)
      .setName(words.looksSecret(escapeLine(name, 60)))
      .setDesc(words.looksSecretDesc)
      .addButton((button) =>
        button.setButtonText(words.keep).onClick(() => {
          const reference = holdSecret(client, id, value);
          draft.secrets.push({ name, id: REFERENCE.exec(reference)?.[1] ?? "" });
          draft.values = linesOf(draft.values)
            .filter((line) => line.slice(0, line.indexOf(sign)).trim() !== name)
            .join("\n");
          redraw();
        }),
      );
  }
}

/** Asks it for its tools, and remembers the answer as the one of its test. */
export async function lookAt(
  { client, tests }: Place,
  { name, definition }: NamedServer,
): Promise<ServerView> {
  const view = await client.lookAtServer(name, definition);
  tests.keepServer(name, definition, view);
  return view;
}

/** `name`: of the server to change; null for a new one. */
export function changeServer(place: Place, name: string | null): void {
  const { servers } = place.client.settings.now();
  const draft =
    name === null ? (place.drafts.server ??= draftOf("", null)) : draftOf(name, servers[name] ?? null);
  const wizard = new Wizard(place.client.app);
  const withDraft = (run: (server: NamedServer) => Promise<unknown>) => async () => {
    holdAgain(place.client, draft.secrets);
    const server = readDraft(draft);
    if (typeof server === "string") wizard.tell(server);
    else await run(server);
  };
  const show = (): void =>
    wizard.show({
      title: name === null ? words.add : words.edit,
      fill: (content) => fillServer(content, place, draft, show),
      buttons: [
        ...(place.client.device.canAct
          ? [
              {
                label: WORDS.settings.test,
                run: withDraft(async (server) => {
                  if (wizard.tellUnconfirmed(place.client)) return;
                  wizard.tell(WORDS.settings.askingServer, false);
                  const view = await lookAt(place, server);
                  if (view.kind === "down") wizard.tell(words.down(escapeLine(view.why, 600)));
                  else wizard.tell(WORDS.settings.state.answered(view.tools.length), false);
                }),
              },
            ]
          : []),
        {
          label: words.save,
          run: withDraft(async (server) => {
            const why = await saveServer(place, name, server);
            if (why !== null) {
              wizard.tell(why);
              return;
            }
            if (name === null) place.drafts.server = null;
            wizard.close();
          }),
        },
      ],
    });
  // The draft of a new one is there again later.
  if (name !== null)
    wizard.closing.signal.addEventListener("abort", () => {
      for (const { id } of draft.secrets) dropSecret(place.client, `$secret:${id}`);
    });
  show();
  wizard.open();
}

/** Types and tools of agents that go through a server which is called otherwise go with it. */
export async function saveServer(
  place: Place,
  before: string | null,
  { name, definition }: NamedServer,
): Promise<string | null> {
  if (name !== before && Object.hasOwn(place.client.settings.now().servers, name)) return words.taken;
  const moved = <Of extends { readonly server: string }>(of: Of): Of =>
    of.server === before ? { ...of, server: name } : of;
  const why = await place.save((now) => ({
    ...now,
    servers: renamed(now.servers, before, name, definition),
    actions: Object.fromEntries(Object.entries(now.actions).map(([type, to]) => [type, moved(to)])),
    agent_tools: now.agent_tools.map(moved),
  }));
  if (why === null)
    keepSecrets(place.client, Object.values("command" in definition ? definition.env : definition.headers));
  return why;
}

function pairsOf(text: string, sign: string): Record<string, string> {
  return Object.fromEntries(
    linesOf(text).map((line) => {
      const at = line.indexOf(sign);
      return at < 0
        ? [line.trim(), ""]
        : [line.slice(0, at).trim(), sign === ":" ? line.slice(at + 1).trim() : line.slice(at + 1)];
    }),
  );
}
