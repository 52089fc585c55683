/**
 * “Request approval…”: a form for the action of the plan's next step, a new one or the one it has. For a type with a
 * server, the tool's schema gives the fields, and misfits are told before anything is written. A type without one is
 * carried out by hand.
 */
import { Setting } from "obsidian";
import { type Action, typeWords } from "../../note/action/action";
import { findMisfits, type Misfit } from "../../note/action/fit";
import { bareFields, type Field, type FieldKind, formFields } from "../../note/action/form";
import { placeOf } from "../../note/action/places";
import { escapeLine } from "../../kit/text";
import type { ServerView, ToolView } from "../../kit/ports/tools";
import { type Mapping, mappingOf } from "../../settings/settings";
import { callArguments, namesOf } from "../../approval/arguments";
import { mailMisfits } from "../../approval/mailMisfits";
import { fullReason } from "../../approval/obstacle";
import { sayNoTool, sayUnreached } from "../../approval/toolHash";
import { shownAs } from "../../note/plan/steps";
import { ANSWER_ROWS } from "../../overview/answers";
import { stepRef } from "../../overview/noteRef";
import { sheetOfStep } from "../../overview/review";
import { earlierReceivers } from "../../overview/earlierReceivers";
import { sendersOf } from "../../overview/senderOf";
import type { Step } from "../../note/plan/plan";
import type { PlanView } from "../../rules/world";
import { addLines, addSentence, addText, openDialog } from "./dialog";
import type { EngineClient } from "./engineClient";
import { firstField, rowNamed } from "./fields";
import { offerSettings, openNote } from "./opening";
import { peopleOf, ReceiverSuggest } from "./receiverSuggest";
import { showSheet } from "./review/sheet";
import { showLine, showWarning } from "./text";
import { WORDS } from "./words";
import { momentIn, showIn } from "../../kit/dates";
import { isList, type Json, parseJson, toJson } from "../../kit/json";
import { never } from "../../kit/never";

const { request: words } = WORDS;

const TYPES = ["email", "payment", "social_post", "api_call", "other"];

/** The fields where no tool has a schema. */
const BY_HAND = bareFields({ subject: "", body: "" }).map((field) =>
  field.name === "body" ? { ...field, label: words.text } : field,
);

export function requestApproval(client: EngineClient, view: PlanView): void {
  const { step } = view;
  if (step === null) {
    client.say(WORDS.plans.allDone);
    return;
  }
  // To ask once more for an action that cannot be asked for leads nowhere.
  if (step.approval.kind === "action" && view.block?.kind !== "action")
    askAgain(client, view, step.approval.action);
  else openForm(client, view, step);
}

/** The form over the action that the step has; the note where there is no action to be read. */
export function changeAction(client: EngineClient, view: PlanView): unknown {
  const { step } = view;
  if (step?.approval.kind !== "action") return openNote(client, stepRef(view));
  openForm(client, view, step);
  return;
}

function openForm(client: EngineClient, { plan }: PlanView, step: Step): void {
  const start = step.approval.kind === "action" ? step.approval.action : null;
  const form = new Form(client, start);
  openDialog(client.app, {
    title: start === null ? words.title : words.changing,
    fill: (content) => {
      showLine(content, WORDS.explain.step(step.n, plan.steps.length, step.text));
      form.draw(content);
      if (start !== null) showLine(content, words.instead);
    },
    buttons: [
      {
        label: words.ask,
        kind: "main",
        run: async () => {
          const action = form.read();
          return action === null
            ? false
            : await client.obey({
                kind: "request",
                plan: plan.path,
                step: null,
                action,
                ...(start === null ? {} : { instead: true as const }),
                shown: shownAs(plan, step),
              });
        },
      },
    ],
    leave: WORDS.dialog.cancel,
  });
}

/** For a step that has an action block. A request that was asked once is asked again only if the person says so. */
function askAgain(client: EngineClient, { plan, step, request }: PlanView, action: Action): void {
  openDialog(client.app, {
    title: request === null ? words.title : words.again,
    fill: (content) => {
      showLine(content, words.hasAction(step?.n ?? 0, typeWords(action.type)));
      const world = client.world();
      if (world !== null) showSheet(content, sheetOfStep(action, null, world));
      if (request !== null) showLine(content, words.wasAsked(fullReason(request)));
    },
    buttons: [
      {
        label: request === null ? words.ask : ANSWER_ROWS["ask-again"].label,
        kind: "main",
        run: () =>
          client.obey({
            kind: "request",
            plan: plan.path,
            step: null,
            action: null,
            shown: shownAs(plan, step),
          }),
      },
    ],
    leave: WORDS.dialog.cancel,
  });
}

