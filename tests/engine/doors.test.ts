/**
 * The two doors of one device: the app and a terminal work on the same notes and the same memory, each as slow as it
 * is.
 */
import { noPrograms } from "../../src/kit/ports/programs";
import { describe, expect, test } from "vitest";
import type { Obeyed } from "../../src/engine/perform/replies";
import { openEngine, type Engine } from "../../src/engine/engine";
import type { Ground } from "../story/ground";
import { asShown } from "../story/said";
import { settle, type Stage } from "../story/stage";
import { noModels } from "../../src/adapters/models/noModels";
import { MAIL, moveTo, PAY, recordOf, requestIn, say, stageOf } from "./asked";

const MINUTE = 60_000;
type Vault = Ground["vault"];

async function pass(stage: Stage, minutes = 1): Promise<void> {
  await stage.clock.advance(minutes * MINUTE);
  await settle(stage, "executor");
}

async function otherDoor(stage: Stage, vault: Vault, role: "clerk" | "viewer" = "clerk"): Promise<Engine> {
  const { device } = stage;
  return await openEngine(
    {
      vault,
      tools: stage.outside.port,
      models: noModels,
      clock: stage.clock,
      random: device.random,
      store: device.store,
      notice: stage.notices,
      programs: noPrograms("No program runs in this test."),
      host: { name: "Laptop A", machine: device.machine, vault: "vault" },
    },
    { settings: stage.settings, role, run: "the other door" },
  );
}

/** Once armed, its next look has read what the device remembers, and not yet all notes, when `then` happens. */
function amidItsLook({ ground }: Stage, then: () => Promise<void>): { readonly vault: Vault; arm(): void } {
  let isArmed = false;
  const read: Vault["read"] = async (path) => {
    if (isArmed && path === "Dashboard.md") {
      isArmed = false;
      await then();
    }
    return await ground.vault.read(path);
  };
  return { arm: () => void (isArmed = true), vault: { ...ground.vault, read } };
}

