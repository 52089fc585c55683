/**
 * The count of a server of models, held against the cost in the work notes and on the device: the same for every
 * answered call, and at least that for each that was refused, cut off or lost in a crash. A sample here; `CALLS=1000`
 * asks a thousand times.
 */
import { expect, test } from "vitest";
import { openModels } from "../../src/adapters/models/openModels";
import type { Engine } from "../../src/engine/engine";
import { spentOnPlan } from "../../src/approval/device/spending";
import type { EntryOf } from "../../src/agent/entry";
import { spentOnAll } from "../../src/agent/run";
import { createSimulatedClock } from "../fakes/clock";
import { createPower, PowerCut } from "../fakes/faults";
import { createFakeModels } from "../fakes/models";
import { body, called, delta, events, startModelServer, stream, used } from "../fakes/modelServer";
import { createSeededRandom } from "../fakes/random";
import { benchWith, PLAN } from "./desk";

const CALLS = Number(process.env["CALLS"] ?? 40);
const A_PLAN = 40;
const PRICE = { in: 1, out: 2 };
const HOUR = 3_600_000;

interface Counted {
  readonly in: number;
  readonly out: number;
  /** The answer with its count went out whole. */
  readonly isWhole: boolean;
}

test.each(Array.from({ length: Math.ceil(CALLS / A_PLAN) }, (_each, at) => at))(
  "the server, the notes and the device count alike (plan %i)",
  async (seed) => {
    const random = createSeededRandom(`counted ${String(seed)}`);
    const below = (n: number): number => {
      const [a = 0, b = 0, c = 0] = random.bytes(3);
      return ((a << 16) | (b << 8) | c) % n;
    };
    const counts: Counted[] = [];
    const server = await startModelServer(async (response, request) => {
      const n = counts.length + 1;
      const size = Number(request.headers["content-length"] ?? 0);
      // Each count is another, so that a call can be told by it.
      const count = {
        in: 1000 + (below(Math.max(1, Math.floor(size / 3) - 1000)) & ~0x3f) + (n % 64),
        out: below(4000),
      };
      const call = called(
        0,
        `call-${String(n)}`,
        "search_notes",
        JSON.stringify({ query: `guarantee ${String(n)}` }),
      );
      const kind = below(20);
      counts.push({ ...(kind < 4 ? { in: 0, out: 0 } : count), isWhole: kind >= 8 });
      if (kind < 2) return body(500, { error: { message: "no" } })(response, request);
      if (kind < 4)
        return body(429, { error: { message: "slow down" } }, { "retry-after": "20" })(response, request);
      // Cut off, or without its count: it was paid all the same.
      if (kind < 6) {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(`data: ${JSON.stringify(call)}\n\n`);
        response.destroy();
        return;
      }
      if (kind < 8) return stream(events(call, delta({}, "tool_calls")))(response, request);
      return stream(events(call, delta({}, "tool_calls"), used(count.in, count.out)))(response, request);
    });
    const door = openModels({
      fetch,
      keychain: { find: () => "key", sayMissing: () => "" } as never,
      readScript: () => Promise.resolve(null),
      clock: createSimulatedClock("2026-03-02T09:00:00Z", "manual"),
    });
    const power = createPower();
    const bench = benchWith(
      createFakeModels(() => "hang"),
      {
        power,
        settings: {
          models: { main: { provider: "openai-compatible", url: server.url, model: "m", price: PRICE } },
          limits: { turns: 100, tokens: 1e9, usd: 1e6, plan_usd: 1e6, day_usd: 1e6 },
        },
      },
    );
    for (let round = 0; counts.length < A_PLAN && round < 20 * A_PLAN; round += 1) {
      power.back();
      bench.vault.reopen();
      bench.store.reopen();
      if (below(3) === 0) power.cut(1 + below(12), "after");
      const stop = new AbortController();
      let engine: Engine | null = null;
      try {
        engine = await bench.open(stop.signal, "executor", {
          ask: async (...asked) => {
            if (counts.length >= A_PLAN) stop.abort();
            return await door.ask(...asked);
          },
        });
        await engine.settle();
      } catch (error) {
        if (!(error instanceof PowerCut)) throw error;
      }
      await engine?.close().catch(() => undefined);
      power.back();
      await bench.clock.advance(HOUR);
    }
    await server.leave();
    bench.vault.reopen();
    bench.store.reopen();
    const engine = await bench.open(undefined, "viewer");
    const { view, world } = await engine.planDetail(PLAN);
    await engine.close();
    if (view === null) throw new Error("no plan");
    const notes = view.work.trace.entries;
    const device = spentOnPlan(world.device.spending, view.plan.key);
    const sum = spentOnAll(notes);

    const wholes = counts.filter(({ isWhole }) => isWhole);
    const answered = notes.filter((each): each is EntryOf<"answered"> => each.kind === "answered");
    const known = answered.filter(({ usage }) => usage.in !== null);
    expect(known.length).toBeGreaterThan(A_PLAN / 4);
    for (const { usage, usd } of known) {
      const at = wholes.findIndex((each) => each.in === usage.in && each.out === usage.out);
      const [count] = at < 0 ? [] : wholes.splice(at, 1);
      expect(count, "a call that the server counted so, once").toBeDefined();
      expect(usd).toBeCloseTo(((usage.in ?? 0) * PRICE.in + (usage.out ?? 0) * PRICE.out) / 1e6, 12);
    }
    const counted = counts.reduce(
      (all, each) => ({
        tokens: all.tokens + each.in + each.out,
        usd: all.usd + (each.in * PRICE.in + each.out * PRICE.out) / 1e6,
      }),
      { tokens: 0, usd: 0 },
    );
    expect(counts.length).toBeGreaterThanOrEqual(A_PLAN);
    for (const told of [device, sum]) {
      expect(told.tokens).toBeGreaterThanOrEqual(counted.tokens);
      expect(told.usd).toBeGreaterThanOrEqual(counted.usd);
    }
  },
);