class Form {
  #type: string;
  #target: string;
  /** Empty for what goes out as soon as it is approved. */
  #sendAt: string;
  #attachments = "";
  #fields: readonly Field[] = [];
  /** Names of arguments that another row than theirs fills in. */
  #rows: ReadonlyMap<string | null, string> = new Map();
  #server: ServerView | null = null;
  #args: () => Filled = () => ({ kind: "args", args: {} });
  #content: HTMLElement | null = null;
  #area: HTMLElement | null = null;
  #trouble: HTMLElement | null = null;

  /** `start`: the action that is changed; null for a new one. */
  constructor(
    private readonly client: EngineClient,
    private readonly start: Action | null,
  ) {
    this.#type = start?.type ?? "email";
    this.#target = start?.target ?? "";
    this.#sendAt = start?.sendAt ?? "";
  }

  draw(content: HTMLElement): void {
    this.#content = content;
    const mapped = Object.keys(this.client.settings.now().actions);
    const types = [...new Set([...TYPES, ...mapped, this.#type])];
    new Setting(content)
      .setName(words.type.name)
      .setDesc(words.type.desc)
      .addDropdown((list) => {
        for (const type of types) list.addOption(type, typeWords(type));
        list.setValue(this.#type).onChange((type) => {
          this.#type = type;
          void this.#drawArea();
        });
      });
    addSentence(content, words.target, (text) => (this.#target = text), this.#target);
    this.#suggestReceivers(rowNamed(content, words.target.name));
    this.#area = content.createDiv();
    new Setting(content)
      .setName(words.sendAt.name)
      .setDesc(words.sendAt.desc)
      .addText((field) => {
        field.inputEl.type = "datetime-local";
        field.setValue(this.#shownTime()).onChange((value) => {
          this.#sendAt = value.replace("T", " ");
        });
      });
    this.#trouble = content.createDiv({ attr: { "aria-live": "polite" } });
    void this.#drawArea();
  }

  /** The time by the clock of the vault, as the field takes it, however the note has it. */
  #shownTime(): string {
    const zone = this.client.settings.now().time_zone;
    const at = momentIn(this.#sendAt, zone);
    return at === null ? "" : showIn(zone)(at).slice(0, 16).replace(" ", "T");
  }

  /** People have addresses for mail; other types know only to whom such an action went before. */
  #suggestReceivers(row: HTMLElement | null): void {
    const { app } = this.client;
    const field = row?.querySelector("input") ?? null;
    if (field === null) return;
    new ReceiverSuggest(app, field, () => {
      const world = this.client.world();
      const earlier = world === null ? [] : earlierReceivers(world, this.#type);
      return /mail/.test(this.#type) ? peopleOf(app, earlier) : earlier;
    });
  }

  /** The action, or null after saying what is wrong with it. */
  read(): Action | null {
    const filled = this.#args();
    const kept = this.#type === this.start?.type ? this.start.attachments : [];
    const attachments =
      this.#attachments === kept.join("\n")
        ? kept
        : this.#attachments
            .split(/\r*\n|\r/)
            .map((each) => each.trim())
            .filter((each) => each !== "");
    if (filled.kind === "bad") return this.#complain([filled.why]);
    const action: Action = {
      type: this.#type,
      target: this.#target.trim(),
      ...(this.#sendAt === "" ? {} : { sendAt: this.#sendAt }),
      args: filled.args,
      attachments,
    };
    const mapping = this.#mapping();
    if (mapping === null)
      return action.target === "" && Object.keys(action.args).length === 0
        ? this.#complain([words.empty])
        : action;
    // A phone asks no server; the acting device checks before it writes the request, and says so in the plan.
    if (!this.client.device.canAct) return action;
    const tool = this.#tool(mapping);
    if (typeof tool === "string") return this.#complain([tool]);
    const unfit = findMisfits(tool.schema, callArguments(action, mapping, tool, "0".repeat(32)));
    const wrong = unfit.length > 0 ? unfit : mailMisfits(action, namesOf(action, mapping, tool), tool);
    return wrong.length === 0 ? action : this.#complain([], wrong);
  }

  #mapping(): Mapping | null {
    return mappingOf(this.client.settings.now(), this.#type);
  }

  #tool(mapping: Mapping): ToolView | string {
    if (this.#server === null) return words.waiting(escapeLine(mapping.server, 60));
    if (this.#server.kind === "down") return sayUnreached(mapping.server, this.#server.why);
    return (
      this.#server.tools.find(({ name }) => name === mapping.tool) ??
      sayNoTool(mapping.server, mapping.tool, this.#server)
    );
  }

  /** Sentences beneath the form, and misfits in the rows of their arguments. */
  #complain(sentences: readonly string[], wrong: readonly Misfit[] = []): null {
    for (const each of Array.from(this.#content?.querySelectorAll(".planwright-warning") ?? []))
      each.remove();
    const warn = (place: HTMLElement | null, sentence: string): void => {
      if (place !== null) showWarning(place, sentence);
    };
    for (const each of sentences) warn(this.#trouble, each);
    let first: HTMLElement | null = null;
    for (const { argument, subject, words: said } of wrong) {
      const field = this.#fields.find(({ name }) => name === argument);
      const name = field === undefined ? this.#rows.get(argument) : nameOfField(field);
      const row = name === undefined || this.#content === null ? null : rowNamed(this.#content, name);
      const place = row?.querySelector<HTMLElement>(".setting-item-info") ?? this.#trouble;
      warn(place, `${name === undefined ? subject : words.named(field?.label ?? name)} ${said}.`);
      first ??= row;
    }
    if (first !== null) firstField(first)?.focus();
    return null;
  }

  /** Values that the rows of a type begin with: of the action that is changed, and who sends. */
  #startOf(type: string, fields: readonly Field[]): Action["args"] {
    const own = type === this.start?.type ? this.start.args : null;
    const senders = fields.flatMap(({ name, required }) => {
      const [sender] = own === null || required ? this.#senders(name) : [];
      return sender === undefined ? [] : [[name, sender] as const];
    });
    return { ...Object.fromEntries(senders), ...own };
  }

  #senders(name: string): readonly string[] {
    return sendersOf(this.client.world(), this.client.settings.now(), this.#type, name);
  }

  /** An account is chosen among those that are known; the only one is not asked for. */
  #withAccounts(fields: readonly Field[], start: Action["args"]): readonly Field[] {
    return fields.flatMap((field): readonly Field[] => {
      const known = this.#senders(field.name);
      const own = start[field.name];
      const choices = known.length > 0 && typeof own === "string" ? [...new Set([...known, own])] : known;
      if (choices.length === 1 && start[field.name] === choices[0]) return [];
      return choices.length > 1 ? [{ ...field, kind: "choice", choices }] : [field];
    });
  }

  async #drawArea(): Promise<void> {
    const area = this.#area;
    const type = this.#type;
    const mapping = this.#mapping();
    this.#complain([]);
    const attached = type === this.start?.type ? this.start.attachments.join("\n") : "";
    this.#attachments = attached;
    this.#server = null;
    this.#fields = [];
    if (area === null) return;
    area.empty();
    if (mapping === null || !this.client.device.canAct) {
      if (mapping === null && /mail/.test(type)) offerSettings(area, this.client, words.noAccount);
      const own = type === this.start?.type ? bareFields(this.start.args) : [];
      const fields = own.length > 0 ? own : BY_HAND;
      this.#args = drawFields(area, fields, this.#startOf(type, fields));
      return;
    }
    showLine(area, words.asking);
    const server = await this.client.lookAtServer(mapping.server);
    // The person may have chosen another type while the server was asked.
    if (type !== this.#type || this.#area !== area) return;
    this.#server = server;
    area.empty();
    const tool = this.#tool(mapping);
    if (typeof tool === "string") {
      this.#args = () => ({ kind: "args", args: {} });
      this.#complain([tool]);
      return;
    }
    const named = namesOf({ type, target: "x", args: {}, attachments: [] }, mapping, tool);
    const { targetArgument: target, attachmentsArgument: files } = named;
    // A value within an argument leaves the rest of it to be filled in.
    const whole = [target, named.idempotencyArgument, files].map((each) =>
      each === null
        ? []
        : placeOf(each, tool.schema).paths.flatMap((path) => (path.length === 1 ? path : [])),
    );
    const [ofTarget = [], , ofFiles = []] = whole;
    const filledElsewhere = [...whole.flat(), ...Object.keys(mapping.fixed_arguments)];
    this.#rows = new Map([
      ...ofFiles.map((each) => [each, words.attachments.name] as const),
      ...ofTarget.map((each) => [each, words.target.name] as const),
    ]);
    showLine(area, words.route(mapping.server));
    this.#fields = formFields(tool.schema).filter(({ name }) => !filledElsewhere.includes(name));
    const start = this.#startOf(type, this.#fields);
    this.#fields = this.#withAccounts(this.#fields, start);
    this.#args = drawFields(area, this.#fields, start);
    if (files !== null) addLines(area, words.attachments, (text) => (this.#attachments = text), attached);
  }
}

type Filled =
  | { readonly kind: "args"; readonly args: Readonly<Record<string, Json>> }
  | { readonly kind: "bad"; readonly why: string };

/**
 * Draws one row a field. Answers a function that reads them; an optional field left empty is left out. `start`: what
 * the arguments are; those that nobody touches, and those without a field, stay byte by byte.
 */
export function drawFields(
  content: HTMLElement,
  fields: readonly Field[],
  start: Readonly<Record<string, Json>> = {},
): () => Filled {
  const values = new Map<string, string | boolean>();
  for (const field of fields)
    drawField(content, field, valueIn(start, field.name), (value) => values.set(field.name, value));
  return () => {
    const args = new Map(Object.entries(start));
    for (const field of fields) {
      const value = values.get(field.name);
      if (value === undefined) continue;
      const read = value === "" ? null : readField(field, value);
      if (value !== "" && read === null) return { kind: "bad", why: words.badJson(field.label) };
      if (read === null) args.delete(field.name);
      else args.set(field.name, read.value);
    }
    return { kind: "args", args: Object.fromEntries(args) };
  };
}

/** Null and what is inherited are none. */
function valueIn(start: Readonly<Record<string, Json>>, name: string): Json | undefined {
  return Object.hasOwn(start, name) ? start[name] : undefined;
}

/** As a row names it. */
function nameOfField(field: Field): string {
  return field.required ? field.label : words.optional(field.label);
}

function startText(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (isList(value) && value.every((each) => typeof each === "string")) return value.join("\n");
  return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
}

function drawField(
  content: HTMLElement,
  field: Field,
  start: Json | undefined,
  set: (value: string | boolean) => void,
): void {
  const name = nameOfField(field);
  const desc = field.description;
  // A field of one line would show a text of many as one, and make it so.
  const isLong = field.kind === "text" && /[\r\n]/.test(startText(start));
  const kind: FieldKind = isLong ? "long-text" : field.kind;
  switch (kind) {
    case "text":
    case "number":
      addText(content, { name, desc }, set, startText(start));
      return;
    case "long-text":
      addLines(content, { name, desc }, set, startText(start));
      return;
    case "list":
      addLines(content, { name, desc: `${desc} ${words.oneALine}`.trim() }, set, startText(start));
      return;
    case "json":
      addLines(
        content,
        { name, desc: `${desc} ${words.asJson}`.trim() },
        set,
        start === undefined ? "" : JSON.stringify(start, null, 2),
      );
      return;
    case "boolean":
      new Setting(content)
        .setName(name)
        .setDesc(desc)
        .addToggle((toggle) => toggle.setValue(start === true || start === "true").onChange(set));
      if (field.required && start === undefined) set(false);
      return;
    case "choice":
      new Setting(content)
        .setName(name)
        .setDesc(desc)
        .addDropdown((list) => {
          list.addOption("", words.choose);
          for (const choice of field.choices) list.addOption(choice, choice);
          list.setValue(field.choices.find((each) => each === start) ?? "").onChange(set);
        });
      return;
    default:
      never(kind);
  }
}

/**
 * Null when the person's JSON cannot be read. A number that is none stays text, so that the check against the schema
 * says so.
 */
function readField(field: Field, value: string | boolean): { readonly value: Json } | null {
  if (typeof value === "boolean") return { value };
  if (field.kind === "number")
    return { value: value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : value };
  if (field.kind === "list")
    return {
      value: value
        .split(/\r*\n|\r/)
        .map((each) => each.trim())
        .filter((each) => each !== ""),
    };
  if (field.kind !== "json") return { value };
  try {
    return toJson(parseJson(value));
  } catch {
    return null;
  }
}
