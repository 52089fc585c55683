/** Asks for the blanks of a template that comes with Planwright, shows what it makes of them, and makes its plan. */
import { Setting } from "obsidian";
import { dayIn } from "../../../kit/dates";
import { escapeLine } from "../../../kit/text";
import type { Action } from "../../../note/action/action";
import { fillTemplate, type FilledPlan } from "../../../note/plan/template/fillTemplate";
import { judgeBlank } from "../../../note/plan/template/judgeBlank";
import type { PlanTemplate } from "../../../note/plan/template/planTemplates";
import { sheetOfStep } from "../../../overview/review";
import { sendersOf } from "../../../overview/senderOf";
import { mappingOf } from "../../../settings/settings";
import { openDialog } from "../dialog";
import type { Answered, EngineClient } from "../engineClient";
import { showSheet } from "../review/sheet";
import { showWarning } from "../text";
import { WORDS } from "../words";
import { sayMakes } from "./captureField";

const { start: words, dialog } = WORDS;

/** `told`: called with what was made of it. */
export function fillIn(
  client: EngineClient,
  template: PlanTemplate,
  told: (answered: Answered, isStarted: boolean) => unknown,
): void {
  const blanks = Object.entries(template.blanks);
  const filled: Record<string, string> = {};
  const rows = new Map<string, Setting>();
  let preview: HTMLElement | null = null;
  const make = (values: Readonly<Record<string, string>>): FilledPlan => {
    const plan = fillTemplate(template, values, dayIn(client.now(), client.settings.now().time_zone));
    const actions = Object.entries(plan.actions).map(([n, each]) => [n, withAccount(each, client)]);
    return { ...plan, actions: Object.fromEntries(actions) as FilledPlan["actions"] };
  };
  const mark = (id: string, why: string): void => {
    const row = rows.get(id);
    if (row === undefined) return;
    row.infoEl.querySelector(".planwright-warning")?.remove();
    row.controlEl.firstElementChild?.setAttr("aria-invalid", String(why !== ""));
    if (why !== "") showWarning(row.infoEl, why);
  };
  /** All faults at once. */
  const judge = (): boolean => {
    const faults = blanks.flatMap(([id, blank]) => {
      const fault = judgeBlank(blank, filled[id] ?? "");
      mark(id, fault === null ? "" : words.fill.faults[fault](blank.example));
      return fault === null ? [] : [id];
    });
    rows
      .get(faults[0] ?? "")
      ?.controlEl.querySelector("input")
      ?.focus();
    return faults.length === 0;
  };
  const create = (start: boolean) => async (): Promise<boolean> => {
    if (!judge()) return false;
    const answered = await client.answer({ kind: "create", plan: { ...make(filled), source: null, start } });
    if (answered.isDone) await told(answered, start);
    else if (preview !== null) showWarning(preview, answered.said);
    return answered.isDone;
  };
  const show = (): void => {
    const isFilled = (id: string): boolean => (filled[id]?.trim() ?? "") !== "";
    const shown = Object.fromEntries(blanks.map(([id]) => [id, isFilled(id) ? (filled[id] ?? "") : "…"]));
    if (preview !== null) showPlan(preview, make(shown), { template, isFilled, client });
  };
  openDialog(client.app, {
    title: template.name,
    fill: (content) => {
      for (const [id, { name, example, is }] of blanks)
        rows.set(
          id,
          new Setting(content)
            .setName(name)
            .setDesc(is === "day" ? "" : words.fill.desc(example))
            .addText((text) => {
              text.onChange((value) => {
                filled[id] = value;
                mark(id, "");
                show();
              });
              if (is === "day") text.inputEl.type = "date";
              else text.inputEl.dir = "auto";
            }),
        );
      preview = content.createDiv("planwright-fill-preview");
      show();
    },
    buttons: [
      { label: words.create, run: create(false) },
      { label: words.createAndStart, kind: "main", run: create(true) },
    ],
    leave: dialog.cancel,
  });
}

interface Previewed {
  readonly template: PlanTemplate;
  /** Whether a blank has words of the person. */
  readonly isFilled: (blank: string) => boolean;
  readonly client: EngineClient;
}

/** Whether the action of a step is all dots yet: it has blanks, and none of them is filled in. */
function isAllDots(action: unknown, { template, isFilled }: Previewed): boolean {
  const said = JSON.stringify(action ?? null);
  const used = Object.keys(template.blanks).filter((id) => said.includes(`{${id}}`));
  return used.length > 0 && !used.some(isFilled);
}

/** The plan with its steps, and each text as it would be asked about. */
function showPlan(
  el: HTMLElement,
  { objective, due, steps, actions }: FilledPlan,
  previewed: Previewed,
): void {
  const { template, client } = previewed;
  const { repeat, actions: asked = {} } = template;
  el.empty();
  el.createEl("p", { text: sayMakes(objective, due ?? null, steps, client.now()) });
  if (repeat !== undefined) el.createEl("p", { text: words.fill.repeats(repeat) });
  const list = el.createEl("ol");
  const world = client.world();
  for (const [at, step] of steps.entries()) {
    const item = list.createEl("li", { text: escapeLine(step.replace(BLANK_DAY, ""), 200) });
    const action = actions[at + 1];
    if (action === undefined || world === null || isAllDots(asked[at + 1], previewed)) continue;
    // The last line says that all is shown, which is not so before the blanks are filled in.
    showSheet(item, sheetOfStep(action, null, world)).remove();
  }
}

/** A mail goes out from the account that is set up, so that nobody has to name it. */
function withAccount(action: Action, client: EngineClient): Action {
  const settings = client.settings.now();
  const mapping = mappingOf(settings, action.type);
  const [account] =
    mapping === null || ACCOUNT in mapping.fixed_arguments
      ? []
      : sendersOf(client.world(), settings, action.type, ACCOUNT);
  return account === undefined ? action : { ...action, args: { [ACCOUNT]: account, ...action.args } };
}

/** The argument by which a mail server is told the account. */
const ACCOUNT = "account";

/** The day of a step stands in its plan. */
const BLANK_DAY = / ⏳ .*$/u;
