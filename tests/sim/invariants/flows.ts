/**
 * Plans that go by a flow: which lines come into their Roadmap, which are ticked or left out, and when they stand
 * still.
 */
import { createHash } from "node:crypto";
import { boxesOf, isOpen, linesOf, logOf, valueIn, type Box } from "../reading";
import type { Witness, Write } from "../witness";
import type { Invariant } from ".";

const FLOW_ID = /^f-([a-z0-9]+(?:-[a-z0-9]+)*?)(?:--i(\d+))?(--ask)?(?:--a(\d+))?$/;

/** The name of the flow’s step to which a line belongs; null for a line of a person. */
export function flowStepOf(id: string): string | null {
  return FLOW_ID.exec(id)?.[1] ?? null;
}

/** The line at which a person is asked. */
export function isAskLine(id: string): boolean {
  return FLOW_ID.exec(id)?.[3] !== undefined;
}

/** The lines of a flow that a write brings into a plan. */
export function unfoldedIn({ before, after }: Pick<Write, "before" | "after">): readonly Box[] {
  const old = new Set(boxesOf(before ?? "").map(({ id }) => id));
  return boxesOf(after).filter(({ id }) => flowStepOf(id) !== null && !old.has(id));
}

/** Entries of the log that a write adds. */
function entriesAdded({ before, after }: Write): readonly string[] {
  return logOf(after).slice(logOf(before ?? "").length);
}

/** Whether this write unfolds the flow: its log says so. */
export function isUnfolding(write: Write): boolean {
  return entriesAdded(write).some((line) => line.includes("(unfolded, "));
}

/** Whether a line of a flow is over because the tasks of its loop stand behind it, or because there are none. */
export function isLoopBegun({ after }: Write, id: string): boolean {
  const step = flowStepOf(id);
  if (step === null) return false;
  return (
    logOf(after).some((line) => line.includes(`(unfolded, note ${id})`)) ||
    boxesOf(after).some((box) => flowStepOf(box.id) === step && /--i\d/.test(box.id))
  );
}

/** Whether a person has answered a question about this step of a plan: a box, or words. */
export function isAnswered(plan: string, step: string): boolean {
  const lines = linesOf(plan);
  const at = lines.findLastIndex((line) => new RegExp(`^- .* \\^q-[a-z0-9]+-${step}$`).test(line.trimEnd()));
  const rest = lines.slice(at + 1);
  const to = rest.findIndex((line) => /^(?:- |#)/.test(line));
  return (
    at >= 0 &&
    (to < 0 ? rest : rest.slice(0, to)).some(
      (line) => /^ {4}- \[[xX]\] /.test(line) || /^ {4}- Answer: *\S/.test(line),
    )
  );
}

/** Whether the flow leaves a line out, as the log that comes with it says. */
export function isLeftOut(write: Write, id: string): boolean {
  return entriesAdded(write).some((line) => new RegExp(`\\(skipped, step ${id}[,)]`).test(line));
}

/** The copy of the flow as the program last read it; null where it found none. */
function copyOf(write: Write, witness: Witness): string | null {
  const { life } = write.device;
  const task = valueIn(write.before ?? "", "task_id").toLowerCase();
  if (life === null) return null;
  const [found] = [...witness.sightOf(life).reads].filter(
    ([path, text]) => path.startsWith(`Work/${task}-`) && path.endsWith("/Flow.md") && text !== null,
  );
  return found?.[1] ?? null;
}

const isOfFlow = (plan: string): boolean => /^flow: \S/m.test(plan.split(/^---\r?$/m)[1] ?? "");

export const FLOWS: readonly Invariant[] = [
  {
    id: "X2",
    name: "flowLinesComeOnce",
    at: "wrote",
    sentence:
      "A line of a flow that something was told of comes once, and the log says of which line it comes.",
    holds: (write, { agents }) => {
      const { kind, path, after } = write;
      if (kind !== "change" || !path.startsWith("Plans/")) return null;
      const added = unfoldedIn(write);
      if (added.length === 0) return null;
      const plan = valueIn(after, "task_id");
      const known = agents.unfolded.get(plan) ?? new Set();
      const again = added.find(({ id }) => known.has(id));
      if (again !== undefined) return `${again.id} was in ${path} before, and comes back`;
      return isUnfolding(write)
        ? null
        : `${added[0]?.id ?? ""} comes into ${path}, and the log does not say why`;
    },
  },
  {
    id: "X2",
    name: "flowAsksFirst",
    at: "wrote",
    sentence: "A line at which a flow asks a person is ticked only where the person has answered.",
    holds: ({ kind, path, before, after, device }) => {
      if (kind !== "change" || !path.startsWith("Plans/") || device.commanded !== null) return null;
      // Without its flow, a plan is one like any other.
      if (!isOfFlow(before ?? "")) return null;
      const old = boxesOf(before ?? "");
      const bare = boxesOf(after).find(
        ({ id, mark }) =>
          isAskLine(id) &&
          mark === "x" &&
          old.some((was) => was.id === id && isOpen(was)) &&
          !isAnswered(before ?? "", id),
      );
      return bare === undefined ? null : `${bare.id} was ticked, and nobody has answered`;
    },
  },
  {
    id: "X2",
    name: "flowGoesByItsCopy",
    at: "wrote",
    sentence: "A plan by a flow goes on only by the copy that it was started with.",
    holds: (write, witness) => {
      const { kind, path, before, after, device } = write;
      if (
        kind !== "change" ||
        !path.startsWith("Plans/") ||
        device.commanded !== null ||
        !isOfFlow(before ?? "")
      )
        return null;
      const old = boxesOf(before ?? "");
      const turned = boxesOf(after).find(
        ({ id, mark }) =>
          flowStepOf(id) !== null && mark === "x" && old.some((was) => was.id === id && isOpen(was)),
      );
      const moved = turned ?? unfoldedIn(write)[0];
      if (moved === undefined) return null;
      const kept = /\(flow, text ([0-9a-f]+)\)/.exec(logOf(before ?? "").join("\n"))?.[1];
      const copy = copyOf(write, witness);
      if (copy === null) return `${moved.id} goes on, and the copy of the flow is not there`;
      const is = createHash("sha256").update(copy).digest("hex");
      return kept !== undefined && is.startsWith(kept)
        ? null
        : `${moved.id} goes on by a flow that somebody changed`;
    },
  },
];
