/** The promises of every sync model, on two and three peers, with edits, moves, deletions and restores in between. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createDisks } from "../../calibrate/disks";
import { conflictCopy, lastWriterWins, obsidianSync, obsidianSyncCopies } from "./clouds";
import { git } from "./git";
import { say, type MakeSync } from "./model";
import { syncthing } from "./syncthing";

const MODELS: readonly (readonly [string, MakeSync])[] = [
  ["syncthing", syncthing],
  ["git", git],
  ["last-writer-wins", lastWriterWins],
  ["conflict-copy", conflictCopy],
  ["obsidian-sync", obsidianSync],
  ["obsidian-sync-copies", obsidianSyncCopies],
];

const PATHS = ["Pending_Approval/a.md", "Approved/a.md", "Rejected/a.md", "Plans/b.md"];
const LINES = ["# Plan\n", "- [ ] one\n", "- [ ] two\n", "- [x] two\n", "- [ ] three\n", "end\n"];

type Event =
  | { readonly does: "writes"; readonly peer: number; readonly path: string; readonly text: string }
  | { readonly does: "moves"; readonly peer: number; readonly path: string; readonly to: string }
  | { readonly does: "deletes"; readonly peer: number; readonly path: string }
  | { readonly does: "online"; readonly peer: number; readonly online: boolean }
  | { readonly does: "remembers" | "goes back" | "goes back whole"; readonly peer: number }
  | { readonly does: "syncs"; readonly picks: readonly number[] };

const peer = fc.nat({ max: 2 });
const path = fc.constantFrom(...PATHS);
const text = fc.array(fc.constantFrom(...LINES), { maxLength: 6 }).map((lines) => lines.join(""));
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ does: fc.constant("writes" as const), peer, path, text }),
  fc.record({ does: fc.constant("moves" as const), peer, path, to: path }),
  fc.record({ does: fc.constant("deletes" as const), peer, path }),
  fc.record({ does: fc.constant("online" as const), peer, online: fc.boolean() }),
  fc.record({
    does: fc.constantFrom("remembers" as const, "goes back" as const, "goes back whole" as const),
    peer,
  }),
  fc.record({
    does: fc.constant("syncs" as const),
    picks: fc.array(fc.nat({ max: 1000 }), { maxLength: 8 }),
  }),
);

function story(
  make: MakeSync,
  peers: number,
  events: readonly Event[],
  doubles: boolean,
): { readonly trees: readonly string[]; readonly diary: readonly string[]; readonly steps: number } {
  const disks = createDisks(["ana", "ben", "cem"].slice(0, peers));
  const sync = make(disks, { doubles });
  const diary: string[] = [];
  let kept: { readonly images: ReturnType<typeof disks.images>; readonly memory: unknown } | null = null;
  const settle = (limit: number, picks: readonly number[]): number => {
    for (let step = 0; step < limit; step += 1) {
      const choices = sync.choices();
      const choice = choices[(picks[step % picks.length] ?? 0) % Math.max(1, choices.length)];
      if (choice === undefined) return step;
      diary.push(say(choice));
      sync.take(choice);
    }
    return limit;
  };
  disks.time = Date.UTC(2026, 1, 21);
  for (const one of events) {
    disks.time += 1_000;
    if (one.does === "syncs") {
      settle(one.picks.length, one.picks);
      continue;
    }
    const name = disks.peers[one.peer % peers] ?? "ana";
    if (one.does === "writes") disks.put(name, one.path, one.text);
    if (one.does === "deletes") disks.remove(name, one.path);
    if (one.does === "moves" && !disks.files(name).has(one.to)) disks.move(name, one.path, one.to);
    if (one.does === "online") sync.setOnline(name, one.online);
    if (one.does === "remembers") kept = { images: disks.images(), memory: sync.snapshot() };
    if ((one.does === "goes back" || one.does === "goes back whole") && kept !== null) {
      const at = disks.peers.indexOf(name);
      disks.setBack(
        disks.images().map((image, number) => (number === at ? (kept?.images[at] ?? image) : image)),
      );
      if (one.does === "goes back whole") sync.setBack(name, kept.memory);
    }
  }
  for (const name of disks.peers) sync.setOnline(name, true);
  const steps = settle(20_000, [7, 3, 11, 0, 5, 2]);
  return { trees: disks.peers.map((name) => JSON.stringify([...disks.files(name)].sort())), diary, steps };
}

describe.each(MODELS)("%s", (_, make) => {
  test.each([2, 3])("%i peers that are online come to hold the same, whatever happened before", (peers) => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 25 }), fc.boolean(), (events, doubles) => {
        const { trees, steps, diary } = story(make, peers, events, doubles);
        expect(steps, diary.slice(-20).join("\n")).toBeLessThan(20_000);
        expect(new Set(trees).size, diary.join("\n")).toBe(1);
      }),
      { numRuns: 400, seed: 11 },
    );
  });

  test("the same choices make the same diary", () => {
    const events: readonly Event[] = [
      { does: "writes", peer: 0, path: "Plans/b.md", text: "one\n" },
      { does: "syncs", picks: [1, 2, 3] },
      { does: "writes", peer: 1, path: "Plans/b.md", text: "two\n" },
      { does: "moves", peer: 0, path: "Plans/b.md", to: "Approved/a.md" },
    ];
    expect(story(make, 3, events, true)).toEqual(story(make, 3, events, true));
  });

  test("going back to a snapshot brings back the same choices", () => {
    const disks = createDisks(["ana", "ben"]);
    const sync = make(disks);
    disks.put("ana", "Plans/b.md", "one\n");
    const before = {
      images: disks.images(),
      memory: sync.snapshot(),
      choices: sync.choices().map(say),
      key: sync.fingerprint(),
    };
    for (let choice = sync.choices()[0]; choice !== undefined; choice = sync.choices()[0]) sync.take(choice);
    expect(disks.files("ben").get("Plans/b.md")).toBe("one\n");
    disks.setBack(before.images);
    sync.restore(before.memory);
    expect(sync.choices().map(say)).toEqual(before.choices);
    expect(sync.fingerprint()).toBe(before.key);
  });
});
