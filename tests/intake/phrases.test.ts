/** Phrases that ask for something to be thought through: found in prose alone, with what they are about. */
import { expect, test } from "vitest";
import { createPhraseFinder } from "../../src/note/intake/phrases";
import { THINK_PHRASES } from "../../src/settings/intake";

const find = createPhraseFinder(THINK_PHRASES);

test.each([
  ["Help me think through: should we move?", "help me think through", "should we move?"],
  ["- [ ] I need to design a shelf", "I need to design", "a shelf"],
  ["Let’s brainstorm names for the shop", "let's brainstorm", "names for the shop"],
  ["please HELP  me plan the move.", "help me plan", "the move."],
  ["I need a detailed approach for [[Roof]]", "I need a detailed approach for", "[[Roof]]"],
  ["Walk me through designing", "walk me through designing", "Note"],
])("%s", (text, phrase, topic) => {
  expect(find("Note", `# A note\n\n${text}\n`)).toEqual({ why: `“${phrase}” in line 3`, topic });
});

test.each([
  "I helped me think through it",
  "help me planning",
  "`help me plan` is a phrase",
  "%% help me plan %%",
  "```\nhelp me plan\n```",
  "---\nnote: help me plan\n---\n",
  "> help me plan the party",
  "Ana writes:\n\n> Dear both,\n> > help me plan the party",
  "> Dear both,\nhelp me plan the party",
  "- > help me plan the party",
  "- [ ] ``help me plan ` `` is a phrase",
  "An example:\n\n    help me plan the party",
  "```\nhelp me plan",
  "- One\n\n    > help me plan",
])("nothing is found in %j", (text) => {
  expect(find("Note", text)).toBeNull();
});

test.each([
  "> Dear both,\n\nhelp me plan the party",
  "> Dear both,\n- help me plan the party",
  "> Dear both,\n# Help me plan the party",
  "- One\n\n    help me plan the party",
  "We move.\n    help me plan the party",
])("the person's own words beside a quotation or in a list count: %j", (text) => {
  expect(find("Note", text)).toMatchObject({ topic: "the party" });
});

test("the name of a note counts, a person’s own phrases replace ours, and without any nothing is found", () => {
  expect(find("Help me plan the party", "Soon.")).toEqual({
    why: "“help me plan” in its name",
    topic: "the party",
  });
  const own = createPhraseFinder(["durchdenk*"]);
  expect(own("N", "Bitte durchdenken: der Umzug")).toEqual({
    why: "“durchdenk*” in line 1",
    topic: "der Umzug",
  });
  expect(own("N", "help me plan")).toBeNull();
  expect(createPhraseFinder([])("N", "help me plan")).toBeNull();
});

test("a long line costs no time worth speaking of", () => {
  const line = "help me ".repeat(100_000);
  expect(find("N", line)).toBeNull();
});
