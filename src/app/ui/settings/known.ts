/**
 * Knowledge about servers and models without a call: a missing secret, their answers in this run, and the last test.
 */
import { remember } from "../../../kit/remember";
import { escapeLine } from "../../../kit/text";
import type { ServerDefinition, ServerView } from "../../../kit/ports/tools";
import { REFERENCE, type Model, type Settings } from "../../../settings/settings";
import type { EngineClient, ModelTested } from "../engineClient";
import { WORDS } from "../words";
import { PROGRAM_WORDS } from "../words/programWords";
import { missingTarget } from "./toolGuess";

const words = WORDS.settings.state;
/** Tools that are named where the one that was looked for is missing. */
const NAMED = 12;

export interface Known {
  readonly tone: "good" | "bad" | "warn" | "none";
  /** A few words for the row. */
  readonly short: string;
  /** Sentences: what is wrong and what to do; null where the few words say it all. */
  readonly more: string | null;
  /** Said once, after a test that went well. */
  readonly news?: string;
}

/** The answers of this run of the app, each with exactly what was asked: what was changed since has not been tested. */
export class Tests {
  readonly #answers = new Map<string, { readonly of: string; readonly answer: unknown }>();

  keepServer(name: string, definition: ServerDefinition, view: ServerView): void {
    this.#answers.set(`server:${name}`, { of: JSON.stringify(definition), answer: view });
  }

  server(name: string, definition: ServerDefinition): ServerView | null {
    return this.#find(`server:${name}`, definition) as ServerView | null;
  }

  /** `why`: the sentence on a login that failed; null where the account was let in. */
  keepLogin(name: string, definition: ServerDefinition, why: string | null): void {
    this.#answers.set(`login:${name}`, { of: JSON.stringify(definition), answer: why });
  }

  /** Null where it was let in, or nobody has tried. */
  refusedLogin(name: string, definition: ServerDefinition): string | null {
    return this.#find(`login:${name}`, definition) as string | null;
  }

  keepModel(name: string, model: Model, tested: ModelTested): void {
    this.#answers.set(`model:${name}`, { of: JSON.stringify(model), answer: tested });
  }

  model(name: string, model: Model): ModelTested | null {
    return this.#find(`model:${name}`, model) as ModelTested | null;
  }

  /** The answers shared by all that ask on behalf of this client. */
  static readonly of = remember((_client: EngineClient) => new Tests());

  #find(key: string, of: unknown): unknown {
    const found = this.#answers.get(key);
    return found?.of === JSON.stringify(of) ? found.answer : null;
  }
}

/** The server's last answer, to a test here or to the engine, if it was asked with this very definition. */
export function viewOf(client: EngineClient, tests: Tests, name: string): ServerView | null {
  const definition = client.settings.now().servers[name];
  if (definition === undefined) return null;
  const world = client.world();
  const inEffect = world?.settings.servers[name];
  const seen =
    inEffect !== undefined && JSON.stringify(inEffect) === JSON.stringify(definition)
      ? world?.servers.get(name)
      : undefined;
  return tests.server(name, definition) ?? seen ?? null;
}

/** A phone contacts no server and no model, so there is nothing to tell of them there. */
const NOTHING: Known = { tone: "none", short: "", more: null };

export function serverKnown(client: EngineClient, tests: Tests, name: string): Known {
  if (!client.device.canAct) return NOTHING;
  const definition = client.settings.now().servers[name];
  if (definition === undefined) return { tone: "bad", short: words.noServer, more: null };
  const values = "command" in definition ? definition.env : definition.headers;
  const missing = missingSecret(client, Object.values(values));
  if (missing !== null) return missing;
  const view = viewOf(client, tests, name);
  if (view === null) return { tone: "none", short: words.untested, more: null };
  const refused = tests.refusedLogin(name, definition);
  if (refused !== null) return { tone: "bad", short: words.login, more: escapeLine(refused, 600) };
  return view.kind === "up"
    ? {
        tone: "good",
        short: words.tools(view.tools.length),
        more: null,
        news: words.answered(view.tools.length),
      }
    : { tone: "bad", short: words.unreached, more: escapeLine(view.why, 600) };
}

/** The server of a type, and whether it has the tool. */
export function typeKnown(client: EngineClient, tests: Tests, type: string): Known {
  const mapping = client.settings.now().actions[type];
  if (mapping === undefined) return NOTHING;
  const known = serverKnown(client, tests, mapping.server);
  const view = viewOf(client, tests, mapping.server);
  if (known.tone !== "good" || view?.kind !== "up") return known;
  const tool = view.tools.find(({ name }) => name === mapping.tool);
  const target = tool === undefined ? null : missingTarget(tool, mapping);
  if (target !== null)
    return {
      tone: "bad",
      short: words.noTarget(escapeLine(target, 40)),
      more: words.takesNot(escapeLine(mapping.tool, 60), escapeLine(target, 40)),
    };
  if (tool !== undefined) return { ...known, news: words.hasTool(escapeLine(mapping.tool, 60)) };
  const names = view.tools.slice(0, NAMED).map(({ name }) => escapeLine(name, 60));
  return {
    tone: "bad",
    short: words.noTool(escapeLine(mapping.tool, 40)),
    more: words.offers(escapeLine(mapping.server, 60), names, view.tools.length - names.length),
  };
}

export function modelKnown(client: EngineClient, tests: Tests, name: string): Known {
  const model = client.settings.now().models[name];
  if (model === undefined || !client.device.canAct) return NOTHING;
  if (model.provider === "by-hand") return { tone: "none", short: words.you, more: null };
  const missing = missingSecret(client, [model.key]);
  if (missing !== null) return missing;
  const tested = tests.model(name, model);
  if (model.provider === "program")
    return { tone: "none", short: PROGRAM_WORDS.untested, more: tested?.sentence ?? null };
  if (tested === null) return { tone: "none", short: words.untested, more: null };
  return {
    tone: tested.works ? "good" : "bad",
    short: tested.works ? words.works : words.fails,
    more: tested.sentence,
  };
}

/** The types whose actions go out by this server, and the tools of it that agents may call. */
export function usersOf(name: string, settings: Settings): readonly string[] {
  return [
    ...Object.entries(settings.actions).flatMap(([type, { server }]) =>
      server === name ? [words.type(type)] : [],
    ),
    ...settings.agent_tools.flatMap(({ server, tool }) =>
      server === name ? [words.agentTool(escapeLine(tool, 60))] : [],
    ),
  ];
}

function missingSecret(client: EngineClient, values: readonly string[]): Known | null {
  const missing = values
    .map((value) => REFERENCE.exec(value)?.[1])
    .find(
      (id) => id !== undefined && !client.typed.has(id) && client.app.secretStorage.getSecret(id) === null,
    );
  return missing === undefined
    ? null
    : { tone: "warn", short: words.secretMissing(missing), more: words.storeSecret(missing) };
}
