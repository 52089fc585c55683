/** Explains a block that YAML cannot read: the line that is wrong, and what to write instead. */
import { counted } from "../kit/numbers";
import { readYaml, type Yaml } from "../kit/yaml";
import { findFix, short } from "../kit/yamlRepair";
import { parserFault } from "../note/action/faults";

interface Fault {
  /** Counts from 0 within the block. */
  readonly line: number;
  /** A sentence without its full stop. */
  readonly why: string;
}

/** `broken`: what the parser says, which often stops a line behind the fault. */
export function yamlFault(source: string, broken: Extract<Yaml, { readonly kind: "broken" }>): Fault {
  const lines = source.split("\n");
  const own = gluedDash(lines) ?? braces(lines, broken.why);
  if (own !== null) return own;
  const fix = findFix(lines, broken.line, broken.why, reach);
  if (fix !== null) return { line: fix.at, why: fix.why };
  return (
    openBracket(lines, broken.line) ??
    (broken.why.includes("bad indentation") ? outOfLine(lines, broken.line) : null) ??
    parserFault(lines, broken.line, broken.why)
  );
}

function reach(lines: readonly string[]): number {
  const read = readYaml(lines.join("\n"));
  return read.kind === "broken" ? read.line : Infinity;
}

/** YAML takes `-step` for a key of that name. */
function gluedDash(lines: readonly string[]): Fault | null {
  const line = lines.findIndex((each) => /^[ \t]*-[a-z_]+:/.test(each));
  return line < 0
    ? null
    : {
        line,
        why: `a space is missing behind the dash; write: ${short((lines[line] ?? "").trim().replace("-", "- "))}`,
      };
}

/** YAML takes `{{place}}` for keys within keys, and does not say on which line. */
function braces(lines: readonly string[], why: string): Fault | null {
  const line = why.includes("complex keys") ? lines.findIndex((each) => /:[ \t]+\{\{/.test(each)) : -1;
  return line < 0 ? null : { line, why: "the value begins with “{{”, so it needs quotes" };
}

/** The last bracket before the parser stopped that opens a value and has no other behind it that closes it. */
function openBracket(lines: readonly string[], stopped: number): Fault | null {
  const line = lines.slice(0, stopped + 1).findLastIndex((each) => /:[ \t]+[[{]/.test(each));
  const [, opens = "", behind = ""] =
    /:[ \t]+([[{])(.*)$/s.exec(lines.slice(line, stopped + 1).join("\n")) ?? [];
  const closes = opens === "[" ? "]" : "}";
  return line < 0 || behind.includes(closes)
    ? null
    : { line, why: `the bracket “${opens}” is never closed; add “${closes}” at its end` };
}

const KEY = /^( *(?:- )?)([a-z_]+):/;

/** A key that begins in another column than the one above it, which may stand behind a dash. */
function outOfLine(lines: readonly string[], line: number): Fault | null {
  const [, , key = ""] = KEY.exec(lines[line] ?? "") ?? [];
  const [, lead = "", above = ""] =
    lines
      .slice(0, line)
      .map((each) => KEY.exec(each))
      .findLast((each) => each !== null) ?? [];
  return key === "" || above === ""
    ? null
    : {
        line,
        why: `“${key}” does not line up with “${above}” above; put ${counted(lead.length, "space")} before it`,
      };
}
