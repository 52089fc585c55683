/**
 * Flows of the plans that unfold from one: the pinned copy beside the work notes, and the work files that a flow itself
 * reads.
 */
import { hashText } from "../../kit/hash";
import { isOver, nextStep, type Plan } from "../../note/plan/plan";
import type { Reading, VaultPort } from "../../kit/ports/vault";
import type { SeenPlan } from "../../rules/snapshot";
import { pathOf, type Settings } from "../../settings/settings";
import { hasAgent, skillOf, type Flow } from "../../flow/flow";
import { isToKeep } from "../../flow/result/result";
import { readLineId } from "../../flow/lineId";
import { linesBeside } from "../../flow/parallel";
import { stepNamed } from "../../flow/route";
import { NO_GUIDANCE, ownSkill, type FlowState, type Guidance, type Skill } from "../../flow/running";
import { readSkill, type SkillName } from "../../flow/skill/skillNote";
import { filesToRead } from "../../flow/filesToRead";
import { asPinned, copyKey, pinnedHash, readPinned, type Pinned } from "../../flow/pinned";
import { isBeneath } from "../../kit/path";
import { flowCopy, workFolder } from "../../agent/place";
import type { Aside } from "./aside";
import { createMemo, type Memo } from "./parseCache";
import { listSkills, type SkillFile } from "./skillFiles";

const GO_ON_WITHOUT =
  "take the property “flow” away to go on without the flow: the steps that are there stay.";
const NO_PIN =
  "The log does not say any more by which copy of its flow this plan goes on. Put the line “Kept a copy of the flow” back";

export class FlowIndex {
  readonly #vault: VaultPort;
  readonly #settings: Settings;
  readonly #aside: Aside;
  readonly #folder: string;
  readonly #copies = createMemo<Copy | null>();
  #texts = new Map<string, Reading>();
  /** Files with skills, those that count first; null where they have to be listed. */
  #skills: readonly SkillFile[] | null = null;

  constructor(vault: VaultPort, settings: Settings, aside: Aside) {
    this.#vault = vault;
    this.#settings = settings;
    this.#aside = aside;
    this.#folder = pathOf(this.#settings, "skills");
  }

