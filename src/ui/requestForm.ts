/**
 * “Request approval…”: what is to be sent for the next step of a plan. For a type with a server the form is made from the tool's schema, and
 * what does not fit is said before anything is written. A type without one is carried out by hand.
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
import type { PlanView } from "../rules/world";
import { drawFields, type Filled } from "./argumentFields";
import { addLines, addText, openDialog } from "./dialog";
import type { Door } from "./door";
import { showLine, showReceivers, showWarning } from "./text";

const TYPES = ["email", "payment", "social_post", "api_call", "other"];

/** Filled in where no tool says what it takes. */
const BY_HAND: readonly Field[] = [
  { name: "subject", label: "Subject", required: false, kind: "text", choices: [], description: "" },
  { name: "body", label: "Text", required: false, kind: "long-text", choices: [], description: "" },
];

export function requestApproval(door: Door, view: PlanView): void {
  const { plan, step } = view;
  if (step === null) {
    door.say("Every step of this plan is done.");
    return;
  }
  if (step.gate.kind === "action") {
    askAgain(door, view, step.gate.action);
    return;
  }
  const form = new Form(door);
  openDialog(door.app, {
    title: "Request approval",
    fill: (content) => {
      showLine(content, `Step ${String(step.n)} of ${plan.taskId}: ${step.text}`);
      form.draw(content);
    },
    buttons: [
      {
        label: "Ask for approval",
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
    leave: "Cancel",
  });
}

/** The step says already what is to be sent. What was asked once is asked anew only when the person wants that. */
function askAgain(door: Door, { plan, step, request }: PlanView, action: Action): void {
  openDialog(door.app, {
    title: request === null ? "Request approval" : "Ask again?",
    fill: (content) => {
      showLine(
        content,
        `Step ${String(step?.n ?? 0)} of ${plan.taskId} already has an action: ${action.type.replace(/_/g, " ")}.`,
      );
      showReceivers(content, action.target);
      if (request !== null)
        showLine(content, `It was asked already: ${fullReason(request)} A new request takes its place.`);
    },
    buttons: [
      {
        label: request === null ? "Ask for approval" : "Ask again",
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
    leave: "Cancel",
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
      .setName("Type")
      .setDesc("Types with a server are sent for you once approved; the others you carry out yourself.")
      .addDropdown((list) => {
        for (const type of types) list.addOption(type, type.replace(/_/g, " "));
        list.setValue(this.#type).onChange((type) => {
          this.#type = type;
          void this.#drawArea();
        });
      });
    addText(content, "To whom or where", "An address, an account, a place.", (text) => (this.#target = text));
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
        ? this.#complain(["Say to whom, or what."])
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
    if (this.#server === null) return `The server “${plain(mapping.server, 60)}” has not answered yet.`;
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
    showLine(area, "Asking the server…");
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
    showLine(area, `Sent with the tool ${mapping.tool} of the server ${mapping.server}.`);
    this.#args = drawFields(
      area,
      formFields(tool.schema).filter(({ name }) => !filledElsewhere.includes(name)),
    );
    if (mapping.attachments_argument !== null)
      addLines(
        area,
        "Attachments (optional)",
        "Paths in this vault, one a line.",
        (text) => (this.#attachments = text),
      );
  }
}
