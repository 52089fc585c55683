/** rrule reads the words in which a plan repeats; their days are counted here (note/plan/repeatRule.ts). */
export const rruleRows = [
  {
    file: "rrule/dist/esm/index.js",
    why: "sets of rules, and rules as calendars write them",
    to: "export { RRule } from './rrule';\n",
  },
  {
    file: "rrule/dist/esm/rrule.js",
    why: "the days of a rule, and a rule in words: only its names are asked for",
    to: `import parseText from './nlp/parsetext';
import { Frequency } from './types';
import { ALL_WEEKDAYS, Weekday } from './weekday';
export const RRule = {
	...Frequency,
	...Object.fromEntries(ALL_WEEKDAYS.map((name, at) => [name, new Weekday(at)])),
	parseText: (text) => parseText(text),
};
`,
  },
];
