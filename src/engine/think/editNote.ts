/**
 * Proposes an edit of a note, makes it once the person has agreed to exactly that, and takes it back by their word.
 */
import { hashText } from "../../kit/hash";
import { folderOf, isBeneath, nameOf } from "../../kit/path";
import { escapeMarkdown } from "../../kit/text";
import { createKeys } from "../../note/intake/sources";
import { isLeftAlone } from "../../note/plan/leaveAlone";
import type { Step } from "../../note/plan/plan";
import type { Change } from "../../kit/ports/vault";
import type { PlanView, World } from "../../rules/world";
import { pathOf, type Settings } from "../../settings/settings";
import {
  beginMark,
  decisionOn,
  editId,
  editsIn,
  proposalName,
  proposalText,
  undone,
  type Edit,
  type Proposed,
} from "../../agent/edit/edits";
import type { EntryOf } from "../../agent/entry";
import { fileNameFault } from "../../flow/fileName";
import { isKept, workFolder, workNotes } from "../../agent/place";
import { pathFault, tagFault, type Scope } from "../../agent/reading";
import type { Run } from "../../agent/run";
import { inverse, makeSplice, withSplice } from "../../agent/edit/splice";
import { sanitizeFile } from "../../agent/sanitize";
import type { Arguments } from "../../agent/tools";
import type { Context, ThinkMove } from "../perform/context";
import { namedAlike, readFor } from "./findNotes";
import type { PlanChange } from "../../rules/moves";
import { readTrace } from "../../agent/trace";
import { changePlan } from "../perform/change";
import type { Performed } from "../perform/performed";

interface Around {
  readonly view: PlanView;
  readonly step: Step;
  readonly run: Run;
  readonly world: Pick<World, "planIndex">;
  readonly context: Context;
  readonly scope: Scope;
  /** Of the call. */
  readonly key: string;
}

/**
 * The proposed edit, to be noted before the person is asked; a sentence for the model where there is nothing to ask.
 */
export async function proposeEdit(
  { path: which, old, new: added, why }: Arguments<"propose_edit">,
  call: string,
  around: Around,
): Promise<Proposed | string> {
  const { view, run, context, key } = around;
  const found = await findNote(which, old, around);
  if (typeof found === "string") return found;
  const { path, text } = found;
  const fault = editFault(path, text, around);
  if (fault !== null) return fault;
  const made = makeSplice(text, old, added);
  if (made.kind === "no") return made.why;
  const change = {
    path,
    before: text === null ? null : hashText(text),
    after: hashText(made.after),
    splice: made.splice,
  };
  const name = proposalName(editId(key, change));
  const file = `${workFolder(context.settings, view.plan)}/${name}`;
  const wrote = await writeProposal(
    file,
    sanitizeFile(name, proposalText({ ...change, why }, text ?? "")),
    context,
  );
  return wrote ?? { kind: "proposed", at: context.clock.now(), ...run.id, call, why, file, ...change };
}

/** `text` is null for a note that is to be created. */
async function findNote(
  which: string,
  old: string,
  { scope, context: { vault } }: Around,
): Promise<{ readonly path: string; readonly text: string | null } | string> {
  const found = await readFor(which, scope, vault);
  if (found.kind === "text") return found;
  const given = which.replace(/^\[\[|\]\]$/g, "").trim();
  const path = /\.md$/i.test(given) ? given : `${given}.md`;
  if (old !== "" || pathFault(path, scope) !== null || (await vault.read(path)).kind !== "absent")
    return found.why;
  const nameFault = fileNameFault(nameOf(path));
  if (nameFault !== null) return nameFault;
  const folder = folderOf(path);
  if (folder !== "" && (await vault.list(folder, "names")).kind !== "folder")
    return `There is no folder ${folder}; list_folder tells which there are.`;
  const alike = await namedAlike(path, vault);
  return alike === null
    ? { path, text: null }
    : `There is a file called ${alike}, which some computers take for the same. Choose another name.`;
}

/**
 * A sentence for the model; null where an agent may propose to change the note. Asked before the person is, and again
 * before it is changed.
 */
