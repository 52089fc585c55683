/**
 * A change to many notes that a person stops: what belongs together is done whole or not begun, and the rest comes by
 * the same command later.
 */
import { describe, expect, test } from "vitest";
import { PowerCut } from "../fakes/faults";
import type { Obeyed } from "../../src/engine/perform/replies";
import type { Engine } from "../../src/engine/engine";
import { parsePlan } from "../../src/note/plan/parse";
import { isGated, isOver } from "../../src/note/plan/plan";
import type { NoteChange, Proposal } from "../../src/note/proposal/proposal";
import type { GoesOn, WantedChange } from "../../src/rules/command";
import { wantedOf } from "../../src/rules/proposalTargets";
import { memoryGround } from "../story/ground";
import { createStage, nextMinute, settle, work, type Stage } from "../story/stage";
import type { Files } from "../story/tree";

type Kind = WantedChange["kind"];

const plan = (id: string, source: string, steps: string): string =>
  `---\ntask_id: ${id}\nsource_link: ${source}\nstatus: Draft\n---\n\n## Roadmap\n${steps}\n`;
const asked = (words: string): string =>
  `---\naction: send_email\nto: ana@example.com\n---\n\n## Body\n${words}\n`;

const BEFORE: Readonly<Record<Kind, Files>> = {
  repair: {
    "Plans/A.md": plan("A", "null", "- [ ] a").replace("Draft", "Blocked: one"),
    "Plans/B.md": plan("B", "null", "- [ ] a").replace("Draft", "Blocked: two"),
    "Plans/C.md": plan("C", "null", "- [ ] a").replace("Draft", "Blocked: three"),
  },
  convert: {
    "Plans/Fence.md": "# Fence\n\n## Steps\n- [ ] Nails\n",
    "Plans/Roof.md": "# Roof\n\n## Steps\n- [ ] Tiles\n",
    "Plans/x/Roof.md": "# Roof\n\n## Tasks\n- [x] Tiles\n- [ ] Ladder\n",
  },
  merge: {
    "Plans/A.md": plan("A", "Inbox/x.md", "- [x] a\n- [ ] b"),
    "Plans/B.md": plan("B", "Inbox/x.md", "- [ ] a\n- [x] b\n- [ ] c"),
    "Plans/sub/B.md": plan("C", "Inbox/x.md", "- [ ] ✋ d\n- [ ] c"),
    "Plans/D.md": plan("D", "Inbox/y.md", "- [ ] e"),
    "Plans/E.md": plan("E", "Inbox/y.md", "- [ ] e\n- [ ] f"),
  },
  adopt: {
    "Approved/r.md": asked("One."),
    "Pending_Approval/r.md": asked("One."),
    "Pending_Approval/s.md": asked("Two."),
    "Pending_Approval/t.md": asked("Three."),
  },
};
const KINDS = ["repair", "convert", "merge", "adopt"] as const;

/** A desk that was at work once, over these notes. Time stands still from then on. */
async function opened(kind: Kind): Promise<{ readonly stage: Stage; readonly engine: Engine }> {
  const stage = await createStage(
    { shows: "", without: [], calls_per_step: 1, events: [] },
    BEFORE[kind],
    {},
    (clock) => memoryGround(clock),
  );
  await settle(stage, "clerk");
  return { stage, engine: deskOf(stage) };
}

function deskOf({ device: { engine } }: Stage): Engine {
  if (engine === null) throw new Error("no desk");
  return engine;
}

async function shown(engine: Engine, kind: Kind): Promise<Proposal> {
  const proposal = await engine.propose(wantedOf(kind, null));
  if (typeof proposal === "string") throw new Error(proposal);
  return proposal;
}

async function agreed(engine: Engine, kind: Kind, goesOn?: GoesOn): Promise<Obeyed> {
  return await engine.obey(
    { kind: "agree", wanted: wantedOf(kind, null), code: (await shown(engine, kind)).code },
    goesOn,
  );
}

/** The plan that stays is named beside what it still takes in, also where nothing more comes into it itself. */
const changesIt = ({ hash, lines, log = [], moves }: NoteChange): boolean =>
  hash === "" || lines.length > 0 || log.length > 0 || moves !== undefined;

/** Asked before each note, those that are made as well. */
function stoppedAfter(kept: number): GoesOn {
  let asked = 0;
  return () => asked++ < kept;
}

/**
 * How many notes are gone through when it is to stop after so many: a plan with all that goes into it, a request with
 * the plan made of it.
 */