  /** By path of the plan. `due`: paths to be read again; `isListed`: all are. */
  async look(
    plans: readonly SeenPlan[],
    due: ReadonlySet<string>,
    isListed: boolean,
  ): Promise<ReadonlyMap<string, FlowState>> {
    const next = new Map<string, Reading>();
    const copyAt = this.#copies.next();
    const found = new Map<string, FlowState>();
    const readingAt = async (path: string): Promise<Reading> => {
      const known = isListed || due.has(path) ? undefined : this.#texts.get(path);
      const reading = known ?? (await this.#vault.read(path));
      next.set(path, reading);
      return reading;
    };
    if (isListed || [...due].some((path) => isBeneath(path, this.#folder))) this.#skills = null;
    for (const { path, plan, hash } of plans) {
      if (plan.flow === null || (isOver(plan) && !isToKeep(plan))) continue;
      const pinned = pinnedHash(plan);
      if (pinned !== null)
        await this.#stateOf(plan, pinned, copyAt, readingAt).then(
          (state) => found.set(path, state),
          (error: unknown) => this.#aside.put(path, { hash }, error),
        );
      // Without lines of a flow, a property of that name is somebody’s own.
      else if (plan.steps.some(({ id }) => readLineId(id) !== null))
        found.set(path, { kind: "stuck", why: `${NO_PIN}, or ${GO_ON_WITHOUT}` });
    }
    this.#texts = next;
    return found;
  }

  /** A sentence where a note that counts cannot be used: to go on without it would be to leave out what it says. */
  async #skillIn(name: SkillName, readingAt: ReadingAt): Promise<Skill | string | null> {
    if (this.#skills === null) {
      const { files, why } = await listSkills(this.#vault, this.#folder);
      if (why !== null)
        return `${this.#folder} may have instructions for this step, and cannot be looked through. ${why}`;
      this.#skills = files;
    }
    const file = this.#skills.find((each) => each.kind === name.kind && each.name === name.name);
    const reading = file === undefined ? null : await readingAt(file.path);
    if (file === undefined || reading === null || reading.kind === "absent") return null;
    const text = reading.kind === "text" ? reading.text : { why: reading.why };
    const { words, unusable } = readSkill(name, "vault", file.path, text);
    if (unusable !== null)
      return `${file.path} has instructions for this step, and cannot be used. ${unusable} Or move the note away.`;
    return { words, note: file.path };
  }

  async #guidanceAt(
    flow: Flow,
    copied: ReadonlyMap<string, string>,
    id: string | null,
    readingAt: ReadingAt,
  ): Promise<Guidance | string> {
    const line = readLineId(id);
    const step = line === null || line.isAsk ? null : stepNamed(flow, line.step);
    if (step === null || !hasAgent(step)) return NO_GUIDANCE;
    const of = async (name: SkillName): Promise<Skill | string | null> => {
      const kept = copied.get(copyKey(name));
      return (
        (await this.#skillIn(name, readingAt)) ?? (kept === undefined ? null : { words: kept, note: null })
      );
    };
    const skill = ownSkill(flow, step) ?? (await of({ kind: "skill", name: skillOf(step) }));
    const preamble = step.agent === undefined ? null : await of({ kind: "preamble", name: step.agent });
    if (typeof skill === "string") return skill;
    return typeof preamble === "string" ? preamble : { skill, preamble };
  }

  async #stateOf(plan: Plan, pinned: string, copyAt: CopyAt, readingAt: ReadingAt): Promise<FlowState> {
    const textAt = async (path: string): Promise<string | null> => {
      const reading = await readingAt(path);
      return reading.kind === "text" ? reading.text : null;
    };
    const copy = flowCopy(this.#settings, plan);
    const held = await textAt(copy);
    const says = `Put it back as it was, or ${GO_ON_WITHOUT}`;
    if (held === null) return { kind: "stuck", why: `${copy} is not there. ${says}` };
    const kept = copyAt(`${copy} ${pinned}`, held, { device: null }, () => {
      const text = asPinned(held, pinned);
      return text === null
        ? null
        : { read: readPinned(text, this.#settings.agents), copyHash: hashText(text) };
    });
    if (kept === null)
      return { kind: "stuck", why: `${copy} was changed after the flow was started. ${says}` };
    const { read, copyHash } = kept;
    if (read.kind === "bad") return { kind: "stuck", why: `${copy} cannot be read: ${read.why}. ${says}` };
    const next = nextStep(plan)?.id ?? null;
    const beside = linesBeside(read.flow, plan).flatMap(({ id }) => id ?? []);
    const files = new Map<string, string>();
    const tried = new Set<string>();
    // The file of a plan names further files.
    for (let left = [""]; left.length > 0;) {
      left = [next, ...beside]
        .flatMap((id) => filesToRead(id, { flow: read.flow, plan, files }))
        .filter((name) => !tried.has(name));
      for (const name of left) {
        if (tried.has(name)) continue;
        tried.add(name);
        const file = await textAt(`${workFolder(this.#settings, plan)}/${name}`);
        if (file !== null) files.set(name, file);
      }
    }
    const guidance = await this.#guidanceAt(read.flow, read.copied, next, readingAt);
    if (typeof guidance === "string") return { kind: "stuck", why: guidance };
    const besides = new Map<string, Guidance>();
    for (const id of beside) {
      const own = await this.#guidanceAt(read.flow, read.copied, id, readingAt);
      // A fault is told when the plan comes to that line.
      if (typeof own !== "string") besides.set(id, own);
    }
    return { kind: "runs", flow: read.flow, copyHash, inputs: read.inputs, files, guidance, besides };
  }
}

interface Copy {
  readonly read: Pinned;
  readonly copyHash: string;
}

type CopyAt = ReturnType<Memo<Copy | null>["next"]>;

type ReadingAt = (path: string) => Promise<Reading>;
