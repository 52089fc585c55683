/**
 * Promises that hold whatever a note says: every reader answers, an answer has one of its forms, and an answer allows
 * no more than the note says. Each oracle judges by means of its own; none asks the code it judges for the truth, but
 * for a value it then checks.
 */
import { misfits } from "../../src/note/action/fit";
import { parseAction } from "../../src/note/action/parse";
import { renderAction, renderSource, sameAction } from "../../src/note/action/render";
import type { Action } from "../../src/note/action/action";
import { completeRegion, writeRegion } from "../../src/overview/dashboard/region";
import { nameInstead, parseActing, renderActing, seenToday } from "../../src/approval/device/acting";
import { OUTCOMES } from "../../src/approval/device/outcome";
import { parseEntry } from "../../src/note/plan/parseLog";
import { renderEntry } from "../../src/note/plan/renderLog";
import { copyOf } from "../../src/kit/copies";
import { scanFlat } from "../../src/kit/scanFlat";
import { readFrontmatter, setValue } from "../../src/kit/frontmatter";
import { canonical, isObject, spell, toJson } from "../../src/kit/json";
import { joinLines, splitLines, type Line } from "../../src/kit/lines";
import { checkPath } from "../../src/kit/path";
import { escapeMarkdown, inProperty, inQuote, link, oddCharacters, escapeLine } from "../../src/kit/text";
import { decodeUtf8, encodeUtf8 } from "../../src/kit/utf8";
import { readYaml } from "../../src/kit/yaml";
import { editPlan, type PlanEdit } from "../../src/note/plan/edit";
import { parsePlan } from "../../src/note/plan/parse";
import type { Plan } from "../../src/note/plan/plan";
import { hashStep } from "../../src/note/plan/steps";
import { originalName, readName } from "../../src/approval/request/name";
import { parseRequest } from "../../src/approval/request/parse";
import { editRecordNote, parseRecord } from "../../src/approval/request/record";
import { renderRequest } from "../../src/approval/request/render";
import { readSettings } from "../../src/settings/settings";
import { disagreement } from "../kit/oracle";
import { isProposed, mistakeIn } from "../proposal/oracle";
import { DEVICE, DRAFT, IDENTITY, KEY, ACTION, BY_HAND } from "../request/draft";
import { BY_HAND_NOTE, RECORD, REQUEST_NOTE } from "./notes";

export type Verdict = "nothing to say" | "as it should" | { readonly wrong: string };

export interface Oracle {
  readonly name: string;
  judge(bytes: Uint8Array): Verdict;
}

const GOOD = "as it should";
const wrong = (why: string): Verdict => ({ wrong: why });

/** The text as the vault gives it; what is not UTF-8 is read leniently, so that the readers meet it too. */
const textOf = (bytes: Uint8Array): string =>
  decodeUtf8(bytes) ?? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
const onText = (name: string, judge: (text: string) => Verdict): Oracle => ({
  name,
  judge: (bytes) => judge(textOf(bytes)),
});

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
const isText = (text: unknown): boolean => typeof text === "string" && text.trim() !== "";

const flat = onText("plain frontmatter, as gray-matter and js-yaml read it", (text) => {
  const lines = splitLines(text).map((line) => line.text);
  const close = lines.findIndex((line, at) => at > 0 && line.startsWith("---"));
  const block = lines.slice(1, close < 0 ? 12 : close);
  const found = disagreement(block);
  return found !== null ? wrong(found) : scanFlat(block) === null ? "nothing to say" : GOOD;
});

const encoding: Oracle = {
  name: "text and bytes, both ways",
  judge(bytes) {
    const text = decodeUtf8(bytes);
    if (text === null) return GOOD;
    const back = encodeUtf8(text);
    if (back === null || !sameBytes(back, bytes)) return wrong("the bytes differ after reading and writing");
    return joinLines(splitLines(text)) === text ? GOOD : wrong("the lines do not make the text again");
  },
};

const frontmatter = onText("frontmatter", (text) => {
  const reading = readFrontmatter(splitLines(text));
  if (JSON.stringify(reading) !== JSON.stringify(readFrontmatter(splitLines(text))))
    return wrong("a second reading differs");
  if (reading.kind === "broken")
    return isText(reading.why) && reading.line >= 1 && reading.line <= splitLines(text).length
      ? GOOD
      : wrong(`a problem at line ${String(reading.line)}: “${reading.why}”`);
  if (Object.getPrototypeOf(reading.frontmatter.data) !== Object.prototype)
    return wrong("the properties have a prototype of their own");
  if (
    Object.values(reading.frontmatter.data).some(
      (value) => typeof value === "function" || value instanceof Date || value instanceof RegExp,
    )
  )
    return wrong("a property is more than data");
  toJson(reading.frontmatter.data);
  if (Object.hasOwn(Object.prototype, "a") || Object.hasOwn(Object.prototype, "polluted"))
    return wrong("the prototype was changed");
  return GOOD;
});

