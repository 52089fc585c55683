/** One model: how it is reached, what it costs, and whether it does the steps of agents. Its key stays in the keychain of the device. */
import { SecretComponent, Setting } from "obsidian";
import { definitionOf } from "../../settings/models";
import { REFERENCE, settingsSchema, type Model } from "../../settings/settings";
import { addText, addToggle, openDialog } from "../dialog";
import type { Door } from "../door";
import { showLine, showWarning } from "../text";

const PROVIDERS: Readonly<Record<Model["provider"], string>> = {
  "openai-compatible":
    "OpenAI, or any server that speaks its language (OpenRouter, LM Studio, llama.cpp, vLLM)",
  anthropic: "Anthropic",
  google: "Google",
  ollama: "Ollama",
  scripted: "A script, for demonstrations",
  "by-hand": "Me, by copy and paste",
};

const DEFAULT: Model = settingsSchema.shape.models.parse({ main: { provider: "openai-compatible" } })[
  "main"
] as Model;

interface Start {
  readonly name: string;
  readonly model: Model | null;
  /** It does the steps of agents. */
  readonly works: boolean;
}

/** `save` answers why it cannot be, or null. */
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
  /** Null where a number is none; the person is told. */
  const read = (): Model | null => {
    const context = numberIn(text.context);
    const price = { in: numberIn(text.in), out: numberIn(text.out) };
    const isPriced = text.in.trim() !== "" || text.out.trim() !== "";
    if (context === null) tell("The room of the model is a number of tokens, such as 32000.");
    else if (isPriced && (price.in === null || price.out === null))
      tell("Give both prices, in US dollars for a million tokens, or leave both empty.");
    else
      return {
        ...model,
        context,
        price: price.in === null || price.out === null ? null : { in: price.in, out: price.out },
      };
    return null;
  };

  const drawFields = (content: HTMLElement): void => {
    addText(content, "Address", sayAddress(model), (url) => set({ url: url.trim() }), model.url);
    addText(
      content,
      "Model",
      "Its name at the provider.",
      (value) => set({ model: value.trim() }),
      model.model,
    );
    new Setting(content)
      .setName("Key")
      .setDesc(
        "Stays in the keychain of this device; the settings hold only its name. Empty where none is needed.",
      )
      .addComponent((el) =>
        new SecretComponent(door.app, el)
          .setValue(REFERENCE.exec(model.key)?.[1] ?? "")
          .onChange((id) => set({ key: id.trim() === "" ? "" : `$secret:${id.trim()}` })),
      );
    addText(
      content,
      "Room",
      "How many tokens fit into the model.",
      (value) => (text.context = value),
      text.context,
    );
    addText(
      content,
      "Price in",
      "US dollars for a million tokens that it reads. Empty: not known.",
      (value) => (text.in = value),
      text.in,
    );
    addText(
      content,
      "Price out",
      "US dollars for a million tokens that it writes.",
      (value) => (text.out = value),
      text.out,
    );
  };

  openDialog(door.app, {
    title: start.model === null ? "Add a model" : "Change model",
    fill: (content) => {
      addText(content, "Name", "What Planwright calls it by.", (value) => (name = value.trim()), name);
      if (model.provider === "scripted")
        showLine(content, "This model is a script. Its answers come from a file, and only in a terminal.");
      else
        new Setting(content).setName("Provider").addDropdown((list) => {
          for (const [key, words] of Object.entries(PROVIDERS))
            if (key !== "scripted") list.addOption(key, words);
          list.setValue(model.provider).onChange((value) => {
            set({ provider: value as Model["provider"] });
            draw();
          });
        });
      const fields = content.createDiv();
      const draw = (): void => {
        fields.empty();
        if (model.provider === "by-hand")
          showLine(
            fields,
            "You copy each question to any chat, or answer it yourself. Nothing is sent by Planwright.",
          );
        else if (model.provider !== "scripted") drawFields(fields);
      };
      draw();
      addToggle(
        content,
        "Does the steps of agents",
        "One model does. What an agent reads goes to its address.",
        (on) => (works = on),
        works,
      );
      area = content.createDiv({ attr: { "aria-live": "polite" } });
    },
    buttons: [
      {
        label: "Test",
        run: async () => {
          const given = read();
          if (given === null) return false;
          tell("Asking it one tiny question…", false);
          const { sentence, works: isFit } = await door.testModel(name, given, closing.signal);
          tell(sentence, !isFit);
          return false;
        },
      },
      {
        label: "Save",
        kind: "main",
        run: async () => {
          if (name === "") {
            tell("Give the model a name.");
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
    leave: "Cancel",
    closed: () => closing.abort(),
  });
}

/** Providers with an address of their own need none. */
function sayAddress(model: Model): string {
  const own = definitionOf({ ...model, url: "" }).url;
  return own === ""
    ? "Ends before /chat/completions, as in http://127.0.0.1:1234/v1 for a model on this computer."
    : `Empty: ${own}.`;
}

function numberIn(text: string): number | null {
  const number = Number(text.trim().replace(",", "."));
  return text.trim() === "" || !Number.isFinite(number) || number < 0 ? null : number;
}
