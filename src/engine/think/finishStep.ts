/** An agent’s claim that its step is done: how it is read, and whether its evidence and the checks of its flow hold. */
import type { DeviceState } from "../../approval/device/ledger";
import { OUTCOME_ROWS } from "../../approval/device/outcome";
import { judgeChecks } from "../../flow/checks";
import { fileNameFault } from "../../flow/fileName";
import { hashText } from "../../kit/hash";
import { nameOf } from "../../kit/path";
import type { PlanView } from "../../rules/world";
import { begunIn, editsIn, isEdited, isUndone, type Edit } from "../../agent/edit/edits";
import { isOfRun } from "../../agent/entry";
import { bareId, judgeEvidence, type Claim, type QuotedNote } from "../../agent/evidence";
import type { FlowPart } from "../../agent/flow/part";
import { saysNothing } from "../../agent/outward/outward";
import { asWritten, isKept, workFolder } from "../../agent/place";
import { callKey, filesOf, turnsOf, type Run } from "../../agent/run";
import { idsOfNew } from "../../agent/signals";
import { changesPlan, readArguments, type Arguments } from "../../agent/tools";
import type { Context } from "../perform/context";
import { readFor } from "./findNotes";
import { accept, refuse, scopeOf, type Came, type Using } from "./toolCall";

/** An agent that leaves out what still has to leave the vault is told to say it, once. */
export function finishInput(input: string, run: Run): string {
  const wasTold = turnsOf(run).some(({ results }) =>
    results.some(
      ({ tool, ok, checked, unread }) =>
        tool === "finish_step" && !ok && checked === undefined && unread !== true,
    ),
  );
  return wasTold && readArguments("finish_step", input).kind === "bad"
    ? input.replace(/^\s*\{/, `{"outside":"",`)
    : input;
}

/** The files of a step of a flow count without being named: those that this run wrote, or else all of them. */
function withOwnFiles(
  claim: Arguments<"finish_step">,
  part: FlowPart | null,
  run: Run,
): Arguments<"finish_step"> {
  const own = part?.files ?? [];
  const wrote = [...filesOf([...run.earlier, ...run.entries]).keys()].map(nameOf);
  const written = own.filter((file) => wrote.includes(file));
  const named = claim.evidence.flatMap((each) => ("file" in each ? [nameOf(each.file)] : []));
  const added = (written.length > 0 ? written : own).filter((file) => !named.includes(file));
  return { ...claim, evidence: [...claim.evidence, ...added.map((file) => ({ file }))] };
}

export async function finishStep(
  said: Arguments<"finish_step">,
  { view, run, context }: Using,
): Promise<Came> {
  const claim = withOwnFiles(said, view.part, run);
  const folder = workFolder(context.settings, view.plan);
  const fileAt = (name: string): string | null => {
    const own = name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : name;
    return fileNameFault(own) === null ? `${folder}/${own}` : null;
  };
  const scope = await scopeOf(view, context);
  const files = new Map<string, string | null>();
  const notes = new Map<string, QuotedNote | null>();
  const made = editsIn(view.work.trace.entries).filter(({ came }) => came === "made");
  const hashes = new Set([
    ...filesOf(view.work.trace.entries).values(),
    ...made.map(({ proposed }) => proposed.after),
  ]);
  const begun = begunIn(view.work.trace.entries, context.memory.state().told);
  const edited = await editedBy(claim, made, view, run, context);
  for (const each of claim.evidence) {
    if ("file" in each) {
      const path = fileAt(each.file);
      const reading = path === null ? null : await context.vault.read(path);
      files.set(each.file, reading?.kind === "text" ? reading.text : null);
    } else if ("note" in each && !notes.has(each.note)) {
      const found = await readFor(each.note, scope, context.vault);
      notes.set(
        each.note,
        found.kind === "no"
          ? null
          : {
              text: asWritten(found.path, found.text, context.settings),
              // A work file that somebody moved out of its folder is still the agent’s.
              isOwn:
                isKept(found.path, context.settings) ||
                isEdited(found.path, view.plan) ||
                begun.has(found.path) ||
                hashes.has(hashText(found.text)),
            },
      );
    }
  }
  const records = recordsOf(view.plan, run, context.memory.state());
  const finding = judgeEvidence(claim, {
    fileAt,
    written: filesOf([...run.earlier, ...run.entries]),
    edited,
    files,
    notes,
    records,
  });
  const isVerdict = view.part?.files.length === 0;
  if (finding.kind !== "shown" && !isVerdict) return { ...refuse(finding.faults.join(" ")), checked: [] };
  const { outside } = claim;
  const unsaid =
    outside === "" ? ["the agent did not say whether anything still has to leave the vault"] : [];
  const checked = {
    checked: [
      ...(isVerdict ? ["it has the form of a verdict"] : []),
      ...(finding.kind === "shown" ? finding.checked : []),
      ...(finding.kind === "shown" ? finding.unproved.map((each) => `not so: ${each}`) : []),
      ...unsaid,
    ],
    ...(saysNothing(outside) ? {} : { outside }),
    ...(hasSent(claim, view.plan, run, records) ? { sent: true as const } : {}),
  };
  if (view.part === null) return accept(claim.summary, checked);
  const { step, files: own } = view.part;
  const [file = "", ...others] = own;
  const written = await filesFor(view.part, view, run, context);
  const judged = judgeChecks(step, {
    file,
    others,
    text: own.flatMap((name) => written.get(name) ?? []).join("\n\n"),
    files: written,
    said: claim.summary,
  });
  if (judged.faults.length > 0) return { ...refuse(judged.faults.join(" ")), checked: [] };
  return accept(claim.summary, {
    ...checked,
    ...(judged.findings === null ? {} : { findings: [...judged.findings] }),
  });
}

/** The files by which a step of a flow is judged: its own, and those that its agent wrote. By name. */
async function filesFor(
  { files: own }: FlowPart,
  { plan }: PlanView,
  run: Run,
  { vault, settings }: Context,
): Promise<ReadonlyMap<string, string>> {
  const folder = workFolder(settings, plan);
  const files = new Map<string, string>();
  for (const path of new Set([...own.map((name) => `${folder}/${name}`), ...filesOf(run.entries).keys()])) {
    const reading = await vault.read(path);
    if (reading.kind === "text") files.set(nameOf(path), reading.text);
  }
  return files;
}

/** Notes that are named as changed in this step, and are there: each edit was agreed to, made, and not undone. */
async function editedBy(
  { evidence }: Claim,
  made: readonly Edit[],
  { plan }: PlanView,
  run: Run,
  { vault }: Context,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const each of evidence) {
    if (!("edit" in each)) continue;
    const name = each.edit.replace(/^\[\[|\]\]$/g, "");
    const edit = made.find(
      ({ id, proposed }) =>
        (isOfRun(proposed, run.id) || run.earlier.some((each) => isOfRun(proposed, each))) &&
        (proposed.path === name || proposed.path === `${name}.md`) &&
        !isUndone(id, plan),
    );
    if (edit !== undefined && (await vault.read(edit.proposed.path)).kind === "text") found.add(each.edit);
  }
  return found;
}