function reachedBy(kept: number, notes: readonly NoteChange[]): number {
  const next = notes.findIndex(({ after }, at) => at >= kept && after === undefined);
  return next === -1 ? notes.length : next;
}

describe.each(KINDS)("%s of all", (kind) => {
  test("tells how far it is before each note, and once is enough to be told to stop", async () => {
    const { engine } = await opened(kind);
    const { notes } = await shown(engine, kind);
    const known = (some: readonly NoteChange[]): number => some.filter(({ hash }) => hash !== "").length;
    const told: string[] = [];
    expect(
      await agreed(engine, kind, (done, of) => told.push(`${String(done)} of ${String(of)}`) > 0),
    ).toMatchObject({ kind: "done" });
    expect(told).toEqual(
      notes.map((_, at) => `${String(known(notes.slice(0, at)))} of ${String(known(notes))}`),
    );
    const again = await opened(kind);
    let askedOf = 0;
    await agreed(again.engine, kind, () => ++askedOf < 2);
    expect(askedOf).toBe(2);
  });

  test("stopped at any moment ends what it has begun, shows only what is left, and comes to the same bytes", async () => {
    const whole = await opened(kind);
    const { notes } = await shown(whole.engine, kind);
    await agreed(whole.engine, kind);
    for (let kept = 0; kept < notes.length; kept += 1) {
      const { stage, engine } = await opened(kind);
      const before = stage.ground.files();
      const answer = await agreed(engine, kind, stoppedAfter(kept));
      const files = stage.ground.files();
      const reached = reachedBy(kept, notes);
      if (reached === notes.length) {
        expect(answer, `told to stop after ${String(kept)}`).toMatchObject({ kind: "done" });
        expect(files, `told to stop after ${String(kept)}`).toEqual(whole.stage.ground.files());
        continue;
      }
      const untouched = notes.slice(reached).filter(({ hash }) => hash !== "");
      for (const { path } of untouched)
        expect(files[path], `${path}, stopped after ${String(kept)}`).toBe(before[path]);
      expect(answer, `stopped after ${String(kept)}`).toMatchObject({ kind: "refused" });
      expect(answer.say).toMatch(/^Stopped\. .*“[A-Z][a-z]+ [a-z]+…” shows what is left\.$/);
      expect(answer.say).toContain(
        untouched.length === 1
          ? `${untouched[0]?.path ?? ""} is as it was.`
          : `${String(untouched.length)} notes are as they were.`,
      );
      const left = (await shown(engine, kind)).notes.filter(changesIt);
      expect(left.map(({ path }) => path).sort(), `left after ${String(kept)}`).toEqual(
        notes
          .slice(reached)
          .filter(changesIt)
          .map(({ path }) => path)
          .sort(),
      );
      expect(await agreed(engine, kind)).toMatchObject({ kind: "done" });
      expect(stage.ground.files(), `finished after ${String(kept)}`).toEqual(whole.stage.ground.files());
    }
  });
});

describe("the answer to a stop", () => {
  test("says what was done, what was left, and how to go on", async () => {
    const says = async (kind: Kind, kept: number): Promise<string> =>
      (await agreed((await opened(kind)).engine, kind, stoppedAfter(kept))).say;
    expect(await says("repair", 0)).toBe(
      "Stopped. Nothing was changed. 3 notes are as they were. “Repair notes…” shows what is left.",
    );
    expect(await says("repair", 2)).toBe(
      "Stopped. Changed 2 notes. Plans/C.md is as it was. “Repair notes…” shows what is left.",
    );
    expect(await says("adopt", 2)).toMatch(
      /^Stopped\. Made Plans\/PLAN-.*\.md\. Moved 2 notes to Archive\. 2 notes are as they were\. To begin a draft, set its status to Active\. “Adopt requests…” shows what is left\.$/,
    );
  });

  test("names the sign that goes with the command", async () => {
    const { engine } = await opened("convert");
    const wanted = wantedOf("convert", null, true);
    const proposal = await engine.propose(wanted);
    const answer = await engine.obey(
      { kind: "agree", wanted, code: typeof proposal === "string" ? "" : proposal.code },
      stoppedAfter(1),
    );
    expect(answer.say).toMatch(/“Convert plans…” shows what is left\.$/);
  });

  test("names what could not be changed beside what was not reached", async () => {
    const { stage, engine } = await opened("repair");
    const { code } = await shown(engine, "repair");
    const late: GoesOn = (done) => {
      if (done === 0) stage.ground.put("Plans/A.md", "changed just now\n");
      return done < 2;
    };
    const answer = await engine.obey({ kind: "agree", wanted: wantedOf("repair", null), code }, late);
    expect(answer).toEqual({
      kind: "refused",
      say: "Stopped. Changed Plans/B.md. Not changed, because it is being edited or cannot be written: Plans/A.md. Plans/C.md is as it was. “Repair notes…” shows what is left.",
    });
  });
});

