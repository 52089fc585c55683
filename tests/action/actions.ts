/** Actions as nobody would write them: text that YAML, Markdown or a plugin could take for something else. */
import fc from "fast-check";
import type { Action } from "../../src/note/action/action";
import type { Json, JsonObject } from "../../src/kit/json";

/** The content of a gate, apart from the way in which its block is written. */
export function said(gate: object): object {
  const { action } = gate as { readonly action?: Action };
  if (action === undefined) return gate;
  const { block: _block, ...rest } = action;
  return { ...gate, action: rest };
}

export const LOOKALIKES = [
  "yes",
  "no",
  "on",
  "off",
  "y",
  "N",
  "null",
  "~",
  "true",
  "FALSE",
  "1_000",
  "0o17",
  "0x1f",
  "1e3",
  ".inf",
  ".nan",
  "-0",
  "+1",
  "2026-02-21",
  "2026-02-21T10:30:00Z",
  "12:30:45",
  "- x",
  "? x",
  ": x",
  "x: y",
  "x:",
  "# x",
  "x # y",
  "[x]",
  "{x: y}",
  "&x",
  "*x",
  "!x",
  "!!js/function x",
  "|",
  ">",
  "|-",
  "%x",
  "@x",
  "`x`",
  "```",
  "````action",
  "~~~",
  "'x'",
  '"x"',
  "\\n",
  "---",
  "...",
  "<<",
  "<% tp.x %>",
  "{{x}}",
  "{{{x}}}",
  " x",
  "x ",
  "\tx",
  "x\n",
  "\nx",
  "x\n\n",
  "x \ny",
  "x\n y\nz",
  "  x\ny",
  "a\r\nb",
  "a\rb",
  "\u202Egnp.exe",
  "\u200B",
  "a\u00A0b",
  "\uFEFFx",
  "\u2028",
  "\u0085",
  "\u{E0041}",
  "\uFE0F",
  "✋🏽",
  "⚠️ careful",
  "👨\u200D👩",
  "",
  "Ω",
  "é",
  "__proto__x",
  "%%x%%",
  "- [x] It happened",
  "## Your note",
];

const text = fc.oneof(
  fc.constantFrom(...LOOKALIKES),
  fc.string(),
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom(...LOOKALIKES), { maxLength: 6 }).map((parts) => parts.join("\n")),
);
const key = fc
  .oneof(
    fc.constantFrom("to", "subject", "yes", "null", "a b", "1", "", "x: y", "# x", "<% x", "\u200B", "Ω"),
    fc.string(),
  )
  .filter((each) => each !== "__proto__");
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(
      text,
      fc.boolean(),
      fc.constant(null),
      fc.maxSafeInteger(),
      fc
        .double({ noDefaultInfinity: true, noNaN: true })
        .filter((each) => !Number.isInteger(each) || Number.isSafeInteger(each)),
    ),
    fc.array(tie("json"), { maxLength: 4 }),
    fc.dictionary(key, tie("json"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
export const actions: fc.Arbitrary<Action> = fc.record({
  type: fc.stringMatching(/^[a-z][a-z0-9_]{0,39}$/),
  target: text,
  args: fc.dictionary(key, json, { maxKeys: 5, noNullPrototype: true }) as fc.Arbitrary<JsonObject>,
  attachments: fc.array(text, { maxLength: 3 }),
});