/** Something went out for this step: it has a record, or the person ticked what the agent drafted for it. */
function hasSent(
  { evidence }: Claim,
  { steps }: PlanView["plan"],
  run: Run,
  records: ReadonlySet<string>,
): boolean {
  const added = addedBy(run);
  return (
    evidence.some((each) => "record" in each && records.has(bareId(each.record))) ||
    steps.some(
      ({ id, state, approval }) =>
        id !== null && added.includes(id) && state === "done" && approval.kind === "action",
    )
  );
}

/** Ids of the steps that this run added. */
function addedBy(run: Run): readonly string[] {
  return [...turnsOf({ entries: run.earlier, tool: null }), ...turnsOf(run)].flatMap(
    ({ n, asked, results }) =>
      results
        .filter(({ ok, tool }) => ok && changesPlan(tool))
        .flatMap(({ call }) => idsOfNew(callKey(asked ?? run.id, n, call))),
  );
}

/** Steps that this run added, and of which this device carried out what they send: no line of a log shows it. */
function recordsOf({ key }: PlanView["plan"], run: Run, { actionState }: DeviceState): ReadonlySet<string> {
  const added = addedBy(run);
  const done = [...actionState.values()].filter(
    ({ plan, outcome }) => plan === key && outcome !== null && OUTCOME_ROWS[outcome].done,
  );
  return new Set(done.map(({ step }) => step).filter((each) => added.includes(each)));
}
