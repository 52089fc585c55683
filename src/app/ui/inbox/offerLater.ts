/** Puts off what a plan asks, until a moment that the person picks from a short list, or a day of their own. */
import { Menu } from "obsidian";
import { DAY, writeStamp } from "../../../kit/dates";
import { openDialog } from "../dialog";
import type { EngineClient } from "../engineClient";
import { sayWhen } from "../sayWhen";
import { WORDS } from "../words";

const { later: words } = WORDS.inbox;

/** The hour at which a day of work begins, by the clock of this device. */
const MORNING = 9;
const MONDAY = 1;

export interface PutOff {
  readonly plan: string;
  /** The step as it was read (plan/steps `shownAs`). */
  readonly shown: string | undefined;
  /** The day by which the plan is due, as `2026-03-03`; null without one. */
  readonly due: string | null;
}

/** `done`: called once it is put off. */
export function offerLater(client: EngineClient, of: PutOff, at: HTMLElement, done: () => void): void {
  const menu = new Menu();
  const put = async (until: number): Promise<boolean> => {
    const { plan, shown } = of;
    const isDone = await client.obey({
      kind: "later",
      plan,
      until: writeStamp(until),
      ...(shown === undefined ? {} : { shown }),
    });
    if (isDone) done();
    return isDone;
  };
  for (const { title, until } of choices(client, of.due))
    menu.addItem((item) => item.setTitle(title).onClick(() => void put(until)));
  menu.addItem((item) => item.setTitle(words.pick).onClick(() => pickDay(client, put)));
  const { left, top } = at.getBoundingClientRect();
  menu.showAtPosition({ x: left, y: top });
}

function choices(
  client: EngineClient,
  due: string | null,
): readonly { readonly title: string; readonly until: number }[] {
  const now = client.now();
  const tomorrow = morningOf(now + DAY);
  const dueDay = due === null ? 0 : morningOn(due);
  const days = (MONDAY - new Date(tomorrow).getDay() + 7) % 7;
  const monday = morningOf(tomorrow + days * DAY);
  return [
    ...(dueDay > tomorrow
      ? [{ title: words.due(sayWhen(dueDay, now, client.settings.now().time_zone)), until: dueDay }]
      : []),
    { title: words.tomorrow, until: tomorrow },
    ...(days === 0 ? [] : [{ title: words.monday, until: monday }]),
    { title: words.week, until: morningOf(now + 7 * DAY) },
  ].filter(({ until }, at, all) => all.findIndex((each) => each.until === until) === at);
}

function morningOf(at: number): number {
  return new Date(at).setHours(MORNING, 0, 0, 0);
}

function morningOn(day: string): number {
  return morningOf(new Date(`${day}T00:00`).getTime());
}

function pickDay(client: EngineClient, put: (until: number) => Promise<boolean>): void {
  let day = "";
  openDialog(client.app, {
    title: words.title,
    fill: (content) => {
      const field = content
        .createEl("label", { text: `${words.day} ` })
        .createEl("input", { type: "date", attr: { "data-part": "day" } });
      field.addEventListener("input", () => (day = field.value));
    },
    buttons: [{ label: words.put, kind: "main", run: async () => day !== "" && (await put(morningOn(day))) }],
  });
}
