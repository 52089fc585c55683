/**
 * “Request approval…”: a form for the action of the plan's next step. For a type with a server, the tool's schema
 * gives the fields, and misfits are told before anything is written. A type without one is carried out by hand.
 */
import { Setting } from "obsidian";
import type { Action } from "../action/action";
import { misfits } from "../action/fit";
import { formFields, type Field } from "../action/form";
import { plain } from "../kit/text";
import type { ServerView, ToolView } from "../ports/tools";
import { mappingOf, type Mapping } from "../settings/settings";
import { callArguments, targetArgument } from "../approval/arguments";
import { fullReason } from "../approval/obstacle";
import { sayNoTool, sayUnreached } from "../approval/toolHash";
import { shownAs } from "../plan/steps";
import { ANSWER_ROWS } from "../views/answers";
import type { PlanView } from "../rules/world";
import { drawFields, type Filled } from "./argumentFields";
import { addLines, addSentence, openDialog } from "./dialog";
import type { Door } from "./door";
import { showLine, showReceivers, showWarning } from "./text";
import { WORDS } from "./words";

const { request: words } = WORDS;

const TYPES = ["email", "payment", "social_post", "api_call", "other"];

/** The fields where no tool has a schema. */
const BY_HAND: readonly Field[] = [
  {
    name: "subject",
    label: WORDS.review.labels.subject,
    required: false,
    kind: "text",
    choices: [],
    description: "",
  },
  { name: "body", label: words.text, required: false, kind: "long-text", choices: [], description: "" },
];

export function requestApproval(door: Door, view: PlanView): void {
  const { plan, step } = view;
  if (step === null) {
    door.say(WORDS.plans.allDone);
    return;
  }
  if (step.gate.kind === "action") {
    askAgain(door, view, step.gate.action);
    return;
  }
  const form = new Form(door);
  openDialog(door.app, {
    title: words.title,
    fill: (content) => {
      showLine(content, WORDS.explain.step(step.n, plan.steps.length, step.text));
      form.draw(content);
    },
    buttons: [
      {
        label: words.ask,
        kind: "main",
        run: async () => {
          const action = form.read();
          return action === null
            ? false
            : await door.obey({
                kind: "request",
                plan: plan.path,
                step: null,
                action,
                shown: shownAs(plan, step),
              });
        },
      },
    ],
    leave: WORDS.dialog.cancel,
  });
}

/** For a step that has an action block. A request that was asked once is asked again only if the person says so. */
function askAgain(door: Door, { plan, step, request }: PlanView, action: Action): void {
  openDialog(door.app, {
    title: request === null ? words.title : words.again,
    fill: (content) => {
      showLine(content, words.hasAction(step?.n ?? 0, action.type.replace(/_/g, " ")));
      showReceivers(content, action.target);
      if (request !== null) showLine(content, words.wasAsked(fullReason(request)));
    },
    buttons: [
      {
        label: request === null ? words.ask : ANSWER_ROWS["ask-again"].label,
        kind: "main",
        run: () =>
          door.obey({
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
  #type = "email";
  #target = "";
  #attachments = "";
  #server: ServerView | null = null;
  #args: () => Filled = () => ({ kind: "args", args: {} });
  #area: HTMLElement | null = null;
  #trouble: HTMLElement | null = null;

  constructor(private readonly door: Door) {}

  draw(content: HTMLElement): void {
    const mapped = Object.keys(this.door.settings.now().actions);
    const types = [...new Set([...TYPES, ...mapped])];
    new Setting(content)
      .setName(words.type.name)
      .setDesc(words.type.desc)
      .addDropdown((list) => {
        for (const type of types) list.addOption(type, type.replace(/_/g, " "));
        list.setValue(this.#type).onChange((type) => {
          this.#type = type;
          void this.#drawArea();
        });
      });
    addSentence(content, words.target, (text) => (this.#target = text));
    this.#area = content.createDiv();
    this.#trouble = content.createDiv({ attr: { "aria-live": "polite" } });
    void this.#drawArea();
  }

  /** The action, or null after saying what is wrong with it. */
  read(): Action | null {
    const filled = this.#args();
    const attachments = this.#attachments
      .split(/\r*\n|\r/)
      .map((each) => each.trim())
      .filter((each) => each !== "");
    if (filled.kind === "bad") return this.#complain([filled.why]);
    const action: Action = { type: this.#type, target: this.#target.trim(), args: filled.args, attachments };
    const mapping = this.#mapping();
    if (mapping === null)
      return action.target === "" && Object.keys(action.args).length === 0
        ? this.#complain([words.empty])
        : action;
    // A phone asks no server; the acting device checks before it writes the request, and says so in the plan.
    if (!this.door.device.canAct) return action;
    const tool = this.#tool(mapping);
    if (typeof tool === "string") return this.#complain([tool]);
    const wrong = misfits(tool.schema, callArguments(action, mapping, tool, "0".repeat(32)));
    return wrong.length === 0 ? action : this.#complain(wrong.map((each) => `${each}.`));
  }

  #mapping(): Mapping | null {
    return mappingOf(this.door.settings.now(), this.#type);
  }

  #tool(mapping: Mapping): ToolView | string {
    if (this.#server === null) return words.waiting(plain(mapping.server, 60));
    if (this.#server.kind === "down") return sayUnreached(mapping.server, this.#server.why);
    return (
      this.#server.tools.find(({ name }) => name === mapping.tool) ??
      sayNoTool(mapping.server, mapping.tool, this.#server)
    );
  }

  #complain(sentences: readonly string[]): null {
    this.#trouble?.empty();
    for (const sentence of sentences) if (this.#trouble !== null) showWarning(this.#trouble, sentence);
    return null;
  }

  async #drawArea(): Promise<void> {
    const area = this.#area;
    const type = this.#type;
    const mapping = this.#mapping();
    this.#complain([]);
    this.#attachments = "";
    this.#server = null;
    if (area === null) return;
    area.empty();
    if (mapping === null || !this.door.device.canAct) {
      this.#args = drawFields(area, BY_HAND);
      return;
    }
    showLine(area, words.asking);
    const server = await this.door.lookAtServer(mapping.server);
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
    const filledElsewhere = [
      targetArgument({ type, target: "x", args: {}, attachments: [] }, mapping, tool),
      mapping.idempotency_argument,
      mapping.attachments_argument,
    ];
    showLine(area, words.route(mapping.server, mapping.tool));
    this.#args = drawFields(
      area,
      formFields(tool.schema).filter(({ name }) => !filledElsewhere.includes(name)),
    );
    if (mapping.attachments_argument !== null)
      addLines(area, words.attachments, (text) => (this.#attachments = text));
  }
}