function gate(): { readonly isOpen: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  return { isOpen, open: () => open() };
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Taken back in the other door, where that had looked before it was begun, at this moment of it. */
async function takenBack(
  text: string,
  moment: "before its record is written" | "during the call",
  moves: boolean,
): Promise<{ readonly said: string; readonly kind: string; readonly stage: Stage }> {
  const now: { happens: (() => Promise<void>) | null } = { happens: null };
  const stage = await stageOf(text, {}, (ground) => ({
    ...ground,
    vault: {
      ...ground.vault,
      async create(path, content) {
        if (moment === "before its record is written" && path.endsWith("_receipt.md")) await now.happens?.();
        return await ground.vault.create(path, content);
      },
    },
  }));
  const { port } = stage.outside;
  const call = port.call.bind(port);
  const slowly: typeof call = async (order) => {
    if (moment === "during the call") await now.happens?.();
    return await call(order);
  };
  Object.assign(port, { call: slowly });
  await settle(stage, "executor");
  const path = moveTo(stage, requestIn(stage), "Approved");
  if (text === PAY) {
    await pass(stage);
    await say(stage, { kind: "confirm", request: nameOf(path) });
  }
  await stage.clock.advance(MINUTE);
  const looked = gate();
  const begun = gate();
  const { vault, arm } = amidItsLook(stage, async () => {
    looked.open();
    await begun.isOpen;
  });
  const door = await otherDoor(stage, {
    ...vault,
    move: async (from, to) =>
      moves ? await vault.move(from, to) : { kind: "refused", why: "The disk is busy." },
  });
  await door.look();
  arm();
  const answer = door.obey({ kind: "hold", request: nameOf(path) });
  await looked.isOpen;
  let [said, kind] = ["", ""];
  now.happens = async () => {
    now.happens = null;
    begun.open();
    ({ say: said, kind } = await answer);
  };
  await settle(stage, "executor");
  return { said, kind, stage };
}

describe("what is taken back in one door while it is begun in the other", () => {
  test.each([
    ["a mail", MAIL],
    ["a payment that had been confirmed", PAY],
  ])("is not sent where its note could not be moved: %s", async (_what, text) => {
    const { said, stage } = await takenBack(text, "before its record is written", false);
    expect(stage.outside.calls).toEqual([]);
    expect(recordOf(stage)).toContain("A person took it back, but its note could not be moved");
    // Nobody there can tell whether the last look is over.
    expect(said).toBe(
      "That could not be done: The disk is busy. Planwright had already begun it. Result: Maybe sent, please check.",
    );
    await pass(stage);
    await pass(stage, 15);
    expect(stage.outside.calls).toEqual([]);
  });

  test("is not sent where its note was moved", async () => {
    const { said, stage } = await takenBack(MAIL, "before its record is written", true);
    expect(stage.outside.calls).toEqual([]);
    expect(said).toBe("Moved. Planwright had already begun it. Result: Maybe sent, please check.");
  });

  test.each([
    [true, "Moved. "],
    [false, "That could not be done: The disk is busy. "],
  ])(
    "may have been sent, where the last look was over, and that is said (its note moved: %s)",
    async (moves, what) => {
      const { said, kind, stage } = await takenBack(MAIL, "during the call", moves);
      expect(stage.outside.calls).toHaveLength(1);
      expect(kind).toBe("refused");
      expect(said).toBe(`${what}Planwright had already begun it. Result: Maybe sent, please check.`);
    },
  );

  test("withdraws nothing for what was noted before it was begun, and confirmed", async () => {
    const stage = await stageOf(MAIL, { actions_per_hour: 1 });
    stage.ground.put("Plans/Other.md", MAIL.replace("PLAN-1", "PLAN-2").replace("client_a", "client_b"));
    await settle(stage, "executor");
    const paths = Object.keys(stage.ground.files())
      .filter((each) => each.startsWith("Pending_Approval/20"))
      .map((each) => moveTo(stage, each, "Approved"));
    await pass(stage);
    expect(stage.world?.requests.map(({ objection }) => objection?.reason)).toEqual(
      paths.map(() => expect.stringContaining("More than 1 actions at once") as string),
    );
    for (const path of paths) await say(stage, { kind: "confirm", request: nameOf(path) });
    await pass(stage);
    expect(stage.outside.calls).toHaveLength(2);
  });
});

describe("a confirmation that is given in one door", () => {
  const REASON = "It would go out twice: exactly the same was carried out on";

  /**
   * Two equal payments wait for their confirmation; the second is given to the terminal, and this happens during its
   * look.
   */
  async function confirming(
    then: (stage: Stage, first: string, path: string) => Promise<unknown>,
  ): Promise<{
    readonly stage: Stage;
    readonly second: string;
    readonly answer: Obeyed;
    readonly door: Engine;
  }> {
    const stage = await stageOf(PAY);
    stage.ground.put("Plans/Other.md", PAY.replace("PLAN-1", "PLAN-2"));
    await settle(stage, "executor");
    const paths = Object.keys(stage.ground.files())
      .filter((each) => each.startsWith("Pending_Approval/20"))
      .map((each) => moveTo(stage, each, "Approved"));
    await pass(stage);
    const [first = "", path = ""] = paths;
    const { vault, arm } = amidItsLook(stage, async () => void (await then(stage, nameOf(first), path)));
    const door = await otherDoor(stage, vault);
    const command = asShown({ kind: "confirm", request: nameOf(path) }, await door.look());
    arm();
    return { stage, second: nameOf(path), answer: await door.obey(command), door };
  }

  test("is none for a reason that the other notes during its look", async () => {
    const { stage, second, answer } = await confirming(async (at, first) => {
      await say(at, { kind: "confirm", request: first });
      await pass(at);
    });
    expect(answer).toEqual({
      kind: "refused",
      say: `${second} changed after you saw it, so your confirmation does not count. Read it again.`,
    });
    await pass(stage);
    await pass(stage);
    expect(stage.outside.calls).toHaveLength(1);
    expect(stage.world?.requests.find(({ name }) => name === second)?.objection?.reason).toContain(REASON);
    expect(await say(stage, { kind: "confirm", request: second })).toMatchObject({ kind: "done" });
    await pass(stage);
    expect(stage.outside.calls).toHaveLength(2);
  });

  test("is gone with an approval that the other takes back during its look", async () => {
    const { stage, second, answer } = await confirming(async (at, _first, path) => {
      await say(at, { kind: "hold", request: nameOf(path) });
      moveTo(at, path.replace("Approved", "Pending_Approval"), "Approved");
    });
    expect(answer).toMatchObject({ kind: "refused" });
    await pass(stage);
    await pass(stage);
    expect(stage.outside.calls).toEqual([]);
    expect(stage.world?.requests.find(({ name }) => name === second)?.objection?.id).toBe("confirmed");
  });

  test("counts where nothing was noted meanwhile", async () => {
    const { stage, answer } = await confirming(() => Promise.resolve());
    expect(answer).toMatchObject({ kind: "done" });
    await pass(stage);
    expect(stage.outside.calls).toHaveLength(1);
  });
});

describe("“Continue” in one door", () => {
  async function paused(): Promise<{ readonly stage: Stage; readonly path: string }> {
    const stage = await stageOf(MAIL);
    await settle(stage, "executor");
    const path = moveTo(stage, requestIn(stage), "Approved");
    stage.outside.script({ server: "mail", down: "off" });
    await pass(stage);
    await say(stage, { kind: "pause" });
    return { stage, path };
  }

  test("lifts no pause that comes in the other during its look", async () => {
    const { stage, path } = await paused();
    const { vault, arm } = amidItsLook(stage, async () => {
      stage.ground.remove(path);
      await pass(stage);
      await pass(stage);
    });
    const door = await otherDoor(stage, vault);
    arm();
    expect(await door.obey({ kind: "continue" })).toEqual({
      kind: "refused",
      say: expect.stringMatching(
        /^This device was just paused again, and stays paused: You paused it\. An approved request \(.*\) was taken out of the folder/,
      ),
    });
    await pass(stage);
    expect(stage.world?.device.paused?.why).toContain("was taken out of the folder");
    expect(await door.obey({ kind: "continue" })).toEqual({ kind: "done", say: "Going on." });
    await pass(stage);
    expect(stage.world?.device.paused).toBe(null);
  });
});

test("what is just being sent through one door is no doubt to settle in the other, until the time for its answer is over", async () => {
  const stage = await stageOf(MAIL);
  stage.outside.script({ server: "mail", answer: "unknown" });
  await settle(stage, "executor");
  const path = moveTo(stage, requestIn(stage), "Approved");
  const app = await otherDoor(stage, stage.ground.vault, "viewer");
  const { port } = stage.outside;
  const call = port.call.bind(port);
  const said: Obeyed[] = [];
  const resolve = async (): Promise<void> => {
    await app.look();
    said.push(await app.obey({ kind: "resolve", request: nameOf(path), happened: false }));
  };
  const slowly: typeof call = async (order) => {
    await resolve();
    return await call(order);
  };
  Object.assign(port, { call: slowly });
  await pass(stage);
  expect(said).toMatchObject([{ kind: "refused", say: expect.stringContaining("may run until") as string }]);
  expect(recordOf(stage)).not.toContain("resolved-not");
  await resolve();
  expect(said).toMatchObject([{ kind: "refused" }, { kind: "done" }]);
});
