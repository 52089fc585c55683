/**
 * One declarative control: shows the stored value, validates what a person enters, and only then hands it to the tab.
 */
import type { SettingControl } from "obsidian";
import type { Setting } from "./setting";
import type { SettingTab } from "./setting_tab";

export const bindControl = (tab: SettingTab, row: Setting, control: SettingControl): void => {
  const stored = tab.getControlValue(control.key) ?? control.defaultValue;
  let latest = 0;

  const check = async (value: unknown): Promise<string | null> => {
    const said = await (control.validate as ((value: unknown) => unknown) | undefined)?.(value);
    return typeof said === "string" && said !== "" ? said : null;
  };
  /** A rejected value is shown with its reason and not stored. A later entry overtakes a validator still at work. */
  const commit = async (value: unknown): Promise<void> => {
    const mine = ++latest;
    const problem = await check(value);
    if (mine !== latest) return;
    row.setErrorMessage(problem);
    if (problem !== null) return;
    await tab.setControlValue(control.key, value);
    tab.refreshDomState();
  };
  const report = (promise: Promise<unknown>): void => {
    promise.catch((error: unknown) => tab.app.around.errors.push(error));
  };

  switch (control.type) {
    case "toggle":
      row.addToggle((toggle) => toggle.setValue(stored === true).onChange((value) => report(commit(value))));
      break;
    case "text":
    case "file":
    case "folder":
      row.addText((text) =>
        text
          .setPlaceholder(control.placeholder ?? "")
          .setValue(asText(stored))
          .onChange((value) => report(commit(value))),
      );
      break;
    case "textarea":
      row.addTextArea((text) => {
        text
          .setPlaceholder(control.placeholder ?? "")
          .setValue(asText(stored))
          .onChange((value) => report(commit(value)));
        if (control.rows !== undefined) text.inputEl.rows = control.rows;
      });
      break;
    case "number":
      // Commits on blur or Enter, which is when an input fires `change`.
      row.addText((text) => {
        text.inputEl.type = "number";
        text
          .setPlaceholder(control.placeholder ?? "")
          .setValue(stored === undefined || stored === null ? "" : String(stored));
        text.inputEl.addEventListener("change", () => {
          const problem = numberProblem(text.getValue(), control.min, control.max);
          if (problem === null) report(commit(Number(text.getValue())));
          else row.setErrorMessage(problem);
        });
      });
      break;
    case "slider":
      row.addSlider((slider) =>
        slider
          .setLimits(control.min, control.max, control.step)
          .setValue(Number(stored ?? control.min))
          .onChange((value) => report(commit(value))),
      );
      break;
    case "dropdown":
      row.addDropdown((dropdown) =>
        dropdown
          .addOptions(control.options)
          .setValue(asText(stored))
          .onChange((value) => report(commit(value))),
      );
      break;
    case "color":
      row.addText((text) => text.setValue(asText(stored)).onChange((value) => report(commit(value))));
      break;
    default: {
      const never: never = control;
      throw new Error(`Unknown control: ${String(never)}`);
    }
  }
  // Nothing is answered here: a Setting has `then`, and a promise that is given one never ends.
  const checkStored = async (): Promise<void> => {
    const problem = await check(stored);
    if (latest === 0) row.setErrorMessage(problem);
  };
  report(checkStored());
};

const asText = (value: unknown): string => {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") throw new TypeError(`A text control was given ${typeof value}.`);
  return value;
};

const numberProblem = (text: string, min: number | undefined, max: number | undefined): string | null => {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) return "Enter a number.";
  if (min !== undefined && value < min) return `Enter a number of at least ${min}.`;
  if (max !== undefined && value > max) return `Enter a number of at most ${max}.`;
  return null;
};
