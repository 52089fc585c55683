/** Makes the words of a plan from a template and what the person filled in. */
import { DAY, readStamp, writeDay } from "../../../kit/dates";
import type { Action } from "../../action/action";
import { nextDay, readRepeat } from "../repeat";
import type { PlanTemplate } from "./planTemplates";

export interface FilledPlan {
  readonly objective: string;
  readonly steps: readonly string[];
  readonly actions: Readonly<Record<number, Action>>;
  readonly due?: string;
  readonly repeat?: string;
}

/** `filled`: by the names of its blanks, one line each. `today`: `2026-02-21`, by the clock of the vault. */
export function fillTemplate(
  template: PlanTemplate,
  filled: Readonly<Record<string, string>>,
  today: string,
): FilledPlan {
  const { repeat, actions = {} } = template;
  const rule = repeat === undefined ? null : readRepeat(repeat);
  const dayIn = (days: number): string => writeDay((readStamp(today) ?? 0) + days * DAY);
  const first = rule === null ? undefined : nextDay(rule, dayIn(-1), today)?.day;
  // Each sign is read once: what a person fills in may have braces of its own.
  const fill = (text: string): string =>
    text.replace(/\{[^{}]*\}/g, (sign: string, at: number) => {
      const name = sign.slice(1, -1);
      if (name === "due") return first ?? "";
      if (name.startsWith("+")) return dayIn(Number(name));
      return withoutLead(filled[name]?.trim() ?? "", text.slice(0, at));
    });
  const due = template.due === undefined ? first : fill(template.due);
  return {
    objective: fill(template.objective),
    steps: template.steps.map(fill),
    actions: Object.fromEntries(
      Object.entries(actions).map(([step, { type, target, args }]) => [
        step,
        { type, target: fill(target), args: fillAll(args, fill), attachments: [] },
      ]),
    ),
    ...(due === undefined ? {} : { due }),
    ...(repeat === undefined ? {} : { repeat }),
  };
}

/** Without the word that stands in front already: “for the recipe” makes no “for for the recipe”. A title stays. */
function withoutLead(words: string, before: string): string {
  const [, lead] = /(?:^|\P{L})(\p{Ll}+ )$/u.exec(before) ?? [];
  return lead !== undefined && words.startsWith(lead) ? words.slice(lead.length) : words;
}

function fillAll(args: Action["args"], fill: (text: string) => string): Action["args"] {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, typeof value === "string" ? fill(value) : value]),
  );
}
