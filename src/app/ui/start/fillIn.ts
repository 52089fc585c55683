/** Asks for the blanks of a template that comes with Planwright, and makes its plan. Nothing is left out unseen. */
import { Setting } from "obsidian";
import { dayIn } from "../../../kit/dates";
import { escapeLine } from "../../../kit/text";
import { fillTemplate } from "../../../note/plan/template/fillTemplate";
import type { PlanTemplate } from "../../../note/plan/template/planTemplates";
import { openDialog } from "../dialog";
import type { Answered, EngineClient } from "../engineClient";
import { showWarning } from "../text";
import { WORDS } from "../words";

const { start: words, dialog } = WORDS;

/** `told`: called with what was made of it. */
export function fillIn(
  client: EngineClient,
  template: PlanTemplate,
  told: (answered: Answered, isStarted: boolean) => unknown,
): void {
  const filled: Record<string, string> = {};
  let warnings: HTMLElement | null = null;
  const say = (why: string): void => {
    warnings?.empty();
    if (warnings !== null && why !== "") showWarning(warnings, why);
  };
  const create = (start: boolean) => async (): Promise<boolean> => {
    const open = Object.entries(template.blanks).find(([id]) => (filled[id] ?? "").trim() === "");
    say(open === undefined ? "" : words.fill.missing(open[1].name));
    if (open !== undefined) return false;
    const today = dayIn(client.now(), client.settings.now().time_zone);
    const plan = { ...fillTemplate(template, filled, today), source: null, start };
    const answered = await client.answer({ kind: "create", plan });
    if (answered.isDone) await told(answered, start);
    else say(answered.said);
    return answered.isDone;
  };
  openDialog(client.app, {
    title: template.name,
    fill: (content) => {
      for (const [id, { name, example, isDay }] of Object.entries(template.blanks))
        new Setting(content)
          .setName(name)
          .setDesc(isDay === true ? "" : words.fill.desc(example))
          .addText((text) => {
            text.onChange((value) => (filled[id] = value));
            if (isDay === true) text.inputEl.type = "date";
            else text.inputEl.dir = "auto";
          });
      if (template.repeat !== undefined) content.createEl("p", { text: words.fill.repeats(template.repeat) });
      content.createEl("p", { text: words.fill.steps });
      const list = content.createEl("ol");
      for (const step of template.steps)
        list.createEl("li", { text: escapeLine(step.replace(BLANK_DAY, ""), 200) });
      warnings = content.createDiv();
    },
    buttons: [
      { label: words.create, run: create(false) },
      { label: words.createAndStart, kind: "main", run: create(true) },
    ],
    leave: dialog.cancel,
  });
}

/** The day of a step stands in its plan. */
const BLANK_DAY = / ⏳ .*$/u;
