/**
 * A flow that one device begins and another one goes on with: it knows nothing but the vault, and nothing is done or
 * asked twice.
 */
import { expect, test } from "vitest";
import { type Bench, settle, whyBlocked } from "./desk";
import { planOf, roadmap } from "./flowBench";
import { answerAsAlways, benchFor, PLAY_TRIP, play, taskIn } from "./flowPlay";

const END = [
  "[x] Ideas",
  "[x] Choose",
  "[x] Ideas — again: as you said",
  "[x] Choose — again",
  "[x] Write, task by task",
  "[x] Write: Write the opening",
  "[x] Review: Write the opening",
  "[x] Write: Write the opening — again: 1 finding",
  "[x] Review: Write the opening — again",
  "[x] Write: Write the end",
  "[x] Review: Write the end",
  "[-] Speech",
  "[x] List",
];

/** The vault as it was synced to another device, which becomes the acting one. */
async function takeOver(first: Bench, change: (other: Bench) => void = () => undefined): Promise<Bench> {
  const other = benchFor({ name: "other" });
  other.vault.restore(first.vault.snapshot());
  change(other);
  await other.clock.advance(600_000);
  const engine = await other.open();
  expect(await engine.obey({ kind: "take-over" })).toMatchObject({ kind: "done" });
  await engine.settle();
  await engine.close();
  return other;
}

/** At most so many answers, as a plan that stands still could ask for ever. */
async function goOn(bench: Bench): Promise<void> {
  for (let n = 0; n < 4 && answerAsAlways(bench, PLAY_TRIP.boxes); n += 1) await settle(bench);
}

test.each([0, 1])(
  "another device goes on after %i answers, and does what is left once",
  async (answers) => {
    const first = benchFor();
    await play(first, PLAY_TRIP, answers);
    // On a phone, in the note, before the other device has seen it.
    answerAsAlways(first, PLAY_TRIP.boxes);
    const other = await takeOver(first);
    await goOn(other);
    expect(roadmap(other)).toEqual(END);
    expect(planOf(other)).toMatchObject({ status: "Done", questions: { length: 2 } });
    expect(first.models.asked.length + other.models.asked.length).toBe(15);
    const told = [...first.models.asked, ...other.models.asked].map(taskIn);
    expect(told.find((each) => each.includes("The task\n\nWrite the end"))).toContain("Say goodbye.");
    expect(told.some((each) => each.includes("By tram."))).toBe(true);
  },
  60_000,
);

test("another device leaves a file alone that a person has changed, and says so", async () => {
  const first = benchFor();
  await play(first, PLAY_TRIP, 0);
  answerAsAlways(first, PLAY_TRIP.boxes);
  const mine = "# Mine\n";
  const pathOf = (bench: Bench): string =>
    Object.keys(bench.vault.files()).find((path) => path.endsWith("/ideas.md")) ?? "";
  const other = await takeOver(first, (bench) => bench.vault.put(pathOf(bench), mine));
  expect(other.vault.text(pathOf(other))).toBe(mine);
  expect(planOf(other).status).toBe("Blocked");
  expect(whyBlocked(planOf(other))).toContain(
    "The agent may not replace “ideas.md”, which is not as an agent left it.",
  );
});