const value = onText("one value set", (text) => {
  const after = setValue(text, "status", "Blocked");
  if (after === null) return "nothing to say";
  return differing(text, after, (line) => /^(?:"status"|'status'|status)[ \t]*:/.test(line)) ?? GOOD;
});

/** Null when at most one line differs and both forms of it are meant. */
function differing(before: string, after: string, meant: (line: string) => boolean): Verdict | null {
  const old = splitLines(before);
  const now = splitLines(after);
  if (old.length !== now.length) return wrong(`${String(old.length)} lines became ${String(now.length)}`);
  const places = old.flatMap((line, at) =>
    line.text === now[at]?.text && line.end === now[at]?.end ? [] : [at],
  );
  const [at] = places;
  if (at === undefined) return null;
  const [was, is] = [old[at], now[at]];
  if (places.length > 1 || was?.end !== is?.end)
    return wrong(`lines ${places.map((each) => each + 1).join(", ")} differ`);
  return meant(was?.text ?? "") && meant(is?.text ?? "")
    ? null
    : wrong(`line ${String(at + 1)} differs: “${was?.text ?? ""}” became “${is?.text ?? ""}”`);
}

/** The passage that was put in, when `after` is `before` with one passage more; null otherwise. */
function inserted(before: string, after: string): string | null {
  const more = after.length - before.length;
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  return more >= 0 && before.slice(same) === after.slice(same + more) ? after.slice(same, same + more) : null;
}

const plan = onText("plan", (text) => {
  const reading = parsePlan("Plans/P.md", text);
  switch (reading.kind) {
    case "problem": {
      const { line, message } = reading.problem;
      return isText(message) && (line === null || (line >= 1 && line <= splitLines(text).length))
        ? GOOD
        : wrong(`a problem at line ${String(line)}: “${message}”`);
    }
    case "adoptable":
      return reading.lacks.every(isText) ? GOOD : wrong("it does not say what it lacks");
    case "other":
      return GOOD;
    case "plan":
      return gates(splitLines(text), reading.plan);
  }
});

/**
 * A line that bears the sign is a gated step, whatever the rest of the note says. What has no box in its line never
 * runs.
 */
function gates(lines: readonly Line[], { steps }: Plan): Verdict {
  for (const step of steps) {
    const line = lines[step.line]?.text ?? "";
    if (!/\[.\]/u.test(line) && step.approval.kind !== "unclear")
      return wrong(`step ${String(step.n)} has no box in its line`);
    if (line.includes("✋") && step.approval.kind === "none")
      return wrong(`step ${String(step.n)} bears the sign and is not gated`);
    if (step.approval.kind === "unclear" && !isText(step.approval.why))
      return wrong(`step ${String(step.n)} does not say what is unclear`);
  }
  return GOOD;
}

