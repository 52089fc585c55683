/** Words of the start page. */
import { sayDay, WEEKDAYS } from "../../../kit/dates";
import type { BlankFault } from "../../../note/plan/template/judgeBlank";

const steps = (n: number): string => (n === 1 ? "1 step" : `${String(n)} steps`);
const asks = (n: number, all: number): string =>
  n === 0
    ? ""
    : all === 1
      ? ", which asks you first"
      : `, ${String(n)} of which ask${n === 1 ? "s" : ""} you first`;

export const START_WORDS = {
  name: "Start",
  title: "What do you want to get done?",
  example: "Thank Marit for the recipe, on Friday",
  needs: (n: number): string =>
    n === 0 ? "Nothing needs you" : n === 1 ? "1 needs you" : `${String(n)} need you`,
  /** The plan that the main answer starts. */
  makes: (objective: string, due: string, all: number, asking: number): string =>
    `Starts “${objective}”: ${due}, ${steps(all)}${asks(asking, all)}.`,
  due: (day: number, clock: string, now: number): string =>
    `due ${WEEKDAYS[new Date(day).getUTCDay()] ?? ""}, ${sayDay(day, now)}${clock}`,
  key: "Enter",
  noDue: "no due day",
  more: "Enter: start · Ctrl Enter: keep as draft · Shift Enter: next step",
  create: "Keep as draft",
  createAndStart: "Start",
  asks: "Which of these ask you first? Those wait for your approval.",
  start: "Start it",
  open: "Open it",
  templates: "Templates",
  notSetUp: "Planwright is not set up here yet, so nothing is asked or sent.",
  fill: {
    desc: (example: string): string => `For example: ${example}`,
    faults: {
      missing: () => "Fill this in.",
      amount: (example: string) => `Write a number above 0, such as ${example}.`,
      address: (example: string) => `Write a whole mail address, such as ${example}.`,
    } satisfies Readonly<Record<BlankFault, (example: string) => string>>,
    repeats: (words: string): string => `Repeats ${words}.`,
  },
  plans: "Open plans",
  order: "By priority and due date",
  none: "No open plans yet. A sample takes three minutes and sends nothing.",
  urgent: "High priority",
  showAll: (n: number): string => `Show all ${String(n)}`,
  answer: (title: string): string => `You: answer “${title}”`,
} as const;
