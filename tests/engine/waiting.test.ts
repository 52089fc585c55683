/** A command that a person gives while something else is being done comes before anything that would be done next. */
import { expect, test } from "vitest";
import type { Command, Obeyed } from "../../src/engine/perform/replies";
import type { World } from "../../src/rules/world";
import { memoryGround, type Ground } from "../story/ground";
import { createStage, nextMinute, settle, work, type Stage } from "../story/stage";
import type { Story } from "../story/story";
import { moveTo, requestIn, textOf } from "./asked";

const STORY: Story = { shows: "nothing", without: [], calls_per_step: 1, events: [] };
const plan = (id: string, to: string): string =>
  `---\ntask_id: ${id}\nstatus: Active\nblocked_reason: null\n---\n\n## Roadmap\n\n- [ ] ✋ Send\n    \`\`\`action\n    type: email\n    target: ${to}@example.com\n    args:\n      subject: For ${to}\n      body: Good day.\n    \`\`\`\n\n## Reasoning Logs\n`;

const OTHER = {
  type: "email",
  target: "eve@example.com",
  args: { subject: "A", body: "B" },
  attachments: [],
};

const planOf = (request: string): string => (request.includes("_ana-") ? "PLAN-A" : "PLAN-B");

/** Two approvals are carried out in one go; when the first has been begun, the person gives the order. */
async function meanwhile(
  order: (second: string, first: string) => Command,
): Promise<{ readonly stage: Stage; readonly answer: Obeyed | undefined }> {
  const said: { answer?: Promise<Obeyed> } = {};
  const stage = await createStage(
    STORY,
    { "Plans/A.md": plan("PLAN-A", "ana"), "Plans/B.md": plan("PLAN-B", "bob") },
    {},
    (clock): Ground => {
      const ground = memoryGround(clock);
      const create: Ground["vault"]["create"] = async (path, text) => {
        const other = path.includes("_ana-") ? "_bob-" : "_ana-";
        if (path.endsWith("_receipt.md") && said.answer === undefined) {
          const approved = Object.keys(ground.files())
            .filter((each) => each.startsWith("Approved/2"))
            .map((each) => each.slice("Approved/".length));
          const second = approved.find((each) => each.includes(other)) ?? "";
          const first = approved.find((each) => each !== second) ?? "";
          said.answer = work(stage, "executor", (engine) => engine.obey(order(second, first)));
        }
        return await ground.vault.create(path, text);
      };
      return { ...ground, vault: { ...ground.vault, create } };
    },
  );
  await settle(stage, "executor");
  for (const path of Object.keys(stage.ground.files()).filter((each) =>
    /^Pending_Approval\/.*_email_/.test(each),
  ))
    stage.ground.rename(path, path.replace("Pending_Approval", "Approved"));
  await nextMinute(stage);
  await settle(stage, "executor");
  return { stage, answer: await said.answer };
}

test.each<readonly [string, (second: string) => Command]>([
  ["takes it back", (request) => ({ kind: "hold", request })],
  ["rejects it", (request) => ({ kind: "reject", request, note: "" })],
  ["cancels its plan", (request) => ({ kind: "cancel", plan: planOf(request) })],
])("who %s while another is sent, is heard before it goes out", async (_what, order) => {
  const { stage, answer } = await meanwhile(order);
  expect(answer?.kind).toBe("done");
  expect(stage.outside.calls).toHaveLength(1);
});

test.each<readonly [string, number, (first: string) => Command, RegExp]>([
  [
    "takes it back",
    1,
    (request) => ({ kind: "hold", request }),
    /^Stopped at the last moment: nothing was sent\.$/,
  ],
  [
    "rejects it",
    1,
    (request) => ({ kind: "reject", request, note: "" }),
    /^Stopped at the last moment: nothing was sent\./,
  ],
  ["pauses the device", 0, () => ({ kind: "pause" }), /^Paused\./],
  [
    "skips its step",
    1,
    (request) => ({ kind: "skip", plan: planOf(request), step: null }),
    /^Skipped step 1/,
  ],
  ["cancels its plan", 1, (request) => ({ kind: "cancel", plan: planOf(request) }), /^Cancelled “/],
])(
  "who %s when it has been begun, and not been sent, is heard before the call",
  async (_what, calls, order, says) => {
    const { stage, answer } = await meanwhile((_second, first) => order(first));
    expect(answer?.say).toMatch(says);
    expect(stage.outside.calls).toHaveLength(calls);
    const [first] = Object.entries(stage.ground.files()).filter(([path]) => path.endsWith("_receipt.md"));
    expect(first?.[1]).toMatch(/^outcome: withdrawn$/m);
  },
);