function editFault(
  path: string,
  text: string | null,
  { scope, world: { planIndex } }: Pick<Around, "scope" | "world">,
): string | null {
  const { settings } = scope;
  const fault = pathFault(path, scope);
  if (fault !== null) return fault;
  if (!/\.md$/i.test(path)) return "Only notes can be changed: their names end in .md.";
  if (isKept(path, settings))
    return "Planwright keeps this note, and no edit of an agent comes into it. Write a work file, or change the plan by its own tools.";
  const inboxes = inboxesOf(settings);
  if (inboxes.some((each) => isBeneath(path, each))) {
    if (text === null) return "A new note there would be a task for Planwright. Create it in another folder.";
    if (createKeys(inboxes, [])(path).some((key) => planIndex.from(key) !== null))
      return "A plan was made from this note, so it stays as it is.";
  }
  if (text === null) return null;
  return isLeftAlone(text) ? "The person keeps Planwright away from this note." : tagFault(text, settings);
}

function inboxesOf(settings: Settings): readonly string[] {
  return [pathOf(settings, "inbox"), pathOf(settings, "needs_action")];
}

/** Its name stands for what it says: one that is there says the same, or a power cut left the beginning of it. */
async function writeProposal(path: string, text: string, { vault }: Context): Promise<string | null> {
  const cannot = (why: string): string => `The proposal could not be written down: ${why}`;
  const made = await vault.makeFolder(folderOf(path));
  if (made.kind === "refused") return cannot(made.why);
  const created = await vault.create(path, text);
  if (created.kind === "refused") return cannot(created.why);
  if (created.kind === "created") return null;
  const changed = await vault.change(path, (there) => (text.startsWith(there) ? text : null));
  if (changed.kind === "refused") return cannot(changed.why);
  return changed.kind === "changed" || changed.kind === "same"
    ? null
    : `${path} is there already, and somebody has changed it. Propose the change in other words.`;
}

type Came = Pick<EntryOf<"result">, "ok" | "text" | "edited">;

/** Done twice, it changes nothing more: a note that reads as it was to is not changed again. */
export async function makeEdit(proposed: Proposed, around: Around): Promise<Came> {
  const { view, step, context, key } = around;
  const { path, splice, after } = proposed;
  const begin = beginMark(editId(key, proposed), "edit");
  const begun = await readsAs(proposed, context);
  if (context.memory.state().told.has(begin)) {
    // It was cut off: what the person answers now says nothing of what was done before.
    if (begun === "after") return made(path);
    if (begun === "otherwise") return unknown(path);
  }
  const decision = decisionOn(proposed, view.plan, step, key);
  if (decision.kind === "leave") return { ok: false, text: decision.why };
  if (begun === "before" && !context.memory.state().told.has(begin))
    await context.memory.add({ kind: "told", what: begin, at: context.clock.now() });
  const found = { fault: null as string | null };
  const checked = (text: string | null, becomes: string | null): string | null => {
    found.fault = editFault(path, text, around);
    return found.fault === null && becomes !== null && hashText(becomes) === after ? becomes : null;
  };
  const changed =
    proposed.before === null
      ? await create(path, checked(null, splice.in), context)
      : await context.vault.change(path, (text) => {
          if (hashText(text) === after) return text;
          return hashText(text) === proposed.before ? checked(text, withSplice(text, splice)) : null;
        });
  if (changed.kind === "changed" || changed.kind === "same") return made(path);
  if (changed.kind === "refused")
    return { ok: false, text: `The note could not be written: ${changed.why} Propose the change again.` };
  return {
    ok: false,
    text:
      found.fault ??
      `${path} does not read any more as when you proposed this, so it was left as it is. Read it again, and propose what is still needed.`,
    edited: "left",
  };
}

function made(path: string): Came {
  return { ok: true, text: `Made: ${escapeMarkdown(path, 300)} reads now as you proposed.`, edited: "made" };
}

