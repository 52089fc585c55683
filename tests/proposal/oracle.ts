/**
 * Promises of every change that is shown: the lines that are shown make the whole difference, and the note then reads
 * as promised.
 */
import { stepKey } from "../../src/note/plan/approvalMarker";
import { readFrontmatter } from "../../src/kit/frontmatter";
import { splitLines } from "../../src/kit/lines";
import { parsePlan, sectionsOf } from "../../src/note/plan/parse";
import { BOX } from "../../src/note/plan/items";
import { adoptNote } from "../../src/note/proposal/adopt";
import { convertNote } from "../../src/note/proposal/convert";
import type { Plan, Step } from "../../src/note/plan/plan";
import { bySurvival, mergeNotes, type Member } from "../../src/note/proposal/merge";
import { textAt, type NoteChange } from "../../src/note/proposal/proposal";
import { repairNote } from "../../src/note/proposal/repair";

/** Null when all is well, or when nothing is proposed. */
export function mistakeIn(text: string): string | null {
  const repair = repairNote("p.md", text);
  if (repair.kind === "change") {
    if (readFrontmatter(splitLines(repair.change.text)).kind !== "read")
      return "a repaired note cannot be read";
    if (!isWhatIsShown(text, repair.change)) return "a repair changes more than it shows";
  }
  for (const hands of [false, true]) {
    const conversion = convertNote("p.md", text, { hands, taken: new Set(), archive: "Done/Plans" });
    if (conversion.kind === "none") continue;
    const parsed = parsePlan("p.md", conversion.change.text);
    if (parsed.kind !== "plan") return "a converted note is no plan";
    if (parsed.plan.status === "Active" || parsed.plan.status === "Blocked") return "a converted plan runs";
    if (!isWhatIsShown(text, conversion.change)) return "a conversion changes more than it shows";
  }
  const adoption = mistakeInAdoption(text);
  if (adoption !== null) return adoption;
  const plan = planOf(text);
  return plan === null
    ? null
    : ([...WITH, { path: "p 1.md", text, plan, copy: false }]
        .map((other) => mistakeInMerge({ path: "p.md", text, plan, copy: false }, other))
        .find((each) => each !== null) ?? null);
}

