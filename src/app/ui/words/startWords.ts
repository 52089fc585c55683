/** Words of the start page. */
import { sayDay, WEEKDAYS } from "../../../kit/dates";

const steps = (n: number): string => (n === 1 ? "1 step" : `${String(n)} steps`);
const asks = (n: number): string =>
  n === 0 ? "" : n === 1 ? ", 1 of which asks you first" : `, ${String(n)} of which ask you first`;

export const START_WORDS = {
  name: "Start",
  title: "What do you want to get done?",
  example: "Thank Marit for the recipe, on Friday",
  needs: (n: number): string =>
    n === 0 ? "Nothing needs you" : n === 1 ? "1 needs you" : `${String(n)} need you`,
  /** Beneath the field: what Enter makes of its words. */
  makes: (objective: string, due: string, all: number, asking: number): string =>
    `Enter makes a draft: “${objective}”, ${due}, ${steps(all)}${asks(asking)}.`,
  due: (day: number, clock: string, now: number): string =>
    `due ${WEEKDAYS[new Date(day).getUTCDay()] ?? ""}, ${sayDay(day, now)}${clock}`,
  key: "Enter",
  noDue: "no due day",
  more: "Shift Enter: a step on each further line · Ctrl Enter: create and start",
  create: "Create draft",
  createAndStart: "Create and start",
  asks: "Which of these ask you first? They go out only once you approve.",
  start: "Start it",
  open: "Open it",
  templates: "Templates",
  notSetUp: "Planwright is not set up here yet: nothing is asked or sent until it is.",
  fill: {
    desc: (example: string): string => `For example: ${example}`,
    missing: (name: string): string => `Fill in “${name}”.`,
    repeats: (words: string): string => `Repeats ${words}.`,
    steps: "Steps",
  },
  plans: "In progress",
  order: "By priority and due date",
  none: "Nothing in progress yet.",
  urgent: "High priority",
  showAll: (n: number): string => `Show all ${String(n)}`,
  answer: (title: string): string => `You: answer “${title}”`,
} as const;
