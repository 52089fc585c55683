/** Notes with skills: what their names mean, what of them an agent reads, and what is wrong with them. */
import { expect, test } from "vitest";
import {
  counting,
  LONGEST_SKILL,
  readSkill,
  skillNameOf,
  type SkillNote,
} from "../../src/flow/skill/skillNote";

test.each([
  ["spec-review.md", "skill spec-review"],
  ["Spec review.md", "skill spec-review"],
  ["spec_review.skill.md", "skill spec-review"],
  ["preamble claude.md", "preamble claude"],
  ["README.md", null],
  ["About this folder.md", null],
  ["notes.txt", null],
  ["Überblick.md", null],
  ["..md", null],
])("the file %j is %j", (file, expected) => {
  const found = skillNameOf(file);
  expect(found === null ? null : `${found.kind} ${found.name}`).toBe(expected);
});

const read = (text: string, place: SkillNote["place"] = "vault"): SkillNote =>
  readSkill({ kind: "skill", name: "draft" }, place, "Skills/draft.md", text);

test("of properties, only name and description are read, whatever program they are for", () => {
  const text = "---\nname: Spec review\ndescription: Compare it\ntools: Bash\n---\n\nCompare.\n";
  expect(read(text)).toMatchObject({ name: "draft", about: "Compare it", words: "Compare.", warnings: [] });
  expect(read(text, "folder")).toMatchObject({ name: "spec-review" });
});

test("properties that are no YAML end all the same where others end them", () => {
  const text = '---\ndescription: "Compare: now"\nargument-hint: [file] [more]\n---\nCompare.\n';
  expect(read(text)).toMatchObject({ about: "Compare: now", words: "Compare.", warnings: [] });
});

test.each([
  ["", 1, "It is empty"],
  ["---\ndescription: Nothing\n---\n", 1, "It is empty"],
  ["---\nname: a\nCompare.\n", 1, "Its properties cannot be read, so they count as instructions"],
  ["Compare.\n\nRead $ARGUMENTS.\n", 3, "Planwright fills in no “$ARGUMENTS”"],
  ["Compare.\n!`git diff`\n", 2, "runs no command in it"],
])("%j is warned of, with its line", (text, line, says) => {
  const [first] = read(text).warnings;
  expect(first).toMatchObject({ line, says: expect.stringContaining(says) as string });
});

test("one that is too long, or no text, cannot be used", () => {
  expect(read("x".repeat(LONGEST_SKILL)).unusable).toBeNull();
  expect(read("x".repeat(LONGEST_SKILL + 1)).unusable).toContain("more than 40,000 characters");
  expect(read("a\0b").unusable).toContain("It is no text");
});

test("the first of a name counts, and hides the others", () => {
  const at = (where: string, name = "draft"): SkillNote => ({ ...read("x"), name, where });
  const notes = [at("one"), at("two", "review"), at("three"), at("four")];
  expect(counting(notes).map(({ note, hides }) => [note.where, hides.map(({ where }) => where)])).toEqual([
    ["one", ["three", "four"]],
    ["two", []],
  ]);
});
