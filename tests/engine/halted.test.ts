/** Told to stop, a desk lets no further call begin, wherever the stop comes; what is left goes out later, each once. */
import { noPrograms } from "../../src/kit/ports/programs";
import { expect, test } from "vitest";
import { cutPlaces } from "../fakes/cuts";
import { createMemoryNotices } from "../fakes/notice";
import { createScriptedTools, type ScriptedTools } from "../fakes/tools";
import { openEngine, type Settled } from "../../src/engine/engine";
import type { Ports } from "../../src/engine/perform/ports";
import { memoryGround } from "../story/ground";
import { noModels } from "../../src/adapters/models/noModels";
import { createStage, type Stage } from "../story/stage";

const MAILS = ["ana@example.com", "ben@example.com"];
const FOLDERS = { pending: "Pending_Approval/", approved: "Approved/" };

const plan = (to: string, n: number): string =>
  `---\ntask_id: PLAN-${String(n)}\nstatus: Active\nblocked_reason: null\n---\n\n## Roadmap\n\n- [ ] ✋ Send the invoice\n    \`\`\`action\n    type: email\n    target: ${to}\n    args:\n      subject: Invoice ${String(n)}\n      body: Please find it below.\n    \`\`\`\n\n## Reasoning Logs\n`;
const TOOL = {
  name: "send_email",
  description: "",
  schema: {
    type: "object",
    properties: {
      to: { type: "string" },
      subject: { type: "string" },
      body: { type: "string" },
      message_id: { type: "string" },
    },
  },
};

interface Case {
  readonly stage: Stage;
  readonly tools: ScriptedTools;
  readonly ports: Ports;
}

async function twoMails(): Promise<Case> {
  const stage = await createStage(
    { shows: "", without: [], calls_per_step: 1, events: [] },
    Object.fromEntries(MAILS.map((to, n) => [`Plans/${String(n)}.md`, plan(to, n)])),
    {},
    (clock) => memoryGround(clock),
  );
  const tools = createScriptedTools({ servers: { mail: { tools: [TOOL] } } });
  const { device } = stage;
  const ports = {
    vault: stage.ground.vault,
    tools,
    models: noModels,
    clock: stage.clock,
    random: device.random,
    store: device.store,
    notice: createMemoryNotices(),
    programs: noPrograms("No program runs in this test."),
    host: { name: "Laptop", machine: device.machine, vault: "vault" },
  };
  return { stage, tools, ports };
}

function approve({ ground, clock }: Stage): Promise<void> {
  for (const path of Object.keys(ground.files()))
    if (path.startsWith(`${FOLDERS.pending}20`))
      ground.rename(path, path.replace(FOLDERS.pending, FOLDERS.approved));
  return clock.advance(60_000);
}

/** A settle of a program that is started for it; `stop` ends it. */
async function settle(
  { stage, ports }: Case,
  around: Partial<Ports> = {},
  stop?: AbortSignal,
): Promise<Settled> {
  const engine = await openEngine(
    { ...ports, ...around },
    { settings: stage.settings, role: "executor", run: "run", ...(stop === undefined ? {} : { stop }) },
  );
  const settled: { now: Settled | null } = { now: null };
  const working = engine.settle().then((each) => (settled.now = each));
  while (settled.now === null) await stage.clock.advance(1000);
  return await working;
}

/** Every function of it counts, before it does anything. */
function counted<Port extends object>(port: Port, count: () => void): Port {
  return new Proxy(port, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      return typeof value !== "function" || key === "halt"
        ? value
        : (...args: unknown[]): unknown => (count(), Reflect.apply(value, target, args));
    },
  });
}

/**
 * Stops at the `nth` use of the vault, the memory or the servers. Answers how many uses there were, and what went out
 * before and after.
 */
async function stoppedAt(
  nth: number,
): Promise<{ readonly uses: number; readonly after: number; readonly left: Case }> {
  const left = await twoMails();
  await settle(left);
  await approve(left.stage);
  const stop = new AbortController();
  const at = { uses: 0, calls: 0 };
  const count = (): void => {
    at.uses += 1;
    if (at.uses !== nth) return;
    at.calls = left.tools.calls.length;
    stop.abort();
  };
  await settle(
    left,
    {
      vault: counted(left.ports.vault, count),
      store: counted(left.ports.store, count),
      tools: counted(left.ports.tools, count),
    },
    stop.signal,
  );
  return { uses: at.uses, after: stop.signal.aborted ? left.tools.calls.length - at.calls : 0, left };
}

const outcomes = ({ ground }: Stage): readonly string[] =>
  Object.entries(ground.files()).flatMap(([path, text]) =>
    path.endsWith("_receipt.md") ? [/^outcome: (.*)$/m.exec(text)?.[1] ?? ""] : [],
  );

test("wherever the stop comes no call begins after it, and none is left in doubt", async () => {
  const { uses, left: whole } = await stoppedAt(0);
  expect(whole.tools.calls).toHaveLength(2);
  const ends = new Set<string>();
  for (const nth of cutPlaces(uses)) {
    const { after, left } = await stoppedAt(nth);
    expect(after, `stopped at use ${String(nth)}`).toBe(0);
    expect(outcomes(left.stage), `stopped at use ${String(nth)}`).not.toContain("unknown");
    ends.add(outcomes(left.stage).join(" "));
  }
  // The stop came before the first call, in the middle of one, between the two, and after both.
  expect([...ends].sort()).toEqual(["", "not-sent", "ok", "ok not-sent", "ok ok"]);
});

test("a call that the stop meets goes on to its end, and its step is ticked", async () => {
  const left = await twoMails();
  await settle(left);
  await approve(left.stage);
  const stop = new AbortController();
  left.tools.set("mail", { tools: [TOOL], answer: () => (stop.abort(), { kind: "ok", text: "Sent." }) });
  const { moves, world } = await settle(left, {}, stop.signal);
  expect(left.tools.calls).toHaveLength(1);
  expect(moves.map(({ move }) => move.kind)).toContain("act");
  expect(world.requests.filter(({ state }) => state === "candidate")).toHaveLength(1);
  expect(
    Object.values(left.stage.ground.files()).filter((text) => text.includes("- [x] ✋ Send the invoice")),
  ).toHaveLength(1);
  left.tools.set("mail", { tools: [TOOL] });
  const next = await twoMails();
  await settle({ ...left, tools: next.tools, ports: { ...left.ports, tools: next.tools } });
  expect(next.tools.calls.map(({ args }) => args["to"])).toEqual([MAILS[1]]);
});
