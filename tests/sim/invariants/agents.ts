/**
 * The limits of an agent, whatever its model says: held against each question, each entry of its work notes, each file
 * and each tick.
 */
import { createHash } from "node:crypto";
import { UNSPENT } from "../../../src/kit/ports/model";
import type { Invariant } from ".";
import { folderOf, roundsOf, type Noted } from "../agent/eyes";
import { callIn, isOfRun, isWorkNotes, lastTurn, withoutList, type Entry, type Line } from "../agent/trace";
import { cameOfReach } from "../agent/reached";
import { ASIDE } from "../agent/flows";
import { AT_ONCE, CLOSED, LIMITS, PRICE } from "../agent/vault";
import { boxBefore, boxesOf, isOpen, isRedrafted, linesOf, logOf, stepIn, valueIn } from "../reading";
import { isPaused } from "../remembered";
import { CANARY } from "../stories";
import type { Witness, Write } from "../witness";
import { flowStepOf, isAnswered, isAskLine, isLoopBegun, isUnfolding } from "./flows";
import { isCarriedOver } from "./merging";

/** Two attempts of one step of a flow. */
function isOfFlowStep(one: Entry, other: Entry): boolean {
  const step = flowStepOf(one.step);
  return step !== null && step === flowStepOf(other.step);
}

/** A work file, not the notes beside it. */
function isWorkFile(path: string): boolean {
  return /^Work\/[^/]+\/[^/]+$/.test(path) && !isWorkNotes(path);
}

function hasAgent(plan: string): boolean {
  return /^agent: (?:auto|step)[ \t\r]*$/m.test(plan.split(/^---\r?$/m)[1] ?? "");
}

/** A line of an agent that may work at the same time as others. */
function isAside(id: string): boolean {
  return ASIDE.includes(flowStepOf(id) ?? "");
}