const edits = onText("edits of a plan", (text) => {
  const reading = parsePlan("Plans/P.md", text);
  if (reading.kind !== "plan") return "nothing to say";
  let did = 0;
  for (const [edit, check] of editsOf(reading.plan, splitLines(text))) {
    const after = editPlan("Plans/P.md", text, [edit]);
    if (after === null) continue;
    did += 1;
    const verdict = check(after);
    if (verdict !== null)
      return wrong(`${edit.kind}: ${verdict === GOOD || typeof verdict === "string" ? "" : verdict.wrong}`);
    const now = parsePlan("Plans/P.md", after);
    if (now.kind !== "plan") return wrong(`${edit.kind}: the plan is none afterwards`);
    const other = now.plan.steps.findIndex((step, at) => step.text !== reading.plan.steps[at]?.text);
    if (other >= 0 || now.plan.steps.length !== reading.plan.steps.length)
      return wrong(`${edit.kind}: the words of step ${String(other + 1)} changed`);
  }
  return did === 0 ? "nothing to say" : GOOD;

  function editsOf({ steps }: Plan, lines: readonly Line[]): [PlanEdit, (after: string) => Verdict | null][] {
    const log = "- [2026-03-02T09:00:00Z] Agent: Looked — For a test. (asked)";
    const question = ["- What now? ^q-ab-s-z", "    - [ ] Ask again"];
    const property = (key: string) => (after: string) =>
      differing(text, after, (line) => new RegExp(`^["']?${key}["']?[ \\t]*:`).test(line));
    const adds =
      (...passages: readonly string[]) =>
      (after: string): Verdict | null => {
        const added = inserted(text, after);
        if (added === null) return wrong("something else than an addition");
        return passages.every((each) => after.split(each).length === text.split(each).length + 1)
          ? null
          : wrong(`it added ${JSON.stringify(added)}`);
      };
    const [marked] = steps.filter((step) => step.id !== null && step.state === "open");
    const [bare] = steps.filter((step) => step.id === null);
    const [gated] = steps.filter((step) => step.approval.kind === "hand");
    return [
      [{ kind: "status", value: "Cancelled" }, property("status")],
      [{ kind: "value", key: "blocked_reason", value: "because: <% x %>" }, property("blocked_reason")],
      [{ kind: "value", key: "updated", value: "2026-03-02T09:00:00Z" }, property("updated")],
      [{ kind: "log", line: log }, adds("Looked")],
      [{ kind: "question", lines: question }, adds("What now?")],
      ...(marked?.id == null
        ? []
        : [
            [
              { kind: "mark", step: marked.id, mark: "x" },
              (after: string) => ticked(after, lines, marked.line),
            ] as [PlanEdit, (after: string) => Verdict | null],
          ]),
      ...(bare === undefined
        ? []
        : [
            [{ kind: "step-id", n: bare.n, hash: hashStep(bare), id: "s-0000" }, adds("^s-0000")] as [
              PlanEdit,
              (after: string) => Verdict | null,
            ],
          ]),
      ...(gated === undefined
        ? []
        : [
            [{ kind: "action", n: gated.n, hash: hashStep(gated), action: ACTION }, adds("```action")] as [
              PlanEdit,
              (after: string) => Verdict | null,
            ],
          ]),
    ];
  }

  function ticked(after: string, lines: readonly Line[], at: number): Verdict | null {
    const was = [...(lines[at]?.text ?? "")];
    const is = [...(splitLines(after)[at]?.text ?? "")];
    const places = was.flatMap((char, column) => (char === is[column] ? [] : [column]));
    if (was.length !== is.length || places.length > 1) return wrong("more than the mark differs");
    return differing(text, after, () => true);
  }
});

const log = onText("log lines", (text) => {
  for (const { text: line } of splitLines(text)) {
    const entry = parseEntry(line);
    const written = renderEntry(
      { actor: "Agent", action: line, rationale: line, details: line, mark: { word: "asked", step: "s-1" } },
      0,
    );
    if (/[\r\n\u2028\u2029]/.test(written)) return wrong("a log line of ours has a line end in it");
    const back = parseEntry(written);
    if (
      back?.mark?.word !== "asked" ||
      back.mark.step !== "s-1" ||
      back.mark.request !== null ||
      back.actor !== "Agent"
    )
      return wrong(`our mark was not found again: ${written}`);
    if (entry !== null && entry.at !== null && !Number.isFinite(entry.at))
      return wrong("a moment that is none");
  }
  return GOOD;
});

