/** Text that must not get out, and text that must not become active. */
import type { Invariant } from ".";
import { activeIn } from "../reading";
import { CANARY } from "../stories";

export const CONFINEMENT: readonly Invariant[] = [
  {
    id: "X1",
    name: "noSecrets",
    at: "wrote",
    sentence: "No secret in vault, log, prompt, data.json or error text.",
    holds: ({ device, path, after }) => {
      if (after.includes(CANARY)) return `a password was written into ${path}`;
      const key = /"key":"([0-9a-f]{64})"/.exec(device.lines[0] ?? "")?.[1];
      return key !== undefined && after.includes(key)
        ? `the key of ${device.name} was written into ${path}`
        : null;
    },
  },
  {
    id: "X3",
    name: "nothingBecomesActive",
    at: "wrote",
    sentence: "No untrusted byte becomes active text.",
    holds: ({ path, before, after, kind }) =>
      kind === "move"
        ? null
        : /\.csv$/.test(path)
          ? /^"?[=@]|[,;\t]"?[=@]/m.test(after)
            ? `a cell that a spreadsheet runs was written into ${path}`
            : null
          : // Nobody renders what is no note.
            /\.md$/.test(path) && activeIn(after) > activeIn(before ?? "")
            ? `active text was written into ${path}`
            : null,
  },
  {
    id: "C2",
    name: "noFaultIsSwallowed",
    at: "rest",
    sentence: "What an app says is meant for a person: no fault of its own is said and forgotten.",
    holds: ({ devices }) => {
      const odd = devices
        .flatMap(({ notices }) => notices)
        .find((text) => /please report|undefined|is not a function|Cannot read|\bNaN\b/.test(text));
      return odd === undefined ? null : `it was said: ${odd}`;
    },
  },
  {
    id: "X1",
    name: "noSecretsSaid",
    at: "rest",
    sentence: "No secret in error text.",
    holds: ({ devices }) =>
      devices.some(({ notices }) => notices.some((text) => text.includes(CANARY)))
        ? "a password was said in a notice"
        : null,
  },
];