function unknown(path: string): Came {
  return {
    ok: false,
    text: `Nobody knows whether this change of ${escapeMarkdown(path, 300)} was made: Planwright was stopped in it, and the note reads neither as before nor as after. Read the note again, and propose what is still needed.`,
    edited: "unknown",
  };
}

/** `before`: nothing of the change is there, or the beginning of a new note, which a power cut left. */
async function readsAs(
  { path, before, after, splice }: Proposed,
  { vault }: Context,
): Promise<"before" | "after" | "otherwise"> {
  const reading = await vault.read(path);
  if (reading.kind === "absent") return before === null ? "before" : "otherwise";
  if (reading.kind !== "text") return "otherwise";
  const { text } = reading;
  const hash = hashText(text);
  if (hash === after) return "after";
  return hash === before || (before === null && text !== "" && splice.in.startsWith(text))
    ? "before"
    : "otherwise";
}

async function create(path: string, text: string | null, { vault }: Context): Promise<Change> {
  if (text === null) return { kind: "stale" };
  const created = await vault.create(path, text);
  if (created.kind !== "exists") return created.kind === "created" ? { kind: "changed", text } : created;
  // The beginning of the same text is what a power cut left of it.
  return await vault.change(path, (there) => (there !== "" && text.startsWith(there) ? text : null));
}

type UndoMove = Extract<ThinkMove, { readonly kind: "undo-edit" }>;

/** Done twice, it changes nothing more: a note that reads as before the edit is left as it is. */
export async function undoEdit(move: UndoMove, world: World, context: Context): Promise<Performed> {
  const view = world.plans.find(({ plan }) => plan.path === move.path);
  const { device } = context.memory.state();
  if (view === undefined || device === null) return { kind: "stale" };
  // Also of a plan that has no agent any more, whose work notes nobody else reads.
  const notes = await context.vault.read(workNotes(context.settings, view.plan));
  const trace = notes.kind === "text" ? readTrace(notes.text, view.plan.key, device.key) : null;
  const edit = editsIn(trace?.entries ?? []).find(
    ({ id, came }) => came === "made" && id === undone(move.question),
  );
  const log = (entry: Extract<PlanChange, { readonly kind: "log" }>["entry"]): Promise<Performed> =>
    changePlan(move.path, view.hash, [{ kind: "log", entry }], context);
  const mark = { note: move.question, text: "undo" };
  if (edit === undefined)
    return await log({
      actor: "Agent",
      action: "Undid nothing",
      rationale:
        "The work notes on this device do not tell of this change any more; the file with the whole change does",
      mark: { word: "not-undone", ...mark },
    });
  const { path, step } = edit.proposed;
  const begin = beginMark(edit.id, "undo");
  const wasBegun = context.memory.state().told.has(begin);
  const there = await context.vault.read(path);
  if (!wasBegun && there.kind === "text" && before(there.text, edit) !== null)
    await context.memory.add({ kind: "told", what: begin, at: context.clock.now() });
  const changed = await context.vault.change(path, (text) => before(text, edit));
  if (changed.kind === "refused") return { kind: "stuck", why: changed.why };
  const isUndone = changed.kind === "changed" || changed.kind === "same";
  return await log(
    isUndone
      ? {
          actor: "Human",
          action: "Undid the change of",
          about: [path],
          rationale: "Answered under Questions",
          mark: { word: "undone", step, ...mark },
        }
      : wasBegun
        ? {
            actor: "Agent",
            action: "Look at",
            about: [path],
            rationale:
              "Nobody knows whether the change was undone: Planwright was stopped while it undid it, and the note reads neither as before nor as after",
            mark: { word: "maybe-undone", step, ...mark },
          }
        : {
            actor: "Agent",
            action: "Left as it is:",
            about: [path],
            rationale: "The note does not read any more as after the change, so nothing was undone",
            mark: { word: "not-undone", step, ...mark },
          },
  );
}

function before(text: string, { proposed }: Edit): string | null {
  const hash = hashText(text);
  if (hash === proposed.before) return text;
  const undone = hash === proposed.after ? withSplice(text, inverse(proposed.splice)) : null;
  return undone !== null && hashText(undone) === proposed.before ? undone : null;
}