/** The same of a request by others that becomes a plan. Null when all is well, or when nothing is proposed. */
export function mistakeInAdoption(text: string): string | null {
  const made = adoptNote("Approved/r.md", text, { to: "Archive/r.md", plans: "Plans", approved: true });
  if (made.kind === "none") return null;
  const written = textAt(made.change, 86_400_000);
  const lines = splitLines(written ?? "");
  const front = readFrontmatter(lines);
  if (written === null || front.kind !== "read") return "an adopted request cannot be read as a plan";
  const { data, bodyFrom } = front.frontmatter;
  if (
    Object.keys(data).some(
      (key) =>
        !["task_id", "source_link", "created_date", "priority", "status", "blocked_reason"].includes(key),
    )
  )
    return "an adopted request brings a property of its own";
  const { headings, kinds } = sectionsOf(lines, bodyFrom);
  if (headings.map((each) => each.text).join() !== "Objective,Context,Roadmap,Reasoning Logs")
    return "an adopted request brings a heading of its own";
  if (lines.filter((line, at) => kinds[at] === "prose" && BOX.test(line.text)).length !== 1)
    return "an adopted request brings a box of its own";
  const [step] = planOf(written)?.steps ?? [];
  if (
    data["status"] !== "Draft" ||
    step?.approval.kind !== "action" ||
    step.state !== "open" ||
    step.id !== null ||
    step.notBefore !== null
  )
    return "an adopted request is not asked anew";
  const prose = lines
    .filter((_line, at) => kinds[at] === "prose")
    .map((line) => line.text)
    .join("\n");
  return /<%|\{\{/.test(written) || /(?<!\\)(?:`=|%%|<!--|\[\[)/.test(prose)
    ? "an adopted request brings what another plugin would run, or what hides the rest"
    : null;
}

/** Other notes for any plan to be merged with. */
const WITH: readonly Member[] = ["PLAN-2026-001", "P"].flatMap((id): Member[] => {
  const text = `---\ntask_id: ${id}\nstatus: Active\n---\n\n## Roadmap\n- [x] One ^s-7f3a\n- [ ] ✋ Two\n    \`\`\`action\n    type: email\n    \`\`\`\n- [-] Three ^s-1\n\n## Reasoning Logs\n`;
  const plan = planOf(text);
  return plan === null ? [] : [{ path: `with ${id}.md`, text, plan, copy: false }];
});

/** The same of two plans that are made one. Null when all is well, or when nothing is proposed. */
export function mistakeInMerge(a: Member, b: Member): string | null {
  if (
    Math.sign(bySurvival(a, b)) !== -Math.sign(bySurvival(b, a)) ||
    (bySurvival(a, b) === 0 && a.path !== b.path)
  )
    return "two devices would choose otherwise";
  const [stays, goes] = bySurvival(a, b) < 0 ? [a, b] : [b, a];
  const {
    notes: [kept, moved],
  } = mergeNotes(stays, [{ member: goes, to: "Archive/g.md" }]);
  if (kept === undefined || moved === undefined) return null;
  const now = textAt(kept, 86_400_000);
  const there = textAt(moved, 86_400_000);
  const parsed = now === null ? null : parsePlan(stays.path, now);
  if (now === null || there === null || parsed?.kind !== "plan") return "a merged note cannot be written";
  if (!isWhatIsShown(stays.text, kept)) return "a merge changes more than it shows";
  if (kept.lines.some(({ was, becomes }) => !becomes.some((line) => bare(line) === bare(was))))
    return "a merge takes a line away";
  if (!isWithin(splitLines(goes.text), splitLines(there)) || moved.text !== goes.text)
    return "a line of the note that goes is lost";
  const wrong = wrongSteps(stays.plan, goes.plan, parsed.plan);
  if (wrong !== null) return wrong;
  const again = mergeNotes({ ...stays, text: now, plan: parsed.plan }, [
    { member: { ...goes, text: there, plan: planOf(there) ?? goes.plan }, to: "Archive/g.md" },
  ]);
  if (
    again.notes.length === 0 ||
    again.notes.some(({ lines, log = [] }) => lines.length > 0 || log.length > 0)
  )
    return "cut off in the middle, it would be done twice";
  return null;
}

function planOf(text: string): Plan | null {
  const parsed = parsePlan("p.md", text);
  return parsed.kind === "plan" ? parsed.plan : null;
}

/** A line without what a merge may change in it: the mark in its box, and the sign. */
function bare(line: string): string {
  return stepKey(line.replace(/^(\s*(?:[-*+]|\d+[.)])\s+\[).(\])/u, "$1$2"));
}

function isWithin(
  lines: readonly { readonly text: string }[],
  all: readonly { readonly text: string }[],
): boolean {
  let at = 0;
  for (const { text } of all) if (text === lines[at]?.text) at += 1;
  return at === lines.length;
}

function wrongSteps(a: Plan, b: Plan, made: Plan): string | null {
  // What bears one id in both notes of one plan is one step, whatever its words.
  const known =
    a.key === b.key
      ? a.steps.flatMap(({ id }) => (id !== null && b.steps.some((other) => other.id === id) ? [id] : []))
      : [];
  const numbers = ({ steps }: Plan, text: string, open: boolean): number =>
    steps.filter(
      (step) =>
        stepKey(step.text) === text && (step.state === "open") === open && !known.includes(step.id ?? ""),
    ).length;
  for (const text of new Set([a, b, made].flatMap(({ steps }) => steps.map((step) => stepKey(step.text))))) {
    if (numbers(made, text, false) < Math.max(numbers(a, text, false), numbers(b, text, false)))
      return "what is done in either is open";
    const all = (plan: Plan): number => numbers(plan, text, true) + numbers(plan, text, false);
    if (a.key !== b.key && all(made) !== Math.max(all(a), all(b)))
      return "a step is lost, or there once too often";
  }
  const isDone = (id: string | null): boolean =>
    id !== null &&
    (a.steps.some((step) => step.id === id && step.state !== "open") ||
      (a.key === b.key && b.steps.some((step) => step.id === id && step.state !== "open")));
  if (made.steps.some(({ id, state }) => isDone(id) && state === "open"))
    return "a step that is done is open";
  if (
    made.steps
      .map(({ id }) => id ?? "")
      .join(" ")
      .trim() !==
    a.steps
      .map(({ id }) => id ?? "")
      .join(" ")
      .trim()
  )
    return "a block id was taken over, or lost";
  const only = ({ steps }: Plan, text: string): Step | undefined =>
    numbers({ ...a, steps }, text, true) + numbers({ ...a, steps }, text, false) === 1
      ? steps.find((step) => stepKey(step.text) === text)
      : undefined;
  const needsNone = ({ approval, state }: Step): boolean => approval.kind === "none" && state === "open";
  for (const step of made.steps.filter(needsNone)) {
    const text = stepKey(step.text);
    const [first, second] = [only(a, text), only(b, text)];
    if (
      a.key !== b.key &&
      only(made, text) === step &&
      [first, second].some((each) => each !== undefined && !needsNone(each))
    )
      return "a step that needs approval lost its sign";
  }
  if (made.status !== a.status || made.key !== a.key) return "a merge changes what the plan is";
  return null;
}

/** Whether anything is proposed for it. */
export function isProposed(text: string): boolean {
  return (
    repairNote("p.md", text).kind === "change" ||
    convertNote("p.md", text, { hands: false, taken: new Set(), archive: "Done/Plans" }).kind === "change"
  );
}

function isWhatIsShown(text: string, { lines, text: after }: NoteChange): boolean {
  const shown = new Map(lines.map((each) => [each.line - 1, each]));
  const before = splitLines(text);
  if ([...shown].some(([at, each]) => before[at]?.text !== each.was)) return false;
  const now = before.flatMap((line, at) => shown.get(at)?.becomes ?? [line.text]);
  const written = splitLines(after);
  // Line ends of lines that are not shown stay theirs.
  const kept = before.filter((_line, at) => !shown.has(at)).map(({ end }) => end);
  return (
    now.join("\n") === written.map((line) => line.text).join("\n") &&
    kept.every((end) => written.some((line) => line.end === end))
  );
}