/** Planwright blocked the plan, and not a person: the calls under way for other lines may end. */
function isOurBlock(plan: string): boolean {
  const last = logOf(plan).findLast((line) =>
    /\((?:blocked|unblocked|carried-out|started|finished|cancelled)[,)]/.test(line),
  );
  return last !== undefined && / Agent: .*\(blocked, /.test(last);
}

/**
 * Why a step is none for an agent now, as the end of “its step …”; null where it is one. `ahead`: it may be one of
 * those behind the next one whose agents work at the same time, and its model is asked, or has answered.
 */
export function whyNot(plan: string, step: string, ahead: "asked" | "answered" | null = null): string | null {
  const boxes = boxesOf(plan);
  const box = boxes.find(({ id }) => id === step);
  const open = boxes.filter(isOpen);
  const before = box === undefined ? [] : open.slice(0, open.indexOf(box) + 1);
  const isAhead = ahead !== null && before.length > 1 && before.every(({ id }) => isAside(id));
  if (!hasAgent(plan)) return "is in a plan without an agent";
  const isEnding = isAhead && ahead === "answered" && isOurBlock(plan);
  if (valueIn(plan, "status") !== "Active" && !isEnding)
    return `is in a plan that is ${valueIn(plan, "status")}`;
  if (box === undefined) return "is gone";
  if (box.mark !== " ") return `is marked ${box.mark}`;
  // What exactly is to go out may be said by an agent where nobody has said it.
  if (box.gated && (stepIn(plan, step)?.includes("```action") ?? true) && !isRedrafted(plan, step))
    return "needs an approval";
  return open[0] === box || isAhead ? null : "is not the next one";
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function collapsed(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/["\u201c-\u201f\u2018-\u201b\u00ab\u00bb\u00b4`]/g, "'")
    .replace(/\*|__+/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

/** Notes in which what an agent says may stand: they show nothing. */
const OWN =
  /^(?:Work|Plans|Done|Archive|Pending_Approval|Approved|Rejected)\/|^(?:Dashboard|Acting device)\.md$/;
const FORBIDDEN = /^Diary\/|^Notes\/Private\.md$/;

type Evidence = {
  readonly file?: string;
  readonly note?: string;
  readonly quote?: string;
  readonly record?: string;
  readonly edit?: string;
};

/** Why what is given does not show that the step is done, told from what the program has read; null where it does. */
function whyUnshown(
  input: unknown,
  write: Write,
  chain: readonly Noted[],
  of: Entry,
  witness: Witness,
): string | null {
  // The verdict of a review is all that it brings about; at any other step of a flow, its files count unnamed.
  if (/^f-review/.test(of.step ?? "")) return null;
  const named = (input as { readonly evidence?: readonly Evidence[] } | null)?.evidence ?? [];
  const own = chain.flatMap(({ entry }) =>
    of.step?.startsWith("f-") === true && entry.step === of.step && entry.wrote !== undefined
      ? [{ file: entry.wrote.path }]
      : [],
  );
  const life = write.device.life;
  if (!Array.isArray(named) || life === null) return "no evidence is given";
  const given = [...named, ...own];
  const { reads } = witness.sightOf(life);
  const folder = folderOf(write.path);
  /** Paths of notes that an agent changed. */
  const changed = (isOf: (entry: Entry) => boolean): readonly string[] =>
    chain.flatMap(({ entry }) =>
      entry.edited === "made" && isOf(entry)
        ? [
            chain.find(
              (each) =>
                each.entry.kind === "proposed" &&
                each.entry.call === entry.call &&
                isOfRun(each.entry, entry),
            )?.entry.path ?? "",
          ]
        : [],
    );
  const faultOf = ({ file, note, quote, record, edit }: Evidence): string | null => {
    if (edit !== undefined) {
      return changed((entry) => entry.step === of.step).some((path) => path === edit || path === `${edit}.md`)
        ? null
        : `${edit} was not changed at this step`;
    }
    if (record !== undefined) {
      const id = record.replace(/^\^/, "");
      const isDrafted = chain.some(
        ({ entry }) =>
          entry.step === of.step && entry.ok === true && entry.text?.startsWith(`Put into the plan: ${id} `),
      );
      const isDone = logOf(witness.agents.planOf(write.device, folder) ?? "").some((line) =>
        line.includes(`(carried-out, step ${id},`),
      );
      if (!isDrafted || !isDone) return `the step ${id} was not drafted for this one, or not carried out`;
    } else if (file !== undefined) {
      const path = file.startsWith(`${folder}/`) ? file : `${folder}/${file}`;
      const result = chain.findLast(
        ({ entry }) => entry.step === of.step && entry.wrote?.path === path,
      )?.entry;
      const text = reads.get(path) ?? null;
      if (result === undefined) return `${file} was not written at this step`;
      if (text === null || text.trim() === "") return `${file} is not there, or empty`;
      if (sha256(text) !== result.wrote?.hash) return `${file} is not as it was written`;
    } else {
      const name = (note ?? "")
        .replace(/^\[\[|\]\]$/g, "")
        .replace(/\.md$/, "")
        .trim();
      const wanted = collapsed(quote ?? "");
      const shows = [...reads].some(
        ([path, text]) =>
          text !== null &&
          !OWN.test(path) &&
          !FORBIDDEN.test(path) &&
          !changed(() => true).includes(path) &&
          (path === `${name}.md` || path.endsWith(`/${name}.md`)) &&
          ![...witness.agents.files.values()].flat().some((each) => each.text === text) &&
          (linesOf(text).some((line) => collapsed(line) === wanted) ||
            (wanted !== "" &&
              timesIn(collapsed(text), wanted) >= 1 &&
              ([...wanted].length >= 20 || timesIn(collapsed(text), wanted) === 1))),
      );
      if (!shows) return `no note ${note ?? ""} of others says “${quote ?? ""}”`;
    }
    return null;
  };
  const held = (given as readonly Evidence[]).filter((each) => faultOf(each) === null);
  const first =
    (given as readonly Evidence[]).map(faultOf).find((each) => each !== null) ?? "nothing is given";
  if (!held.some(({ note }) => note === undefined)) return first;
  return null;
}

function timesIn(text: string, wanted: string): number {
  return text.split(wanted).length - 1;
}

/**
 * The cost of a run's questions, for certain or, where nobody knows, at the most; and the number of its turns that
 * reached a model.
 */
function spentIn(lines: readonly Line[], of: Entry): { turns: number; tokens: number; usd: number } {
  const run = lines.filter(({ entry }) => isOfRun(entry, of)).map(({ entry }) => entry);
  const sum = { turns: 0, tokens: 0, usd: 0 };
  for (const [at, entry] of run.entries()) {
    if (entry.kind !== "asked") continue;
    const next = run[at + 1];
    const ended = next?.kind === "answered" || next?.kind === "failed" ? next : undefined;
    if (ended?.kind === "failed" && (UNSPENT as readonly string[]).includes(ended.code ?? "")) continue;
    const { in: read = null, out = null } = ended?.usage ?? {};
    const isKnown = read !== null && out !== null;
    sum.turns += 1;
    sum.tokens += isKnown ? read + out : (entry.bound?.tokens ?? 0);
    sum.usd += isKnown ? (read * PRICE.in + out * PRICE.out) / 1e6 : (entry.bound?.usd ?? 0);
  }
  return sum;
}

/** The boxes without a gate that this write ticks. */
function tickedIn(
  write: Write,
  witness: Witness,
): readonly { readonly id: string; readonly words: string }[] {
  const { kind, path, before, after, device } = write;
  if (kind !== "change" || !path.startsWith("Plans/") || device.commanded !== null) return [];
  const old = boxesOf(before ?? "");
  return boxesOf(after).filter(
    (box, at) =>
      !box.gated &&
      box.mark === "x" &&
      old.some((was) => was === boxBefore(old, box, at) && isOpen(was)) &&
      !isCarriedOver(write, box.words, "x", witness),
  );
}

/** The last turn of the plan’s work notes, as the program last read them. */
function turnOf(write: Write, witness: Witness): readonly Line[] {
  const { device, before } = write;
  const task = valueIn(before ?? "", "task_id").toLowerCase();
  if (device.life === null) return [];
  return [...witness.sightOf(device.life).reads].flatMap(([path, text]) => {
    if (!isWorkNotes(path) || text === null || !path.startsWith(`Work/${task}-`)) return [];
    const chain = witness.agents.chainIn(text, device);
    const last = chain.findLast(({ entry }) => !isAside(entry.step))?.entry;
    return last === undefined ? [] : lastTurn(chain, last);
  });
}

/** The calls of a turn that were found right, with their arguments. */
function rightCalls(
  turn: readonly Line[],
): readonly {
  readonly tool: string;
  readonly input: { readonly steps?: readonly { readonly action?: unknown }[] };
}[] {
  return turn.flatMap(({ entry }) => {
    const call = entry.kind === "result" && entry.ok === true ? callIn(turn, entry.call ?? "") : null;
    return call === null ? [] : [{ tool: call.tool, input: (call.input ?? {}) as object }];
  });
}

/**
 * Whether an agent puts other steps in the place of this one: one that an agent added and nobody changed, or a person
 * said so.
 */
export function isReplaced(write: Write, words: string, witness: Witness): boolean {
  const before = write.before ?? "";
  if (!rightCalls(turnOf(write, witness)).some(({ tool }) => tool === "replace_plan")) return false;
  const id =
    / \^([sf]-[a-z0-9-]+)$/.exec(words)?.[1] ??
    boxesOf(before).find((box) => words.endsWith(box.words))?.id ??
    "";
  const added = witness.agents.steps.get(id);
  return (
    /^ {4}- \[[xX]\] \(1\) Replace them/m.test(before) ||
    (added !== undefined && added === stepIn(before, id))
  );
}

/** Since a person last answered an agent. */
const MOST_STEPS = 20;

/** Boxes that this write adds. */
function addedBoxes({ before, after }: Write): ReturnType<typeof boxesOf> {
  const old = new Set(boxesOf(before ?? "").map(({ id }) => id));
  return boxesOf(after).filter(({ id }) => id !== "" && !old.has(id));
}

export const AGENTS: readonly Invariant[] = [
  {
    id: "X2",
    name: "stepsAreAddedAsCalled",
    at: "wrote",
    sentence:
      "An agent adds to a plan only the steps of a call that was found right, gated where they have an action, and twenty at most until a person answers.",
    holds: (write, witness) => {
      const { device, kind, path, before, after } = write;
      if (kind !== "change" || !path.startsWith("Plans/") || device.commanded !== null) return null;
      const isNamed = (id: string): boolean =>
        after.includes(`(added, step ${id},`) && !(before ?? "").includes(`(added, step ${id},`);
      const added = addedBoxes(write).filter(({ id }) => flowStepOf(id) === null && isNamed(id));
      if (added.length === 0) return null;
      const right = rightCalls(turnOf(write, witness));
      const counts = right.map(({ tool, input }) =>
        tool === "draft_action" ? 1 : (input.steps?.length ?? 0),
      );
      if (!counts.includes(added.length))
        return `${String(added.length)} steps were added, and no call says so`;
      const gated = right.flatMap(({ tool, input }) =>
        tool === "draft_action"
          ? [1]
          : [(input.steps ?? []).filter(({ action }) => action !== undefined).length],
      );
      if (added.filter((box) => box.gated).length < Math.min(...gated))
        return "a step with an action was added without its sign";
      const bare = added.find((box) => !box.gated && /\b(?:send|pay|email|publish)\b/i.test(box.words));
      if (bare !== undefined) return `${bare.words} was added without a sign`;
      const log = logOf(after);
      const said = log.findLastIndex((line) => /Human: .*\((?:answered|ask-again)[,)]/.test(line));
      const many = log.slice(said + 1).filter((line) => /\(added, step /.test(line)).length;
      return many > MOST_STEPS ? `agents have added ${String(many)} steps` : null;
    },
  },
  {
    id: "X2",
    name: "asksOnlyForItsStep",
    at: "asking",
    sentence: "A model is asked only for the next step of an active plan with an agent, by a run that acts.",
    holds: ({ life, noted }) => {
      if (life.role !== "executor") return `a ${life.role} asks a model`;
      if (noted === null) return "a model is asked, and no entry says so";
      const why = noted.plan === null ? null : whyNot(noted.plan, noted.entry.step, "asked");
      return why === null ? null : `a model is asked, and its step ${why}`;
    },
  },
  {
    id: "X2",
    name: "oneQuestionAtATime",
    at: "asking",
    sentence:
      "One question at a time is asked of models, or one of each agent that looks at the same work, as many as the settings let.",
    holds: ({ beside, noted }) => {
      const all = [...beside, noted?.entry.step ?? ""];
      const isRight =
        beside.length === 0 ||
        (all.every(isAside) && new Set(all).size === all.length && all.length <= AT_ONCE);
      return isRight ? null : `${beside.join(", ")} are under way`;
    },
  },
  {
    id: "X1",
    name: "noSecretsAsked",
    at: "asking",
    sentence: "No secret in a prompt, and nothing of a note that is closed to agents.",
    holds: ({ question: { system, messages, tools } }) => {
      const others = messages.filter(({ from }) => from !== "model");
      const text = JSON.stringify([system, others, tools]);
      return text.includes(CANARY)
        ? "a password is in a prompt"
        : text.includes(CLOSED)
          ? "a prompt has what stands in a closed note"
          : null;
    },
  },
  {
    id: "X2",
    name: "limitsHold",
    at: "wrote",
    sentence: "The limits of a run are passed by no more than the call under way.",
    holds: (write, { agents }) => {
      const { lines, chain } = agents.added(write);
      for (const { entry } of lines) {
        if (entry.kind !== "asked") continue;
        const { turns, tokens, usd } = spentIn(chain, entry);
        if (turns >= LIMITS.turns) return `turn ${String(turns + 1)} is begun`;
        if (tokens >= LIMITS.tokens) return `${String(tokens)} tokens are spent, and a model is asked again`;
        if (usd >= LIMITS.usd) return `$${usd.toFixed(4)} are spent, and a model is asked again`;
      }
      return null;
    },
  },
  {
    id: "A6",
    name: "answersComeInTime",
    at: "wrote",
    sentence: "An answer that came after a pause, a tick or an edit is not used.",
    holds: (write, witness) => {
      const { life, lines: remembered } = write.device;
      const { lines, chain } = witness.agents.added(write);
      const answered = lines.find(({ entry }) => entry.kind === "answered" && entry.unused !== true)?.entry;
      if (answered === undefined || life === null) return null;
      const asked = chain.findLast(({ entry }) => isOfRun(entry, answered) || !isAside(entry.step));
      if (
        asked?.entry.kind !== "asked" ||
        asked.entry.turn !== answered.turn ||
        !isOfRun(asked.entry, answered)
      )
        return "an answer is used, and the entry before it is not its question";
      const plan = witness.agents.planOf(write.device, folderOf(write.path));
      if (plan === null) return "an answer is used, and nobody can tell its plan";
      const why = whyNot(plan, answered.step, "answered");
      if (why !== null) return `an answer is used, and its step ${why}`;
      if (asked.plan !== null && stepIn(asked.plan, answered.step) !== stepIn(plan, answered.step))
        return "an answer is used, and its step reads otherwise by now";
      return isPaused(remembered.slice(0, witness.sightOf(life).remembers))
        ? "an answer is used, and a person has paused it all"
        : null;
    },
  },
  {
    id: "X2",
    name: "whatCameIsNoted",
    at: "wrote",
    sentence: "Work notes say what every answer has cost.",
    holds: (write, { agents }) => {
      const { lines } = agents.added(write);
      const ended = lines.find(({ entry }) => entry.kind === "answered" || entry.kind === "failed")?.entry;
      if (ended === undefined) return null;
      const asked = agents.asked.findLast(
        ({ life, noted }) => life === write.device.life && noted?.entry.step === ended.step,
      );
      if (asked?.answer == null) return "an answer is noted, and none came";
      const { usage } = asked.answer;
      return usage.in === (ended.usage?.in ?? null) && usage.out === (ended.usage?.out ?? null)
        ? null
        : `${JSON.stringify(usage)} was used, and ${JSON.stringify(ended.usage)} is noted`;
    },
  },
  {
    id: "A3",
    name: "callsAreMadeOnce",
    at: "wrote",
    sentence:
      "What comes of a call is of a call that the model made in its last answer, or that the plan names before any question, and comes once.",
    holds: (write, { agents }) => {
      const { lines, chain } = agents.added(write);
      for (const { entry } of lines) {
        if (entry.kind !== "result") continue;
        if (entry.planned !== undefined) {
          const isLate = chain.some(
            ({ entry: each }) =>
              isOfRun(each, entry) && (each.kind === "asked" || each.planned !== undefined),
          );
          if (isLate) return "the call of a plan did not come first";
          continue;
        }
        // What a server answered is noted, whatever somebody has made of the notes meanwhile.
        if (cameOfReach(entry, chain, agents.reaches)) continue;
        const turn = lastTurn(chain, entry);
        const call = callIn(turn, entry.call ?? "");
        if (call?.tool !== entry.tool) return `${entry.tool ?? ""} was done, and no model called it`;
        if (turn.some((each) => each.entry.kind === "result" && each.entry.call === entry.call))
          return `the call ${entry.call ?? ""} was done before`;
      }
      return null;
    },
  },
  {
    id: "X2",
    name: "writesWhatWasCalledFor",
    at: "wrote",
    sentence:
      "A work file is written only for a call that nothing has come of yet, under the name that it gives.",
    holds: ({ kind, path, device }, { agents }) => {
      if (kind === "move" || !isWorkFile(path) || path.endsWith("/About this folder.md")) return null;
      const notes = device.disk.get(`${folderOf(path)}/Work notes.md`)?.text ?? "";
      const chain = agents.chainIn(notes, device);
      const last = chain.at(-1)?.entry;
      // Somebody has written in the notes between the look and this.
      if (last === undefined) return null;
      const aside = chain.map(({ entry }) => entry).filter(({ step }) => isAside(step) && isAside(last.step));
      const isCalled = [last, ...aside].some((of) => {
        const turn = lastTurn(chain, of);
        const open = turn
          .flatMap(({ entry }) => (entry.kind === "answered" ? (entry.parts ?? []) : []))
          .filter(
            ({ kind: part, id }) =>
              part === "call" && !turn.some(({ entry }) => entry.kind === "result" && entry.call === id),
          );
        return open.some(({ id }) => {
          const call = callIn(turn, id);
          const name = path.slice(folderOf(path).length + 1);
          return call?.tool === "propose_edit"
            ? /^Proposed change e[0-9a-f]{14}\.md$/.test(name)
            : call?.tool === "write_work_file" &&
                (call.input as { readonly name?: unknown } | null)?.name === name;
        });
      });
      // What a person has answered at a line of a flow is kept in a file with the name of its step.
      const plan = agents.planOf(device, folderOf(path)) ?? "";
      const isKept = boxesOf(plan).some(
        ({ id, mark }) =>
          isAskLine(id) &&
          mark === " " &&
          isAnswered(plan, id) &&
          path === `${folderOf(path)}/${flowStepOf(id) ?? ""}.md`,
      );
      // The output of a program that checks the step.
      const isOutput =
        /\/check f-[a-z0-9-]+(?: run \d+)?(?: \(\d+\))?\.txt$/.test(path) &&
        agents.programs.all.some(
          (each) => each.kind === "check" && each.device === device && each.end !== null,
        );
      // What came of a tool that the plan names is kept under its name.
      return isCalled || isKept || isOutput || /\/[a-z_]+ c[0-9a-f]{10}\.md$/.test(path)
        ? null
        : `${path} was written, and no call that is open says so`;
    },
  },
  {
    id: "F5",
    name: "othersFilesStay",
    at: "wrote",
    sentence:
      "A work file is replaced only as this run wrote it, or where the new text begins with all it says.",
    holds: ({ kind, path, before, after, device }, { agents, identities }) => {
      if (kind !== "change" || !isWorkFile(path) || before === null || after.startsWith(before)) return null;
      const notes = device.disk.get(`${folderOf(path)}/Work notes.md`)?.text ?? "";
      const run = agents.chainIn(notes, device).at(-1)?.entry;
      // A step of a flow, and each attempt at it, has one file with its name.
      const isOfFlow = boxesOf(agents.planOf(device, folderOf(path)) ?? "").some(
        ({ id }) => path === `${folderOf(path)}/${flowStepOf(id) ?? ""}.md`,
      );
      const isOwn = (agents.files.get(path) ?? []).some(
        (each) =>
          each.text === before &&
          each.device === device &&
          each.identity === (identities.get(device.name) ?? 0) &&
          (isOfFlow ||
            (each.run !== null &&
              run !== undefined &&
              (isOfRun(each.run, run) ||
                isOfFlowStep(each.run, run) ||
                (isAside(each.run.step) && isAside(run.step))))),
      );
      return isOwn ? null : `${path} said something that this run has not written, and was replaced`;
    },
  },
  {
    id: "F4",
    name: "tracesGrow",
    at: "wrote",
    sentence: "Work notes are only added to: entries at their end, and a line for each file.",
    holds: ({ kind, path, before, after }) =>
      kind === "change" && isWorkNotes(path) && !withoutList(after).startsWith(withoutList(before ?? ""))
        ? `something in ${path} is gone or changed`
        : null,
  },
  {
    id: "S2",
    name: "doneIsShown",
    at: "wrote",
    sentence: "A step counts as done by an agent only with evidence that is there.",
    holds: (write, witness) => {
      const { lines, chain } = witness.agents.added(write);
      const done = lines.find(({ entry }) => entry.tool === "finish_step" && entry.ok === true)?.entry;
      if (done === undefined) return null;
      const call = callIn(lastTurn(chain, done), done.call ?? "");
      const why = whyUnshown(call?.input, write, chain, done, witness);
      return why === null ? null : `a step is said to be done, and ${why}`;
    },
  },
  {
    id: "S2",
    name: "tickedAsShown",
    at: "wrote",
    sentence:
      "A step is ticked for an agent only if its last turn has shown that it is done, as it reads now.",
    holds: (write, witness) => {
      const { device, before } = write;
      const { life } = device;
      if (life === null) return null;
      for (const { id, words } of tickedIn(write, witness)) {
        // A person has answered there, which is another sentence; or the tasks of a loop stand behind it.
        if (isAskLine(id) || (isUnfolding(write) && isLoopBegun(write, id))) continue;
        const why = whyNot(before ?? "", id);
        if (why !== null) return `${words} was ticked, and it ${why}`;
        const task = valueIn(before ?? "", "task_id").toLowerCase();
        const { reads } = witness.sightOf(life);
        const shown = [...reads].flatMap(([path, text]) => {
          if (!isWorkNotes(path) || text === null || !path.startsWith(`Work/${task}-`)) return [];
          const chain = witness.agents.chainIn(text, device);
          const last = chain.findLast(({ entry }) => entry.step === id)?.entry;
          const turn = last === undefined ? [] : (lastTurn(chain, last) as readonly Noted[]);
          const isBack = turn.some(({ entry }) => entry.tool === "give_back" && entry.ok === true);
          const done = turn.find(({ entry }) => entry.tool === "finish_step" && entry.ok === true);
          return done === undefined || isBack ? [] : [done];
        })[0];
        if (shown === undefined) return `${words} was ticked, and nothing shows that it is done`;
        if (shown.plan === null) continue;
        if (stepIn(shown.plan, id) !== stepIn(before ?? "", id))
          return `${words} was ticked, and it was shown for other words`;
        if (roundsOf(shown.plan, id) !== roundsOf(before ?? "", id))
          return `${words} was ticked, and it was shown before a person had it done anew`;
      }
      return null;
    },
  },
  {
    id: "C4",
    name: "agentsSayWhyTheyStand",
    at: "rest",
    sentence: "A plan with an agent goes on, or says why it does not.",
    holds: ({ acting }) => {
      if (acting?.world.mayWrite !== true || acting.world.standing.length > 0) return null;
      for (const { plan, step, hasDuplicateId, block, agentMove, undecided } of acting.world.plans) {
        const text = acting.device.disk.get(plan.path)?.text ?? "";
        if (hasDuplicateId || undecided || step?.id == null || !hasAgent(text)) continue;
        if (whyNot(text, step.id) !== null) {
          // A person may block a plan without a word.
          const isOurs = /\] [A-Z][a-z]+: Blocked at /.test(text);
          if (isOurs && valueIn(text, "status") === "Blocked" && valueIn(text, "blocked_reason") === "null")
            return `${plan.path} is blocked, and does not say why`;
          continue;
        }
        if (block === null && agentMove?.kind !== "wait")
          return `${plan.path} stands still, and nothing says why`;
      }
      return null;
    },
  },
];