test.each<readonly [string, (first: string) => Command]>([
  ["skips a step that is not there", (request) => ({ kind: "skip", plan: planOf(request), step: 9 })],
  [
    "skips what stood there before",
    (request) => ({ kind: "skip", plan: planOf(request), step: null, shown: "another" }),
  ],
  [
    "cancels another plan of that name",
    (request) => ({ kind: "cancel", plan: planOf(request), shown: "another" }),
  ],
  ["takes back what is not there", () => ({ kind: "hold", request: "abcdef" })],
])("who %s is refused, and stops nothing", async (_what, order) => {
  const { stage, answer } = await meanwhile((_second, first) => order(first));
  expect(answer?.kind).toBe("refused");
  expect(stage.outside.calls).toHaveLength(2);
});

test("what came of one call, and what was approved meanwhile, is seen before the next", async () => {
  const seen: string[] = [];
  const stage = await createStage(
    STORY,
    {
      "Plans/A.md": plan("PLAN-A", "ana"),
      "Plans/B.md": plan("PLAN-B", "bob"),
      "Plans/C.md": plan("PLAN-C", "cyd"),
    },
    {},
    (clock): Ground => {
      const ground = memoryGround(clock);
      const create: Ground["vault"]["create"] = async (path, text) => {
        if (path.endsWith("_receipt.md")) {
          const late = Object.keys(ground.files()).find(
            (each) => each.startsWith("Pending_Approval/") && each.includes("_cyd-"),
          );
          if (late !== undefined) ground.rename(late, late.replace("Pending_Approval", "Approved"));
          seen.push(
            (stage.device.engine?.world()?.requests ?? [])
              .map(({ state }) => state)
              .sort()
              .join(),
          );
        }
        return await ground.vault.create(path, text);
      };
      return { ...ground, vault: { ...ground.vault, create } };
    },
  );
  await settle(stage, "executor");
  for (const path of Object.keys(stage.ground.files()).filter((each) =>
    /^Pending_Approval\/.*_email_(?:ana|bob)/.test(each),
  ))
    stage.ground.rename(path, path.replace("Pending_Approval", "Approved"));
  await nextMinute(stage);
  await settle(stage, "executor");
  expect(seen.slice(0, 2)).toEqual(["candidate,candidate,waiting", "candidate,candidate,spent"]);
});

test("what is being sent is shown as being sent, not as a doubt to settle", async () => {
  const shown: string[] = [];
  // A doubt that somebody may settle has no call under way.
  const wordsOf = (world: World | null | undefined): string =>
    world?.requests.map(({ state, underWay }) => (underWay?.isLive === true ? "sending" : state))[0] ?? "";
  const stage = await createStage(STORY, { "Plans/A.md": plan("PLAN-A", "ana") }, {}, (clock): Ground => {
    const ground = memoryGround(clock);
    const list: Ground["vault"]["list"] = async (path) => {
      if (Object.keys(ground.files()).some((each) => each.endsWith("_receipt.md")))
        shown.push(wordsOf(stage.device.engine?.world()));
      return await ground.vault.list(path);
    };
    return { ...ground, vault: { ...ground.vault, list } };
  });
  await settle(stage, "executor");
  for (const path of Object.keys(stage.ground.files()).filter((each) =>
    /^Pending_Approval\/.*_email_/.test(each),
  ))
    stage.ground.rename(path, path.replace("Pending_Approval", "Approved"));
  await nextMinute(stage);
  await settle(stage, "executor");
  expect(stage.outside.calls).toHaveLength(1);
  expect(shown).toContain("sending");
  expect(shown).not.toContain("in-doubt");
});

/** One approval is carried out; while its server is asked for its tools, the person gives the order. */
async function justBefore(order: (request: string) => Command): Promise<Stage> {
  const said: { answer?: Promise<Obeyed> } = {};
  const stage = await createStage(STORY, { "Plans/A.md": plan("PLAN-A", "ana") }, {}, (clock) =>
    memoryGround(clock),
  );
  const { port } = stage.outside;
  const due = { at: Infinity };
  Object.assign(stage.outside, {
    port: {
      ...port,
      async look(...of: Parameters<typeof port.look>) {
        const view = await port.look(...of);
        const approved = Object.keys(stage.ground.files()).find((each) => each.startsWith("Approved/2"));
        if (stage.clock.now() >= due.at && approved !== undefined)
          said.answer ??= work(stage, "executor", (engine) =>
            engine.obey(order(approved.slice("Approved/".length))),
          );
        return view;
      },
    },
  });
  await settle(stage, "executor");
  for (const path of Object.keys(stage.ground.files()).filter((each) =>
    /^Pending_Approval\/.*_email_/.test(each),
  ))
    stage.ground.rename(path, path.replace("Pending_Approval", "Approved"));
  await nextMinute(stage);
  // The time to take it back is over then.
  due.at = stage.clock.now() + 9000;
  await settle(stage, "executor");
  expect((await said.answer)?.kind).toBe("done");
  return stage;
}

