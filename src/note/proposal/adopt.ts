/**
 * A request that somebody else wrote becomes a plan of its own: a draft with one ✋ step that carries what could be
 * read. Former decisions about the note count for nothing: the action is asked anew, by our own rules, once a person
 * has started the plan. The note itself stays unchanged.
 */
import { typeWords } from "../action/action";
import type { Action } from "../action/action";
import { canonicalAction, renderAction, sameAction } from "../action/render";
import { hashText } from "../../kit/hash";
import { planFile } from "../plan/compose";
import { writeScalar } from "../../kit/frontmatter";
import { spell } from "../../kit/json";
import { capital, escapeMarkdown } from "../../kit/text";
import { parsePlan } from "../plan/parse";
import { readExternal, UNREADABLE, type Asked } from "./external";
import { textAt, type NoteChange } from "./proposal";
import { repairNote } from "./repair";

export interface Adoption {
  readonly kind: "plan";
  readonly taskId: string;
  /** Of the plan that it says it is for, as written. */
  readonly plan: string | null;
  readonly change: NoteChange;
}

export interface Place {
  /** Where the note goes. */
  readonly to: string;
  /** Where plans lie. */
  readonly plans: string;
  /** It was in the Approved folder, so another program may have acted on it. */
  readonly approved: boolean;
}

/** Why not, as the end of a sentence about the note. */
export function adoptNote(
  path: string,
  text: string,
  place: Place,
): Adoption | { readonly kind: "none"; readonly why: string } {
  const repair = repairNote(path, text);
  const asked = readExternal(repair.kind === "change" ? repair.change.text : text);
  // Repair has tried, and knows which line it could not put right.
  if (typeof asked === "string" && repair.kind === "none" && asked.startsWith(UNREADABLE))
    return { kind: "none", why: `${UNREADABLE}; it ${repair.why}` };
  if (typeof asked === "string") return { kind: "none", why: asked };
  const taskId = adoptedId(text, asked);
  const about = `${capital(typeWords(asked.action.type))} to ${asked.action.target.replace(/\s+/g, " ")}`;
  const subject = subjectOf(asked.action);
  const written = render(asked, taskId, subject === null ? about : `${about}: ${subject}`, path, place);
  const title = subject === null ? about : `${[...about].slice(0, WHOM).join("")}, ${subject}`;
  const change: NoteChange = {
    path: `${place.plans}/${planFile(taskId, title)}`,
    hash: "",
    text: written,
    lines: [],
    said: [...(place.approved ? [MAYBE_DONE] : []), ...asked.said],
    log: [
      {
        actor: "Human",
        action: `Made this plan from the request ${path}`,
        rationale: "By command",
        details: `It goes to ${place.to}.`,
        mark: { word: "drafted" },
      },
    ],
  };
  const parsed = parsePlan(change.path, textAt(change, 0) ?? "");
  const [step, ...more] = parsed.kind === "plan" ? parsed.plan.steps : [];
  const isIt =
    parsed.kind === "plan" &&
    parsed.plan.status === "Draft" &&
    step?.approval.kind === "action" &&
    step.notBefore === null &&
    more.length === 0 &&
    sameAction(step.approval.action, asked.action);
  return isIt
    ? { kind: "plan", taskId, plan: asked.plan, change }
    : {
        kind: "none",
        why: "holds words that cannot be written down as an action so that they read the same; make a plan of it by hand",
      };
}

/**
 * The same request gets the same id on every device, and whenever it is adopted. Other programs change a note's status
 * when they move it, so that of one that says when it was made only what it asks for counts. Of one that does not,
 * every byte does: the next might read alike.
 */
function adoptedId(text: string, { action, created, plan }: Asked): string {
  if (created === null) return `PLAN-${hashText(text).slice(0, 8)}`;
  return `PLAN-${created.slice(0, 10).replace(/-/g, "")}-${hashText(spell([created, plan, canonicalAction(action)])).slice(0, 8)}`;
}

/** Signs of a title that say what is done and to whom, where it says more. */
const WHOM = 32;
/**
 * Arguments that tell the subject of the words that go out, the plainest first. The id is made from them as well, so
 * the same request gets the same name.
 */
const SUBJECTS = ["subject", "reference", "body"] as const;

/** One line that holds a letter or a digit; null where nothing says it. */
function subjectOf({ args }: Action): string | null {
  for (const name of SUBJECTS) {
    const value = args[name];
    const line =
      typeof value === "number"
        ? String(value)
        : typeof value === "string"
          ? value.split(/[\r\n]+/).find((each) => /[\p{L}\p{N}]/u.test(each))
          : undefined;
    if (line !== undefined) return [...line.replace(/^[#>*+\s-]+/, "")].slice(0, 300).join("");
  }
  return null;
}

export const MAYBE_DONE =
  "It was in the Approved folder: another program may have carried it out already. Look before you start this plan.";

/** Words that a step may hold as they are: nothing in them is a date, a sign or a link. */
const BARE = /^[\w.+@-][\w.+@ -]{0,79}$/;

function render(
  { action, created, plan }: Asked,
  taskId: string,
  objective: string,
  path: string,
  { to, approved }: Place,
): string {
  const kind = capital(typeWords(action.type));
  const target = BARE.test(action.target) ? ` to ${escapeMarkdown(action.target, 80)}` : "";
  return [
    "---",
    `task_id: ${taskId}`,
    `source_link: ${writeScalar(to)}`,
    ...(created === null ? [] : [`created_date: ${created}`]),
    "priority: normal",
    "status: Draft",
    "blocked_reason: null",
    "---",
    "",
    "# Objective",
    "",
    escapeMarkdown(objective, 300),
    "",
    "## Context",
    "",
    `Planwright did not write the request ${escapeMarkdown(path)}. Whatever was decided about it counts for nothing; Planwright asks again.`,
    ...(approved ? ["", MAYBE_DONE] : []),
    ...(plan === null ? [] : ["", `It says that it is for the plan “${escapeMarkdown(plan, 120)}”.`]),
    "",
    "## Roadmap",
    "",
    `- [ ] ✋ ${kind}${target} (requires human approval)`,
    ...renderAction(action)
      .split("\n")
      .map((line) => (line === "" ? "" : `    ${line}`)),
    "",
    "## Reasoning Logs",
    "",
  ].join("\n");
}