/** Signs that some program acts upon, where they are not broken by a backslash. */
const ACTIVE = /<%|\{\{|%%|\[\[|<[a-z!/]|`|:\/\/|::|==|\^[A-Za-z0-9-]+$|(?:^|[^\\])[|#]/i;

const words = onText("text for a place", (text) => {
  const [line = { text: "" }] = splitLines(text).slice(-1);
  for (const sample of [text.slice(0, 3000), line.text.slice(0, 3000)]) {
    const shown = escapeMarkdown(sample, 3000);
    const found = ACTIVE.exec(shown.replace(/\\./gs, "x"));
    if (found !== null) return wrong(`“${found[0]}” is live in ${shown}`);
    for (const one of [shown, escapeLine(sample), inProperty(sample)])
      if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(one.replace(/\p{Extended_Pictographic}/gu, "")))
        return wrong(`something unseen in ${JSON.stringify(one)}`);
    if (
      inQuote(sample)
        .split("\n")
        .some((each) => !each.startsWith(">"))
    )
      return wrong("a line left the quote");
    const made = link(sample, sample);
    if (/\n/.test(made) || (made.startsWith("[[") && made.slice(2, -2).includes("[")))
      return wrong(`a link with more in it: ${made}`);
    if (!oddCharacters(sample).every(isText)) return wrong("an odd character without words");
  }
  return GOOD;
});

const actions = onText("actions", (text) => {
  const blocks = [
    text,
    ...[...text.matchAll(/^([ \t]*)`{3,}action[ \t]*\r?\n([^]*?)\n[ \t]*`{3,}/gm)].map((match) =>
      (match[2] ?? "").replaceAll(`\n${match[1] ?? ""}`, "\n").slice(match[1]?.length ?? 0),
    ),
  ];
  let read = 0;
  for (const source of blocks) {
    const reading = parseAction(source);
    if (reading.kind === "bad") {
      if (!isText(reading.why) || reading.line < 0)
        return wrong(`it is bad at ${String(reading.line)}: “${reading.why}”`);
      continue;
    }
    read += 1;
    const back = parseAction(renderSource(reading.action));
    if (back.kind !== "action" || !sameAction(back.action, reading.action))
      return wrong(`what was written does not read back: ${renderSource(reading.action)}`);
    const verdict = asked(reading.action);
    if (verdict !== null) return verdict;
    if (
      !misfits({ properties: { to: { type: "string" } }, required: ["to"] }, reading.action.args).every(
        isText,
      )
    )
      return wrong("a misfit without words");
  }
  return read === 0 ? "nothing to say" : GOOD;
});

/** The request of an action says exactly that action, or is not sealed at all. */
function asked(action: Action): Verdict | null {
  const note = renderRequest({ ...DRAFT, action }, KEY);
  const { reading } = parseRequest(IDENTITY.name, note, { device: DEVICE });
  if (reading.kind !== "sealed")
    return /^seal: none$/m.test(note) ? null : wrong(`a fresh request is ${reading.kind}`);
  if (!sameAction(reading.action, action)) return wrong("the request says another action");
  return note.includes(renderAction(action)) ? null : wrong("the request does not show its action");
}

/** The text that a person reads, white space and the order of properties aside: everything before their own note. */
function readable(text: string): string {
  const lines = text.split(/\r+\n|[\r\n]/).map((line) => line.replace(/\s+/g, " ").trim());
  const close = lines.indexOf("---", 1);
  const end = lines.findIndex((line) => /^## your note$/i.test(line));
  const properties = lines
    .slice(1, close)
    .filter((line) => line !== "")
    .map((line) => line.replace(/["']/g, ""));
  return [...properties.sort(), ...lines.slice(close + 1, end).filter((line) => line !== "")]
    .join("\n")
    .replace(/^[-*+] \[.\] I did it$/mu, "- [ ] I did it")
    .trimEnd();
}

/**
 * Whether the text before the first heading of that name is the sealed one; a block beneath it would be a second one.
 */
function sealedAs(text: string, original: string): boolean {
  return readable(text.replace(/^\uFEFF/, "")) === readable(original);
}

const requests = onText("requests", (text) => {
  const { reading, remarks } = parseRequest(IDENTITY.name, text, { device: DEVICE });
  if (typeof remarks.note !== "string" || typeof remarks.didIt !== "boolean")
    return wrong("remarks of another form");
  parseRequest("x.md", text, { device: null });
  switch (reading.kind) {
    case "sealed": {
      const byHand = reading.identity.route === null;
      if (spell(reading.identity) !== spell(byHand ? BY_HAND.identity : IDENTITY))
        return wrong("sealed, as somebody else");
      if (!sameAction(reading.action, ACTION)) return wrong("sealed, with another action");
      return sealedAs(text, byHand ? BY_HAND_NOTE : REQUEST_NOTE)
        ? GOOD
        : wrong(
            `sealed, although it reads differently:\n${readable(text)}\n---\n${readable(byHand ? BY_HAND_NOTE : REQUEST_NOTE)}`,
          );
    }
    case "elsewhere":
      // A seal with another device's id in it: whose it is cannot be told here, so it never runs here.
      return GOOD;
    case "edited":
    case "foreign":
    case "torn":
      return isText(reading.why) ? GOOD : wrong("it does not say why");
  }
});

const recordNotes = onText("records", (text) => {
  const { record, answer } = parseRecord("Done/Actions/r.md", IDENTITY.name, text, DEVICE);
  if (![null, "happened", "not-happened", "both"].includes(answer))
    return wrong(`an answer of another form: ${String(answer)}`);
  if (parseRecord("r.md", IDENTITY.name, text, { ...DEVICE, key: "a5".repeat(32) }).record !== null)
    return wrong("it verifies under another key");
  if (parseRecord("r.md", "other.md", text, DEVICE).record !== null)
    return wrong("it verifies for another request");
  if (record === null) return "nothing to say";
  if (spell(record) !== spell(RECORD)) return wrong(`it verifies and says something else: ${spell(record)}`);
  for (const outcome of [OUTCOMES[text.length % OUTCOMES.length] ?? "ok"]) {
    const next = { ...RECORD, outcome, detail: text.slice(0, 200), ended: RECORD.begun + 1000 };
    const after = editRecordNote(text, next, KEY);
    if (after === null) continue;
    const back = parseRecord("r.md", IDENTITY.name, after, DEVICE);
    if (back.record?.outcome !== outcome || back.record.ended !== next.ended)
      return wrong(`the outcome ${outcome} was written and is read as ${String(back.record?.outcome)}`);
    if (back.answer !== answer)
      return wrong(
        `writing ${outcome} turned the person’s answer ${String(answer)} into ${String(back.answer)}`,
      );
  }
  return GOOD;
});

const acting = onText("acting note", (text) => {
  const reading = parseActing(text);
  if (reading.kind !== "named") return "nothing to say";
  if (!/^[0-9a-f]{32}$/.test(reading.device)) return wrong(`it names ${reading.device}`);
  const back = parseActing(renderActing({ id: reading.device, name: reading.name }, 0));
  if (back.kind !== "named" || back.device !== reading.device) return wrong("written again it names another");
  const seen = seenToday(text, 0);
  const taken = nameInstead(text, { id: "0c".repeat(16), name: text.slice(0, 200) }, 0);
  const now = taken === null ? null : parseActing(taken);
  if (now !== null && (now.kind !== "named" || now.device !== "0c".repeat(16)))
    return wrong("another was named and it does not say so");
  return (seen === null ? null : differing(text, seen, (line) => /^["']?last_seen/.test(line))) ?? GOOD;
});

const region = onText("Dashboard region", (text) => {
  const written = writeRegion(text, ["", "## Ours", ""]);
  const completed = completeRegion(text, ["", "## Ours", ""]);
  if (completed?.startsWith(text) === false) return wrong("completing it took something away");
  if (written.kind === "damaged") return isText(written.why) ? GOOD : wrong("it does not say why");
  const again = writeRegion(written.text, ["", "## Ours", ""]);
  if (again.kind !== "text" || again.text !== written.text)
    return wrong("writing it a second time changes it");
  const outside = (whole: string): string =>
    whole.replace(/^<!-- planwright:dashboard begin[^]*?^<!-- planwright:dashboard end[^<>]*-->[ \t]*$/m, "");
  const [kept, now] = [outside(text).trimEnd(), outside(written.text).trimEnd()];
  return text.includes("planwright:dashboard") || now === kept || now.startsWith(kept)
    ? GOOD
    : wrong("something outside of it changed");
});

const rest = onText("settings, paths and names", (text) => {
  for (const { text: line } of splitLines(text).slice(0, 12)) {
    const checked = checkPath(line);
    if (
      checked.kind === "bad"
        ? !isText(checked.why)
        : checked.path !== line || /(?:^|\/)\.{1,2}(?:\/|$)|\\|\0/.test(line)
    )
      return wrong(`the path “${line}”`);
    const original = copyOf(line, () => true);
    if (original !== null && (!/\.md$/i.test(original) || original.length > line.length))
      return wrong(`“${line}” is a copy of “${original}”`);
    readName(line);
    originalName(line);
    const reading = readSettings({
      folders: { plans: line },
      servers: { a: { command: line } },
      actions: { [line]: { server: "a", tool: "b" } },
      [line]: line,
    });
    if (reading.kind === "bad" && !isText(reading.why))
      return wrong("settings that are bad without a reason");
  }
  const parsed = readYaml(text);
  if (parsed.kind === "broken" && !isText(parsed.why)) return wrong("YAML that is broken without a reason");
  const reading = readSettings(parsed.kind === "value" ? parsed.value : text);
  if (reading.kind === "bad" && !isText(reading.why)) return wrong("settings that are bad without a reason");
  const json = parsed.kind === "value" ? toJson(parsed.value) : null;
  if (
    json !== null &&
    canonical(json.value) !== canonical(JSON.parse(canonical(json.value)) as typeof json.value)
  )
    return wrong("JSON that does not read back");
  return json !== null && isObject(json.value) && !misfits(json.value, json.value).every(isText)
    ? wrong("a misfit without words")
    : GOOD;
});

const proposals = onText("changes that are shown before they are made", (text) => {
  const mistake = mistakeIn(text);
  return mistake !== null ? wrong(mistake) : isProposed(text) ? GOOD : "nothing to say";
});

export const ORACLES: readonly Oracle[] = [
  encoding,
  flat,
  proposals,
  frontmatter,
  value,
  plan,
  edits,
  log,
  words,
  actions,
  requests,
  recordNotes,
  acting,
  region,
  rest,
];
