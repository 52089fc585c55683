/** Two readers of a block, one over a parser of YAML and one that only looks at lines, agree on every word. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { parseAction } from "../../src/note/action/parse";
import { renderSource } from "../../src/note/action/render";
import { wordsOf } from "../sim/words";
import { actions } from "./actions";

const RUNS = Number(process.env["WORDS"] ?? 3000);

const piece = fc.constantFrom(
  "Invoice",
  "2026",
  "#2026-001",
  "#",
  "-",
  "+41791234567",
  "02134",
  "00042",
  "1.10",
  "1e3",
  "0x1F",
  "true",
  "No",
  "null",
  "~",
  "a@example.com",
  "Re:",
  "x:y",
  "'",
  '"',
  "&",
  "*",
  "!",
  "%",
  "@ana",
  "[x]",
  ",",
  "?",
  "|",
  ">",
  "é",
  "✋",
  "http://x/#a",
  "12:30",
  "<b>",
);
const plain = fc.array(piece, { minLength: 0, maxLength: 5 }).map((parts) => parts.join(" "));
const full = fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(" "));
const written = fc.oneof(
  plain,
  plain.map((text) => JSON.stringify(text)),
  plain.map((text) => `'${text.replaceAll("'", "''")}'`),
  fc
    .array(full, { minLength: 1, maxLength: 4 })
    .map((lines) => `|\n${lines.map((line) => `    ${line}`).join("\n")}`),
  fc
    .array(
      plain.filter((text) => !/^[-?](?: |$)|:(?: |$)/.test(text)),
      { minLength: 1, maxLength: 3 },
    )
    .map((items) => `\n${items.map((item) => `    - ${item}`).join("\n")}`),
);
const blocks = fc
  .tuple(
    plain,
    fc.uniqueArray(fc.constantFrom("subject", "body", "tags", "amount", "phone"), {
      minLength: 1,
      maxLength: 5,
    }),
    fc.array(written, { minLength: 5, maxLength: 5 }),
  )
  .map(
    ([target, keys, values]) =>
      `type: email\ntarget: ${target}\nargs:\n${keys.map((key, at) => `  ${key}: ${values[at] ?? ""}`).join("\n")}`,
  );

it("of a block that a person wrote", () => {
  let read = 0;
  fc.assert(
    fc.property(blocks, (source) => {
      const parsed = parseAction(source);
      if (parsed.kind === "bad") return;
      read += 1;
      const { target, args } = parsed.action;
      const words = wordsOf(source) as { readonly target: string | null; readonly args: object } | null;
      expect({ target, args }, source).toEqual({ target: words?.target ?? "", args: words?.args });
    }),
    { numRuns: RUNS },
  );
  expect(read, "blocks that can be read").toBeGreaterThan(RUNS / 20);
});

it("of a block that Planwright wrote", () => {
  fc.assert(
    fc.property(actions, (action) => {
      const source = renderSource(action);
      const parsed = parseAction(source);
      if (parsed.kind === "bad") return;
      const { type, target, args, attachments } = parsed.action;
      const words = wordsOf(source) as { readonly attachments?: unknown } | null;
      expect({ attachments: [], ...words }, source).toEqual({ type, target, args, attachments });
    }),
    { numRuns: RUNS / 3 },
  );
});
