/**
 * The dialog for one model: its provider, its key, a choice from the models of the server, a test, and the result. The
 * key stays in the keychain of the device.
 */
import { SecretComponent, Setting } from "obsidian";
import type { OfferedModel } from "../../../kit/ports/model";
import { definitionOf } from "../../../settings/models";
import {
  isServed,
  PROVIDER_CODES,
  PROVIDERS,
  type Provider,
  type ProviderCode,
} from "../../../settings/providers";
import { REFERENCE, settingsSchema, type Model } from "../../../settings/settings";
import { addFold, addText, addToggle } from "../dialog";
import type { EngineClient, ModelTested } from "../engineClient";
import { showLine } from "../text";
import { WORDS } from "../words";
import { PROGRAM_WORDS } from "../words/programWords";
import { dropSecret, freeName, holdSecret, keepSecrets } from "./drafts";
import {
  addProgram,
  programDraft,
  readProgram,
  showCommand,
  type ProgramDraft,
} from "./program/programFields";
import { Tests } from "./known";
import { addChoice, Wizard } from "./wizard";

const words = WORDS.settings.model;

const modelOf = (some: Partial<Model>): Model =>
  settingsSchema.shape.models.parse({ a: { provider: "openai-compatible", ...some } })["a"] as Model;

/** The providers that are offered here. */
const KINDS = PROVIDER_CODES.filter((each) => PROVIDERS[each].name !== null);

function titleOf(kind: ProviderCode, canAct: boolean): string {
  return kind === "program" && !canAct ? PROGRAM_WORDS.elsewhere : (PROVIDERS[kind].name ?? kind);
}

interface Draft {
  kind: ProviderCode | null;
  name: string;
  model: Model;
  /** Fields of a model that is a program. */
  program: ProgramDraft;
  /** The text as typed. */
  key: string;
  readonly text: { context: string; in: string; out: string };
  works: boolean;
  /** Null where the server does not say. */
  offered: readonly OfferedModel[] | null;
}

/** A new one that is not saved yet: closing the dialog does not lose it. */
const drafts = new WeakMap<EngineClient, Draft>();

export interface Start {
  readonly name: string;
  /** Null for a new one. */
  readonly model: Model | null;
  /** It does the steps of agents. */
  readonly works: boolean;
}

