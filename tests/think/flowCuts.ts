/**
 * A flow that is cut off after a write, to the vault or to the device’s own memory, and goes on: it ends as if nothing
 * had been. Nothing else is left when the power goes out, so that “before this write” is the same as “after the one
 * before”.
 */
import { expect } from "vitest";
import { cutPlaces } from "../fakes/cuts";
import type { Faults } from "../fakes/faults";
import { createSeededRandom } from "../fakes/random";
import type { TreeSnapshot } from "../fakes/tree";
import { type Bench, settle } from "./desk";
import { openIn, planOf } from "./flowBench";
import { benchOf, play, type Play } from "./flowPlay";

/** Everything that is left when the power goes out. */
interface Cut {
  readonly at: string;
  readonly tree: TreeSnapshot;
  readonly lines: readonly string[];
  readonly saved: string | null;
  readonly now: number;
  /** How often the model was asked until the next write began. */
  asked: number;
  /** Counts what stands when it stops next. */
  readonly stand: number;
}

/** The end of a flow, which has to be the same with and without cuts: all but the names of plans and the times. */
function endOf(bench: Bench): object {
  const plan = planOf(bench);
  const folder = `Work/${plan.workFolder ?? ""}/`;
  return {
    roadmap: [plan.status, ...plan.steps.map(({ state, text, id }) => `${state} ${text} ^${id ?? ""}`)],
    questions: plan.questions.map(({ lines }) =>
      lines.join("\n").replaceAll(/Work\/[^/]+\/|\^q-[0-9a-z]+/g, ""),
    ),
    log: plan.log.entries
      .flatMap(({ mark }) => (mark === null ? [] : `${mark.word} ${mark.step ?? mark.note ?? ""}`))
      .filter((each) =>
        /^(?:started|flow|ticked|failed|unfolded|skipped|answered|finished|kept|filed)/.test(each),
      ),
    files: Object.entries(bench.vault.files())
      .filter(([path]) => path.startsWith(folder) && !path.endsWith("/Work notes.md"))
      .map(([path, text]) => `${path.slice(folder.length)}\n${text}`),
    results: Object.entries(bench.vault.files())
      .filter(([path]) => path.startsWith("Reasoning/"))
      .map(([path, text]) => `${path}\n${text.replaceAll(/"2026-[^"]*"|PLAN-[^\]"]*/g, "")}`),
  };
}

interface Played {
  readonly cuts: readonly Cut[];
  /** How it stands each time the person is asked, and at its end; with how often the model was asked. */
  readonly stands: readonly { readonly end: object; readonly asked: number }[];
}

async function playWhole(whole: Bench, played: Play): Promise<Played> {
  const cuts: Cut[] = [];
  const stands: { readonly end: object; readonly asked: number }[] = [];
  const faults: Faults = {
    before() {
      const last = cuts.at(-1);
      if (last !== undefined) last.asked = whole.models.asked.length;
      return undefined;
    },
    after({ name, path }) {
      cuts.push({
        at: `${String(cuts.length)} ${name} ${path}`,
        tree: whole.vault.snapshot(),
        lines: whole.store.snapshot(),
        saved: whole.store.saved,
        now: whole.clock.now(),
        asked: whole.models.asked.length,
        stand: stands.length,
      });
    },
  };
  whole.vault.faults = faults;
  whole.store.faults = faults;
  do {
    await play(whole, played, stands.length === 0 ? 0 : 1);
    stands.push({ end: endOf(whole), asked: whole.models.asked.length });
    // What goes out waits for an approval, and ends the play.
  } while (planOf(whole).status !== "Done" && openIn(whole) !== undefined);
  return { cuts, stands };
}

/** The same vault and the same memory, on a program that knows nothing else. */
async function goOn({ at, tree, lines, saved, now }: Cut, played: Play, answers: number): Promise<Bench> {
  const bench = benchOf(played, ` after ${at}`);
  bench.vault.restore(tree);
  bench.store.restore(lines);
  if (saved !== null) await bench.store.account.save(JSON.parse(saved));
  await bench.clock.advance(now - bench.clock.now() + 60_000);
  await play(bench, played, answers);
  return bench;
}

/**
 * `some`: so many of the cuts, drawn, each played to the end. Without it the places of `cutPlaces` are played until the
 * person is asked next, where it has to stand as if nothing had been. Answers how many cuts there are.
 */
export async function playCuts(played: Play, some?: number): Promise<number> {
  const whole = benchOf(played);
  // The folders are made, and the device is the one that acts.
  await settle(whole);
  const { cuts, stands } = await playWhole(whole, played);
  // Else the cuts would prove nothing about calls side by side.
  if (played.atOnce !== undefined)
    expect(whole.notes()).toMatch(/"kind":"asked"[^\n]*\n\n[^%]*%%pw1 \{"kind":"asked"/);
  const random = createSeededRandom(`cuts of ${played.flow}`);
  const drawn = (): readonly Cut[] => {
    const [a = 0, b = 0] = random.bytes(2);
    return cuts.slice((a * 256 + b) % cuts.length).slice(0, 1);
  };
  const taken =
    some === undefined
      ? cutPlaces(cuts.length).flatMap((at) => cuts[at - 1] ?? [])
      : Array.from({ length: some }, drawn).flat();
  for (const cut of taken) {
    // The answer was given before the cut.
    const bench = await goOn(cut, played, some === undefined ? 0 : Infinity);
    const stand = some === undefined ? stands[cut.stand] : stands.at(-1);
    expect(endOf(bench), cut.at).toEqual(stand?.end);
    // What a model said and nobody wrote down is asked for again, and no more.
    const most = (stand?.asked ?? 0) + (played.atOnce ?? 1);
    expect(cut.asked + bench.models.asked.length, cut.at).toBeLessThanOrEqual(most);
  }
  return cuts.length;
}
