/**
 * One model: how it is reached, what it costs, and whether it does the steps of agents. Its key stays in the keychain
 * of the device.
 */
import { SecretComponent, Setting } from "obsidian";
import { definitionOf } from "../../settings/models";
import { REFERENCE, settingsSchema, type Model } from "../../settings/settings";
import { addText, addToggle, openDialog } from "../dialog";
import type { Door } from "../door";
import { showLine, showWarning } from "../text";
import { WORDS } from "../words";

const words = WORDS.settings.model;

const DEFAULT: Model = settingsSchema.shape.models.parse({ main: { provider: "openai-compatible" } })[
  "main"
] as Model;

interface Start {
  readonly name: string;
  readonly model: Model | null;
  /** It does the steps of agents. */
  readonly works: boolean;
}

/** `save` answers why the model cannot be saved, or null. */
export function editModel(
  door: Door,
  start: Start,
  save: (name: string, model: Model, works: boolean) => Promise<string | null>,
): void {
  let name = start.name === "" ? "main" : start.name;
  let model = start.model ?? DEFAULT;
  let { works } = start;
  const text = {
    context: String(model.context),
    in: model.price === null ? "" : String(model.price.in),
    out: model.price === null ? "" : String(model.price.out),
  };
  let area: HTMLElement | null = null;
  const closing = new AbortController();
  const tell = (why: string | null, isTrouble = true): void => {
    area?.empty();
    if (why === null || area === null) return;
    if (isTrouble) showWarning(area, why);
    else showLine(area, why);
  };
  const set = (some: Partial<Model>): void => {
    model = { ...model, ...some };
  };
  /** The model as typed; null where a number cannot be read, after saying so. */
  const read = (): Model | null => {
    const context = numberIn(text.context);
    const price = { in: numberIn(text.in), out: numberIn(text.out) };
    const isPriced = text.in.trim() !== "" || text.out.trim() !== "";
    if (context === null) tell(words.badRoom);
    else if (isPriced && (price.in === null || price.out === null)) tell(words.badPrice);
    else
      return {
        ...model,
        context,
        price: price.in === null || price.out === null ? null : { in: price.in, out: price.out },
      };
    return null;
  };

  const drawFields = (content: HTMLElement): void => {
    addText(
      content,
      { name: words.address, desc: sayAddress(model) },
      (url) => set({ url: url.trim() }),
      model.url,
    );
    addText(content, words.model, (value) => set({ model: value.trim() }), model.model);
    new Setting(content)
      .setName(words.key.name)
      .setDesc(words.key.desc)
      .addComponent((el) =>
        new SecretComponent(door.app, el)
          .setValue(REFERENCE.exec(model.key)?.[1] ?? "")
          .onChange((id) => set({ key: id.trim() === "" ? "" : `$secret:${id.trim()}` })),
      );
    addText(content, words.room, (value) => (text.context = value), text.context);
    addText(content, words.priceIn, (value) => (text.in = value), text.in);
    addText(content, words.priceOut, (value) => (text.out = value), text.out);
  };

  openDialog(door.app, {
    title: start.model === null ? WORDS.settings.models.add : words.edit,
    fill: (content) => {
      addText(content, WORDS.settings.server.name, (value) => (name = value.trim()), name);
      if (model.provider === "scripted") showLine(content, words.isScript);
      else
        new Setting(content).setName(words.provider).addDropdown((list) => {
          for (const [key, provider] of Object.entries(words.providers))
            if (key !== "scripted") list.addOption(key, provider);
          list.setValue(model.provider).onChange((value) => {
            set({ provider: value as Model["provider"] });
            draw();
          });
        });
      const fields = content.createDiv();
      const draw = (): void => {
        fields.empty();
        if (model.provider === "by-hand") showLine(fields, words.isByHand);
        else if (model.provider !== "scripted") drawFields(fields);
      };
      draw();
      addToggle(content, words.works, (on) => (works = on), works);
      area = content.createDiv({ attr: { "aria-live": "polite" } });
    },
    buttons: [
      {
        label: WORDS.settings.test,
        run: async () => {
          const given = read();
          if (given === null) return false;
          tell(WORDS.settings.askingModel, false);
          const { sentence, works: isFit } = await door.testModel(name, given, closing.signal);
          tell(sentence, !isFit);
          return false;
        },
      },
      {
        label: WORDS.settings.server.save,
        kind: "main",
        run: async () => {
          if (name === "") {
            tell(words.nameless);
            return false;
          }
          const given = read();
          if (given === null) return false;
          const why = await save(name, given, works);
          tell(why);
          return why === null;
        },
      },
    ],
    leave: WORDS.dialog.cancel,
    closed: () => closing.abort(),
  });
}

/** Providers with an address of their own need none. */
function sayAddress(model: Model): string {
  const own = definitionOf({ ...model, url: "" }).url;
  return own === "" ? words.ownAddress : words.addressOf(own);
}

function numberIn(text: string): number | null {
  const number = Number(text.trim().replace(",", "."));
  return text.trim() === "" || !Number.isFinite(number) || number < 0 ? null : number;
}