test.each<readonly [string, (request: string) => Command]>([
  ["takes it back", (request) => ({ kind: "hold", request })],
  ["rejects it", (request) => ({ kind: "reject", request, note: "" })],
  ["pauses the device", () => ({ kind: "pause" })],
  ["skips its step", () => ({ kind: "skip", plan: "PLAN-A", step: null })],
])("who %s while its server is asked, is heard before it begins", async (_what, order) => {
  const stage = await justBefore(order);
  expect(stage.outside.calls).toEqual([]);
  expect(
    Object.keys(stage.ground.files()).filter(
      (path) => path.endsWith("_receipt.md") && stage.ground.files()[path]?.includes("outcome: ok"),
    ),
  ).toEqual([]);
});

test.each<readonly [string, (request: string) => Command, RegExp]>([
  [
    "cancels its plan",
    () => ({ kind: "cancel", plan: "PLAN-A" }),
    /^Cancelled “[^”]*”\. Planwright had already begun .*_email_.*\.md\. Result: /,
  ],
  [
    "skips its step",
    () => ({ kind: "skip", plan: "PLAN-A", step: null }),
    /^Skipped step 1 .*Planwright had already begun .*_email_.*\.md\. Result: /,
  ],
  [
    "changes its action",
    () => ({ kind: "request", plan: "PLAN-A", step: null, action: OTHER, instead: true }),
    /^Planwright writes a new request\. Planwright had already begun .*_email_.*\.md\. Result: /,
  ],
])(
  "who %s while the call itself is under way is told so, and the plan says what was sent",
  async (_what, order, says) => {
    const stage = await createStage(STORY, { "Plans/A.md": plan("PLAN-A", "ana") }, {}, (clock) =>
      memoryGround(clock),
    );
    const { port } = stage.outside;
    const said: { answer?: Promise<Obeyed> } = {};
    Object.assign(stage.outside, {
      port: {
        ...port,
        async call(...of: Parameters<typeof port.call>) {
          said.answer = work(stage, "executor", (engine) => engine.obey(order("")));
          return await port.call(...of);
        },
      },
    });
    await settle(stage, "executor");
    moveTo(stage, requestIn(stage), "Approved");
    await nextMinute(stage);
    await settle(stage, "executor");
    expect((await said.answer)?.say).toMatch(says);
    await nextMinute(stage);
    await settle(stage, "executor");
    expect(stage.outside.calls).toHaveLength(1);
    const files = stage.ground.files();
    const text = files["Plans/A.md"] ?? files["Done/Plans/A.md"] ?? "";
    expect(text.match(/\(carried-out, /g)).toHaveLength(1);
    expect(text.match(/Skipped|Cancelled the plan|Left step 1/g)).toHaveLength(1);
  },
);

test("who rejects an earlier attempt when a later one has been begun, and not been sent, is heard before the call", async () => {
  const said: { answer?: Promise<Obeyed> } = {};
  const earlier = { path: "", text: "", armed: false };
  const stage = await createStage(STORY, { "Plans/A.md": plan("PLAN-A", "ana") }, {}, (clock): Ground => {
    const ground = memoryGround(clock);
    const create: Ground["vault"]["create"] = async (path, text) => {
      if (earlier.armed && path.endsWith("_receipt.md")) {
        earlier.armed = false;
        ground.put(earlier.path, earlier.text);
        said.answer = work(stage, "executor", (engine) =>
          engine.obey({
            kind: "reject",
            request: earlier.path.slice("Pending_Approval/".length),
            note: "No!",
          }),
        );
      }
      return await ground.vault.create(path, text);
    };
    return { ...ground, vault: { ...ground.vault, create } };
  });
  const approve = async (): Promise<void> => {
    const path = requestIn(stage);
    const text = textOf(stage, moveTo(stage, path, "Approved"));
    await nextMinute(stage);
    Object.assign(earlier, earlier.path === "" ? { path, text } : { armed: true });
    await settle(stage, "executor");
  };
  await settle(stage, "executor");
  stage.outside.script({ server: "mail", answer: "not-sent" });
  await approve();
  stage.outside.script({ server: "mail", answer: "ok" });
  const before = stage.outside.calls.length;
  await approve();
  expect((await said.answer)?.kind).toBe("done");
  expect(stage.outside.calls).toHaveLength(before);
});
