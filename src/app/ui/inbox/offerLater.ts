/** Puts off what a plan asks, until a moment that the person picks from a short list, or a day of their own. */
import { Menu } from "obsidian";
import { DAY, dayIn, momentIn, readStamp, sayDay, writeDay, writeStamp } from "../../../kit/dates";
import { openDialog } from "../dialog";
import type { EngineClient } from "../engineClient";
import { zoneOf } from "../sayWhen";
import { WORDS } from "../words";

const { later: words } = WORDS.inbox;

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
  for (const [title, day] of choices(client, of.due))
    menu.addItem((item) => item.setTitle(title).onClick(() => void put(morningOf(day, client))));
  menu.addItem((item) => item.setTitle(words.pick).onClick(() => pickDay(client, put)));
  const { left, top } = at.getBoundingClientRect();
  menu.showAtPosition({ x: left, y: top });
}

/** Words, and the day as `2026-03-03`: each day once. */
function choices(client: EngineClient, due: string | null): readonly (readonly [string, string])[] {
  const now = client.now();
  const today = readStamp(dayIn(now, zoneOf(client))) ?? now;
  const after = (days: number): string => writeDay(today + days * DAY);
  const toMonday = (MONDAY - new Date(today + DAY).getUTCDay() + 7) % 7;
  const all: readonly (readonly [string, string])[] = [
    ...(due !== null && due > after(1)
      ? [[words.due(sayDay(readStamp(due) ?? now, now)), due] as const]
      : []),
    [words.tomorrow, after(1)],
    [words.monday, after(1 + toMonday)],
    [words.week, after(7)],
  ];
  return all.filter(([, day], at) => all.findIndex((each) => each[1] === day) === at);
}

/** At nine o’clock, when a day of work begins. */
function morningOf(day: string, client: EngineClient): number {
  return momentIn(`${day} 09:00`, zoneOf(client)) ?? client.now();
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
    buttons: [
      { label: words.put, kind: "main", run: async () => day !== "" && (await put(morningOf(day, client))) },
    ],
  });
}
