/** Puts off what a plan asks, until a moment that the person picks from a short list, or a day of their own. */
import { Menu } from "obsidian";
import {
  DAY,
  dayIn,
  momentIn,
  readStamp,
  sayDay,
  sayWithWeekday,
  showTime,
  writeDay,
  writeStamp,
} from "../../../kit/dates";
import { readDay } from "../../../note/plan/capture";
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

/** At nine o’clock where only a day is written; null where none can be read. */
function momentOf(text: string, client: EngineClient): number | null {
  const zone = zoneOf(client);
  const day = readDay(text, dayIn(client.now(), zone));
  return day === null ? null : day.length > 10 ? momentIn(day, zone) : morningOf(day, client);
}

function pickDay(client: EngineClient, put: (until: number) => Promise<boolean>): void {
  let until: number | null = null;
  let read: () => void = () => undefined;
  openDialog(client.app, {
    title: words.title,
    fill: (content) => {
      const field = content
        .createEl("label", { text: `${words.day} ` })
        .createEl("input", { type: "text", attr: { "data-part": "day", placeholder: words.example } });
      const says = content.createEl("p", { cls: "planwright-muted", attr: { role: "status" } });
      read = () => {
        const zone = zoneOf(client);
        const at = momentOf(field.value, client);
        const isPast = at !== null && at <= client.now();
        until = isPast ? null : at;
        const shown =
          at === null ? "" : `${sayWithWeekday(readStamp(dayIn(at, zone)) ?? at)}, ${showTime(at, zone)}`;
        says.setText(at === null ? words.unread : isPast ? words.past(shown) : shown);
      };
      field.addEventListener("input", read);
    },
    buttons: [
      {
        label: words.put,
        kind: "main",
        run: async () => {
          // The day that is told is taken: read again, “tomorrow” may be another one by now.
          if (until === null) read();
          return until !== null && (await put(until));
        },
      },
    ],
  });
}
