/**
 * A skill in a note of its own, or the preamble of an agent: its name, where it is from, and what is wrong with it. Of
 * two of one name, the one that comes first counts, and hides the other.
 */
import { joinLines, splitLines, type Line } from "../../kit/lines";
import { readFrontmatter, textOf } from "../../kit/frontmatter";
import { isAbout } from "../../note/plan/isAbout";
import type { FlowFault } from "../flow";

export const SKILL_KINDS = ["skill", "preamble"] as const;
export type SkillKind = (typeof SKILL_KINDS)[number];

/** In the order in which they are asked. `folder`: one that the settings name. */
export type SkillPlace = "vault" | "user" | "folder" | "built-in";

/** A skill or a preamble, by the name of its file. Of a preamble, `name` is its agent. */
export interface SkillName {
  readonly kind: SkillKind;
  readonly name: string;
}

export interface SkillNote extends SkillName {
  readonly place: SkillPlace;
  /** As a person writes it: `Skills/draft.md`, `~/.config/planwright/skills/draft.md`. */
  readonly where: string;
  /** Empty where it has none, or cannot be used. */
  readonly words: string;
  /** Its purpose, as its properties say. */
  readonly about: string | null;
  readonly warnings: readonly FlowFault[];
  /** Another note in its folder is the same, and counts. */
  readonly isDouble: boolean;
  /** A sentence: why it cannot be used; null where it can. */
  readonly unusable: string | null;
}

/** Characters of one skill. */
export const LONGEST_SKILL = 40_000;
/** Characters of the description that lists show. */
const LONGEST_ABOUT = 300;

/** Null for a file that is no skill. `spec-review.md`, `Spec review.md` and `spec-review.skill.md` are one name. */
export function skillNameOf(file: string): SkillName | null {
  const bare = /^(.+?)(?:\.skill)?\.md$/i.exec(file)?.[1];
  if (bare === undefined || isAbout(file)) return null;
  const agent = /^preamble\s+(.+)$/i.exec(bare)?.[1];
  const name = asName(agent ?? bare);
  return name === null ? null : { kind: agent === undefined ? "skill" : "preamble", name };
}

/** `Spec review` is `spec-review`; null where no step could have such a name. */
export function asName(words: string): string | null {
  const name = words
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, "-");
  return /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) && name.length <= 40 ? name : null;
}

/** Name of a new note for it. */
export function fileOfSkill({ kind, name }: SkillName): string {
  return kind === "skill" ? `${name}.md` : `preamble ${name}.md`;
}

/** `text`: of the note; or a sentence why there is none. */
export function readSkill(
  { kind, name }: SkillName,
  place: SkillPlace,
  where: string,
  text: string | { readonly why: string },
): SkillNote {
  const bad = (unusable: string): SkillNote => ({
    kind,
    name,
    place,
    where,
    words: "",
    about: null,
    warnings: [],
    isDouble: false,
    unusable,
  });
  if (typeof text !== "string") return bad(text.why);
  if (text.length > LONGEST_SKILL)
    return bad(`It has more than 40,000 characters, which leaves a model no room to work. Shorten it.`);
  if (text.includes("\0")) return bad("It is no text: it holds a byte that no note has.");
  const { words, about, ownName, warnings } = partsOf(text);
  // In folders of other programs, the properties may say the name, as where each skill has a folder.
  const named = kind === "skill" && (place === "folder" || place === "user") ? ownName : null;
  return {
    kind,
    name: named ?? name,
    place,
    where,
    words,
    about,
    warnings:
      words === ""
        ? [
            ...warnings,
            { line: 1, says: "It is empty, so the step has no instructions. Write some, or delete it." },
          ]
        : warnings,
    isDouble: false,
    unusable: null,
  };
}

interface Parts {
  readonly words: string;
  readonly about: string | null;
  readonly ownName: string | null;
  readonly warnings: readonly FlowFault[];
}

/** Of the properties, which other programs write for themselves, only name and description are read. */
function partsOf(text: string): Parts {
  const lines = splitLines(text);
  const front = readFrontmatter(lines);
  const after = (from: number): string => joinLines(lines.slice(from)).trim();
  const short = (about: string | null): string | null => about?.trim().slice(0, LONGEST_ABOUT) ?? null;
  if (front.kind === "read") {
    const { data, bodyFrom } = front.frontmatter;
    const words = after(bodyFrom);
    return {
      words,
      about: short(textOf(data, "description")),
      ownName: asName(textOf(data, "name") ?? ""),
      warnings: gapsIn(lines, bodyFrom),
    };
  }
  // Other programs read properties in their own way, so what is no YAML may still be the end of them.
  const end = lines.findIndex(({ text: line }, at) => at > 0 && /^---\s*$/.test(line));
  if (end < 0)
    return {
      words: after(0),
      about: null,
      ownName: null,
      warnings: [
        {
          line: front.line,
          says: `Its properties cannot be read, so they count as instructions: ${front.why}.`,
        },
      ],
    };
  const said = (key: string): string | null =>
    lines
      .slice(1, end)
      .flatMap(({ text: line }) => (line.startsWith(`${key}:`) ? [line.slice(key.length + 1).trim()] : []))[0]
      ?.replace(/^(["'])(.*)\1$/, "$2") ?? null;
  return {
    words: after(end + 1),
    about: short(said("description")),
    ownName: asName(said("name") ?? ""),
    warnings: gapsIn(lines, end + 1),
  };
}

/** Gaps that the program filled in, or commands that it ran, for which the skill was written. */
function gapsIn(lines: readonly Line[], from: number): readonly FlowFault[] {
  const at = lines.findIndex(({ text }, n) => n >= from && /\$ARGUMENTS\b|(?:^|\s)!`/.test(text));
  return at < 0
    ? []
    : [
        {
          line: at + 1,
          says: "Planwright fills in no “$ARGUMENTS” and runs no command in it: the agent reads the words as they are.",
        },
      ];
}

/** The note that counts for a name, in the order of the places; null where there is none. */
export function firstOf(notes: readonly SkillNote[], kind: SkillKind, name: string): SkillNote | null {
  return notes.find((each) => each.kind === kind && each.name === name) ?? null;
}

/** The notes that count, each with those that it hides. */
export function counting(
  notes: readonly SkillNote[],
): readonly { readonly note: SkillNote; readonly hides: readonly SkillNote[] }[] {
  return notes.flatMap((note, at) => {
    const same = (other: SkillNote): boolean => other.kind === note.kind && other.name === note.name;
    return notes.slice(0, at).some(same) ? [] : [{ note, hides: notes.slice(at + 1).filter(same) }];
  });
}

/** Each fault of a note, with its line. */
export function faultsOf({
  warnings,
  unusable,
}: Pick<SkillNote, "warnings" | "unusable">): readonly FlowFault[] {
  return unusable === null ? warnings : [{ line: 1, says: unusable }, ...warnings];
}