/** `save` answers why the model cannot be saved, or null. `then` is called after it was, and the dialog is closed. */
export function editModel(
  client: EngineClient,
  start: Start,
  save: (name: string, model: Model, works: boolean) => Promise<string | null>,
  then: () => void,
): void {
  const { app, device } = client;
  const wizard = new Wizard(app);
  const isNew = start.model === null;
  const draft = (isNew ? drafts.get(client) : undefined) ?? newDraft(start);
  if (isNew) drafts.set(client, draft);
  const set = (some: Partial<Model>): void => {
    draft.model = { ...draft.model, ...some };
  };

  /** The settings may have come to name a secret meanwhile: each time anew under a free name. */
  const holdKey = (): void => {
    const before = draft.model.key;
    if (draft.kind !== null) set({ key: holdSecret(client, "model-key", draft.key, before) });
  };

  /** The model as typed; null where a number cannot be read, after saying so. */
  const read = (): Model | null => {
    holdKey();
    const { text } = draft;
    const program = draft.model.provider === "program" ? readProgram(draft.program) : undefined;
    if (typeof program === "string") {
      wizard.tell(program);
      return null;
    }
    const context = numberIn(text.context);
    const price = { in: numberIn(text.in), out: numberIn(text.out) };
    const isPriced = text.in.trim() !== "" || text.out.trim() !== "";
    if (context === null) wizard.tell(words.badContext);
    else if (isPriced && (price.in === null || price.out === null)) wizard.tell(words.badPrice);
    else
      return {
        ...draft.model,
        ...(program === undefined ? {} : { program }),
        context,
        price: price.in === null || price.out === null ? null : { in: price.in, out: price.out },
      };
    return null;
  };
  let last: { readonly of: string; readonly tested: ModelTested } | null = null;
  /** `said`: of the test that it passed. Without one, it is the fields as they are now. */
  const keep = async (tested: Model | null, said: string | null): Promise<void> => {
    const given = tested ?? read();
    if (given === null) return;
    holdKey();
    const model = { ...given, key: draft.model.key };
    const why = draft.name === "" ? words.nameless : await save(draft.name, model, draft.works);
    wizard.tell(why);
    if (why !== null) return;
    keepSecrets(client, [model.key], draft.key);
    const saved = client.settings.now().models[draft.name];
    if (last?.of === keyless(model) && saved !== undefined)
      Tests.of(client).keepModel(draft.name, saved, last.tested);
    if (isNew) drafts.delete(client);
    wizard.closed = then;
    if (said === null) wizard.close();
    else
      wizard.show({
        title: words.ready,
        fill: (content) => {
          showLine(content, said);
          showLine(content, draft.works ? words.worksNow : words.worksNot);
        },
        isEnd: true,
        buttons: [{ label: WORDS.dialog.close, run: () => wizard.close() }],
      });
  };
  /** `isEnough`: a model that passes is saved. */
  const test = async (isEnough: boolean): Promise<void> => {
    const model = read();
    if (model === null) return;
    const isProgram = model.provider === "program";
    const untested = isEnough ? [{ label: WORDS.settings.mail.untested, run: () => keep(null, null) }] : [];
    if (wizard.tellUnconfirmed(client, ...untested)) return;
    if (!isProgram) wizard.tell(WORDS.settings.askingModel, false);
    last = { of: keyless(model), tested: await client.testModel(draft.name, model, wizard.closing.signal) };
    if (wizard.closing.signal.aborted) return;
    const { sentence, works } = last.tested;
    if (works && isEnough) await keep(model, sentence);
    else wizard.tell(sentence, !works && !isProgram, ...untested);
  };

  const addAddress = (content: HTMLElement): void => {
    const own = definitionOf({ ...draft.model, url: "" }).url;
    addText(
      content,
      { name: words.address, desc: own === "" ? words.ownAddress : words.addressOf(own) },
      (url) => set({ url: url.trim() }),
      draft.model.url,
    );
  };

  function showKinds(): void {
    wizard.show({
      title: WORDS.settings.models.add,
      fill: (content) => {
        for (const kind of KINDS)
          // A phone is not the computer that has them.
          if (device.canAct || !PROVIDERS[kind].isOnComputer)
            wizard.addKind(content, titleOf(kind, device.canAct), () => {
              if (draft.kind !== kind) {
                const before = draft.model.key;
                const { models } = client.settings.now();
                draft.name = freeName(PROVIDERS[kind].suggested, (name) => Object.hasOwn(models, name));
                draft.model = modelOf({ provider: kind });
                draft.program = programDraft(undefined);
                // A program does steps of flows only.
                if (kind === "program") draft.works = false;
                else if (draft.kind === "program") draft.works = start.works;
                draft.offered = null;
                // A key of one provider goes to no other.
                draft.key = "";
                dropSecret(client, before);
              }
              draft.kind = kind;
              if (!isServed(kind)) showModel();
              else showAccess(kind);
            });
      },
      buttons: [],
    });
  }

  function showAccess(kind: ProviderCode): void {
    const provider: Provider = PROVIDERS[kind];
    wizard.show({
      title: titleOf(kind, device.canAct),
      back: showKinds,
      fill: (content) => {
        showLine(content, provider.help);
        if (provider.key !== "needed") addAddress(content);
        if (provider.key !== "none")
          new Setting(content)
            .setName(words.key.name)
            .setDesc(provider.key === "optional" ? words.key.maybe : words.key.desc)
            .addText((text) => {
              text.inputEl.type = "password";
              text.setValue(draft.key).onChange((key) => (draft.key = key.trim()));
            });
      },
      buttons: [
        {
          label: device.canAct ? words.look : words.goOn,
          run: async () => {
            holdKey();
            const goOn = { label: words.unlistedGoOn, run: showModel };
            draft.offered = null;
            if (wizard.tellUnconfirmed(client, goOn)) return;
            wizard.tell(words.looking, false);
            const found = device.canAct ? await client.listModels(draft.model, wizard.closing.signal) : null;
            if (wizard.closing.signal.aborted) return;
            if (typeof found === "string") {
              wizard.tell(found, true, goOn);
              return;
            }
            draft.offered = found;
            // A name that was typed for another server.
            if (found?.some(({ name }) => name === draft.model.model) === false) set({ model: "" });
            showModel();
          },
        },
      ],
    });
  }

  function showModel(): void {
    const { kind, offered, text } = draft;
    const { provider } = draft.model;
    const isProgram = provider === "program";
    const hasServer = isServed(provider);
    const canTest = hasServer && device.canAct;
    wizard.show({
      title: kind === null ? words.edit : titleOf(kind, device.canAct),
      ...(kind === null ? {} : { back: () => (isServed(kind) ? showAccess(kind) : showKinds()) }),
      fill: (content) => {
        if (isProgram) addProgram(content, draft.program, device.canAct);
        else if (!hasServer) showLine(content, PROVIDERS[provider].help);
        else if (kind !== null && canTest && offered === null) showLine(content, words.unlisted);
        if (hasServer && kind === null) {
          addAddress(content);
          new Setting(content)
            .setName(words.key.name)
            .setDesc(words.key.desc)
            .addComponent((el) =>
              new SecretComponent(app, el)
                .setValue(REFERENCE.exec(draft.model.key)?.[1] ?? "")
                .onChange((id) => set({ key: id.trim() === "" ? "" : `$secret:${id.trim()}` })),
            );
        }
        if (hasServer)
          addChoice(
            content,
            { ...words.model, none: "–" },
            offered?.map(({ name }) => name) ?? null,
            draft.model.model,
            (name) => {
              set({ model: name });
              const fits = offered?.find((each) => each.name === name)?.fits ?? null;
              if (fits === null || fits >= Number(text.context)) return;
              text.context = String(fits);
              showModel();
            },
          );
        if (!isProgram || (kind === null && start.works))
          addToggle(content, words.works, (on) => (draft.works = on), draft.works);
        const more = addFold(
          content,
          isProgram ? PROGRAM_WORDS.more : words.more,
          kind === null || !isServed(kind),
        );
        addText(more, WORDS.settings.server.name, (name) => (draft.name = name.trim()), draft.name);
        if (!hasServer && !isProgram) return;
        if (hasServer) addText(more, words.context, (value) => (text.context = value), text.context);
        addText(more, words.priceIn, (value) => (text.in = value), text.in);
        addText(more, words.priceOut, (value) => (text.out = value), text.out);
      },
      buttons:
        kind !== null && canTest
          ? [{ label: WORDS.settings.mail.test, run: () => test(true) }]
          : [
              ...(canTest || (isProgram && device.canAct)
                ? [{ label: WORDS.settings.test, run: () => test(false) }]
                : []),
              isProgram
                ? { label: words.goOn, run: showCheck }
                : { label: WORDS.settings.server.save, run: () => keep(null, null) },
            ],
    });
  }

  /** Nothing that can be started is saved before its exact command was on the screen. */
  function showCheck(): void {
    const program = read()?.program;
    if (program === undefined) return;
    wizard.show({
      title: PROGRAM_WORDS.check,
      back: showModel,
      fill: (content) => showCommand(content, program, device.canAct),
      buttons: [{ label: WORDS.settings.server.save, run: () => keep(null, null) }],
    });
  }

  if (isNew) showKinds();
  else showModel();
  wizard.closing.signal.addEventListener("abort", () => {
    if (draft.kind !== null) dropSecret(client, draft.model.key);
  });
  wizard.open();
}

/** The name of its key may change between the test and the moment when it is saved. */
function keyless(model: Model): string {
  return JSON.stringify({ ...model, key: "" });
}

function newDraft({ name, model, works }: Start): Draft {
  const { context, price } = model ?? modelOf({});
  return {
    kind: null,
    name,
    model: model ?? modelOf({}),
    program: programDraft(model?.program),
    key: "",
    text: { context: String(context), in: String(price?.in ?? ""), out: String(price?.out ?? "") },
    works,
    offered: null,
  };
}

function numberIn(text: string): number | null {
  const number = Number(text.trim().replace(",", "."));
  return text.trim() === "" || !Number.isFinite(number) || number < 0 ? null : number;
}