describe("a merge that was stopped", () => {
  const action = (to: string): string =>
    `    \`\`\`action\n    type: email\n    target: ${to}\n    args:\n      subject: x\n      body: y\n    \`\`\``;
  const running = (id: string, source: string): string =>
    plan(id, source, `- [ ] ✋ Write to ${id}\n${action(`${id.toLowerCase()}@example.com`)}`).replace(
      "Draft",
      "Active",
    );
  const files: Files = {
    "Plans/A.md": running("A", "Inbox/x.md"),
    "Plans/B.md": running("B", "Inbox/x.md"),
    "Plans/C.md": running("C", "Inbox/x.md"),
    "Plans/D.md": running("D", "Inbox/y.md"),
    "Plans/E.md": running("E", "Inbox/y.md"),
  };
  const open = async (): Promise<Stage> => {
    const stage = await createStage(
      { shows: "", without: [], calls_per_step: 1, events: [] },
      files,
      {},
      (clock) => memoryGround(clock),
    );
    await settle(stage, "clerk");
    return stage;
  };
  const twice = (each: readonly string[]): readonly string[] =>
    each.filter((one, at) => each.indexOf(one) !== at);

  /** Approves every request, again and again; gives the receivers of all that was sent. */
  const approveAll = async (stage: Stage): Promise<readonly string[]> => {
    for (let round = 0; round < 12; round += 1) {
      await settle(stage, "executor");
      await nextMinute(stage);
      for (const path of Object.keys(stage.ground.files()))
        if (/^Pending_Approval\/20/.test(path))
          stage.ground.rename(path, path.replace("Pending_Approval", "Approved"));
    }
    return stage.outside.calls.map(({ args }) => String(args["to"])).sort();
  };
  const everybody = ["a", "b", "c", "d", "e"].map((name) => `${name}@example.com`);

  test("in which a note changed before it could move tells that its steps stand twice, and holds it back all the same", async () => {
    const stage = await open();
    const { code } = await shown(deskOf(stage), "merge");
    const changes: GoesOn = (done) => {
      if (done === 1) stage.ground.put("Plans/B.md", `${files["Plans/B.md"] ?? ""}A word more.\n`);
      return true;
    };
    const answer = await deskOf(stage).obey(
      { kind: "agree", wanted: wantedOf("merge", null), code },
      changes,
    );
    expect(answer).toEqual({
      kind: "refused",
      say: "Changed 2 notes. Moved 2 notes to Archive. Not changed, because it is being edited or cannot be written: Plans/B.md. A note’s steps are now in both plans, so merge again before you approve anything.",
    });
    expect(stage.ground.files()["Plans/B.md"]).toMatch(/A word more\.[^]*\(put-away, text [0-9a-f]{12}\)/);
    expect(await approveAll(stage)).toEqual(everybody);
  });

  test("because the note that stays changed just then leaves the others as they were", async () => {
    const stage = await open();
    const before = stage.ground.files();
    const { code } = await shown(deskOf(stage), "merge");
    const edited = `${before["Plans/A.md"] ?? ""}A word more.\n`;
    const changes: GoesOn = (done) => {
      if (done === 0) stage.ground.put("Plans/A.md", edited);
      return done === 0;
    };
    const answer = await deskOf(stage).obey(
      { kind: "agree", wanted: wantedOf("merge", null), code },
      changes,
    );
    expect(answer).toEqual({
      kind: "refused",
      say: "Stopped. Nothing was changed. Not changed, because it is being edited or cannot be written: Plans/A.md, Plans/B.md, Plans/C.md. 2 notes are as they were. “Merge duplicates…” shows what is left.",
    });
    expect(stage.ground.files()).toEqual({ ...before, "Plans/A.md": edited });
  });

  test.each([
    ["LF", "\n"],
    ["a lone CR", "\r"],
  ])("takes back its own lines alone, where those of the log end in %s", async (_name, end) => {
    const log = [
      "## Reasoning Logs",
      "- [2026-03-01T08:00:00Z] Human: Began — By hand.",
      "- [2026-03-01T08:30:00Z] Human: Rang Bob — He wants it on Friday.",
      "",
    ].join(end);
    const before: Files = {
      "Plans/A.md": plan("A", "Inbox/x.md", "- [x] a\n- [ ] b\n"),
      "Plans/B.md": `${plan("B", "Inbox/x.md", "- [ ] a\n- [ ] c\n")}\n${log}`,
    };
    let words: string | null = null;
    const stage = await createStage(
      { shows: "", without: [], calls_per_step: 1, events: [] },
      before,
      {},
      (clock) => {
        const ground = memoryGround(clock);
        return {
          ...ground,
          vault: {
            ...ground.vault,
            change: async (path, edit) => {
              const changed = await ground.vault.change(path, edit);
              if (path === "Plans/B.md" && words === null && changed.kind === "changed") {
                // Somebody writes into both in that moment.
                words = `${changed.text.replace("- [ ] c", "- [ ] c, for Bob")}Mine too.\n`;
                ground.put("Plans/B.md", words);
                ground.put("Plans/A.md", `${before["Plans/A.md"] ?? ""}Mine.\n`);
              }
              return changed;
            },
          },
        };
      },
    );
    await settle(stage, "clerk");
    expect(await agreed(deskOf(stage), "merge")).toMatchObject({ kind: "refused" });
    expect(stage.ground.files()["Plans/B.md"]).toBe(
      `${(before["Plans/B.md"] ?? "").replace("- [ ] c", "- [ ] c, for Bob")}Mine too.\n`,
    );
  });

  test("at any moment leaves no step that asks in two plans that run, and nothing is asked twice afterwards", async () => {
    const notes = (await shown(deskOf(await open()), "merge")).notes.length;
    expect(notes).toBe(5);
    for (let kept = 0; kept <= notes; kept += 1) {
      const stage = await open();
      await agreed(deskOf(stage), "merge", stoppedAfter(kept));
      const steps = Object.entries(stage.ground.files()).flatMap(([path, text]) => {
        const parsed = path.startsWith("Plans/") ? parsePlan(path, text) : null;
        return parsed?.kind === "plan" && parsed.plan.status !== "Draft" && !isOver(parsed.plan)
          ? parsed.plan.steps
              .filter((step) => step.state === "open" && isGated(step))
              .map((step) => step.text)
          : [];
      });
      expect(steps, `stopped after ${String(kept)}`).toHaveLength(5);
      expect(twice(steps), `stopped after ${String(kept)}`).toEqual([]);
      for (let round = 0; round < 3; round += 1) {
        await settle(stage, "executor");
        await nextMinute(stage);
      }
      const asked = Object.entries(stage.ground.files()).flatMap(([path, text]) =>
        path.startsWith("Pending_Approval/") ? (/^target: .*$/m.exec(text) ?? []) : [],
      );
      expect(asked.length, `stopped after ${String(kept)}`).toBeGreaterThan(0);
      expect(twice(asked), `stopped after ${String(kept)}`).toEqual([]);
    }
  });

  const CUTS = ["before", "after", "torn"] as const;
  /** Each third write, another one for each way to be cut; each with `CRASH=all`. */
  const STRIDE = process.env["CRASH"] === "all" ? 1 : 3;
  /** The merge, with the power cut at one of its writes; whether it came that far. */
  const cutOff = async (
    at: number,
    how: (typeof CUTS)[number],
  ): Promise<{ readonly stage: Stage; readonly isCut: boolean }> => {
    const stage = await createStage(
      { shows: "", without: [], calls_per_step: 1, events: [] },
      files,
      {},
      (clock, power) => memoryGround(clock, power ?? {}),
      true,
    );
    await settle(stage, "clerk");
    stage.power?.back();
    stage.power?.cut(at, how);
    const isCut = await agreed(deskOf(stage), "merge").then(
      () => false,
      (error: unknown) => {
        if (!(error instanceof PowerCut)) throw error;
        return true;
      },
    );
    stage.power?.back();
    stage.ground.reopen();
    for (const { store } of stage.devices.values()) store.reopen();
    stage.device.engine = null;
    return { stage, isCut };
  };
  test("and is begun again sends each step once", async () => {
    const { stage } = await cutOff(1000, "before");
    expect(await approveAll(stage)).toEqual(everybody);
  });

  test.each(CUTS)(
    "by a power cut (%s) does no step twice, loses none, and says which plans wait",
    async (how) => {
      let isCut = true;
      for (let at = 1 + (CUTS.indexOf(how) % STRIDE); isCut; at += STRIDE) {
        const done = await cutOff(at, how);
        ({ isCut } = done);
        const { stage } = done;
        const sent = await approveAll(stage);
        expect(twice(sent), `write ${String(at)}`).toEqual([]);
        const here = Object.entries(stage.ground.files())
          .flatMap(([path, text]) => (/^(?:Done\/)?Plans\//.test(path) ? [text] : []))
          .join("\n");
        for (const to of everybody) expect(here, `write ${String(at)}`).toContain(to);
        const waiting = everybody.filter((to) => !sent.includes(to)).length;
        // Half a note says what is left of it.
        if (waiting > 0 && how !== "torn")
          expect(stage.ground.files()["Dashboard.md"], `write ${String(at)}`).toContain(
            "merged into another",
          );
      }
    },
  );

  // A note of which half is gone is not the same note.
  test.each(["before", "after"] as const)(
    "by a power cut (%s) comes to the same notes by the same command",
    async (how) => {
      const times = (found: Files): Files =>
        Object.fromEntries(
          Object.entries(found).map(([path, text]) => [path, text.replace(/\[20[^\]]+\]/g, "[now]")]),
        );
      const whole = await open();
      await agreed(deskOf(whole), "merge");
      let isCut = true;
      for (let at = 1 + (CUTS.indexOf(how) % STRIDE); isCut; at += STRIDE) {
        const done = await cutOff(at, how);
        ({ isCut } = done);
        const engine = await work(done.stage, "clerk", (opened) => Promise.resolve(opened));
        // Cut off behind the last write, nothing is left to merge.
        if (typeof (await engine.propose(wantedOf("merge", null))) !== "string")
          await agreed(engine, "merge");
        expect(times(done.stage.ground.files()), `write ${String(at)}`).toEqual(times(whole.ground.files()));
      }
    },
  );

  /** By the same command, whatever it has to show by now. */
  const mergeAgain = async (stage: Stage): Promise<void> => {
    const engine = await work(stage, "clerk", (opened) => Promise.resolve(opened));
    const proposal = await engine.propose(wantedOf("merge", null));
    if (typeof proposal !== "string")
      await engine.obey({ kind: "agree", wanted: wantedOf("merge", null), code: proposal.code });
  };

  test.each(CUTS)(
    "by a power cut (%s), and merged again after the plan that stays was carried out, sends nothing twice",
    async (how) => {
      let isCut = true;
      for (let at = 1 + (CUTS.indexOf(how) % STRIDE); isCut; at += STRIDE) {
        const done = await cutOff(at, how);
        ({ isCut } = done);
        await approveAll(done.stage);
        await mergeAgain(done.stage);
        expect(twice(await approveAll(done.stage)), `write ${String(at)}`).toEqual([]);
      }
    },
  );

  test("for which there is no room in the archive tells no note to go", async () => {
    const stage = await open();
    const { code } = await shown(deskOf(stage), "merge");
    const before = stage.ground.files();
    stage.ground.rename("Archive", "Away");
    const answer = await deskOf(stage).obey(
      { kind: "agree", wanted: wantedOf("merge", null), code },
      (done) => {
        if (done === 0) stage.ground.put("Archive", "A file in the place of the folder.\n");
        return true;
      },
    );
    expect(answer.kind).toBe("refused");
    expect(answer.say).toContain("Not changed");
    const { Archive: _file, ...after } = stage.ground.files();
    expect(after).toEqual(before);
  });

  test("keeps what was merged away out of a third plan, and the person’s words in it with one line of ours", async () => {
    const stage = await open();
    const { code } = await shown(deskOf(stage), "merge");
    await deskOf(stage).obey({ kind: "agree", wanted: wantedOf("merge", null), code }, (done) => {
      if (done === 1)
        stage.ground.put("Plans/B.md", `${stage.ground.files()["Plans/B.md"] ?? ""}Typed just now.\n`);
      return true;
    });
    const kept = stage.ground.files()["Plans/B.md"] ?? "";
    expect(kept).toContain("Typed just now.");
    expect(kept.split("(put-away, ")).toHaveLength(2);
    expect(await approveAll(stage)).toEqual(everybody);
    stage.ground.put("Plans/F.md", plan("F", "Inbox/x.md", "- [ ] one").replace("Draft", "Active"));
    await mergeAgain(stage);
    stage.ground.put(
      "Plans/F.md",
      (stage.ground.files()["Plans/F.md"] ?? "").replace("- [ ] one", "- [x] one"),
    );
    expect(await approveAll(stage)).toEqual(everybody);
    const engine = await work(stage, "clerk", (opened) => Promise.resolve(opened));
    const proposal = await engine.propose(wantedOf("merge", null));
    expect(typeof proposal === "string" ? [] : proposal.notes).toEqual([]);
  });
});
