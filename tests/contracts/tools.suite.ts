/**
 * The promises of every adapter of the tools port (ports/tools). The adapter brings a server `well` with the tools
 * named below, a server `missing` that cannot be started, and a fresh port per test.
 */
import { afterEach, describe, expect, test } from "vitest";

import type { CallOutcome, JsonObject, ServerDefinition, ToolsPort } from "../../src/kit/ports/tools";

export interface ToolsRoom {
  readonly tools: ToolsPort;
  readonly well: ServerDefinition;
  readonly missing: ServerDefinition;
}

/**
 * Tools of the server `well`: they say what they are given, fail, say in their own words that they failed, answer
 * oddly, break the protocol, never answer, end in the middle, add a tool, say much.
 */
export const WELL = [
  "echo",
  "fail",
  "confess",
  "clutter",
  "refuse",
  "tire",
  "hang",
  "die",
  "grow",
  "flood",
] as const;

/** Milliseconds. Long enough for a slow machine to answer, short enough to wait for what never comes. */
const SOON = 400;
const AMPLE = 20_000;

export function toolsSuite(adapter: string, open: () => ToolsRoom): void {
  describe(`tools over ${adapter}`, () => {
    const rooms: ToolsRoom[] = [];
    const enter = (): ToolsRoom => {
      const room = open();
      rooms.push(room);
      return room;
    };
    afterEach(async () => {
      for (const room of rooms.splice(0)) await room.tools.close();
    });
    const call = (
      room: ToolsRoom,
      tool: string,
      args: JsonObject = {},
      timeout = AMPLE,
      action = tool,
    ): Promise<CallOutcome> =>
      room.tools.call({ server: "well", definition: room.well, tool, args, action, timeout });
    const names = async (room: ToolsRoom): Promise<readonly string[]> => {
      const view = await room.tools.look("well", room.well);
      return view.kind === "up" ? view.tools.map((tool) => tool.name) : [view.why];
    };

    test("a server that is there shows its tools with their schemas", async () => {
      const room = enter();
      const view = await room.tools.look("well", room.well);
      expect(view).toMatchObject({ kind: "up" });
      if (view.kind !== "up") return;
      expect(view.tools.map((tool) => tool.name)).toEqual(expect.arrayContaining([...WELL]));
      expect(view.tools.find((tool) => tool.name === "echo")?.schema).toMatchObject({ type: "object" });
    });

    test("a tool that comes later is seen by the next look", async () => {
      const room = enter();
      const before = await names(room);
      await call(room, "grow");
      expect((await names(room)).length).toBe(before.length + 1);
    });

    test("a server's long words are cut", async () => {
      const room = enter();
      const view = await room.tools.look("well", room.well);
      const descriptions = view.kind === "up" ? view.tools.map((tool) => tool.description.length) : [];
      expect(Math.max(...descriptions)).toBe(2000);
      const outcome = await call(room, "flood", { bytes: 100_000 });
      expect(outcome.kind === "unclear" && outcome.text.length).toBe(4000);
    });

    test("an answer that only gives the words of the call back is unclear, with its text", async () => {
      expect(await call(enter(), "echo", { text: "Grüße 🌱, Sent." })).toMatchObject({
        kind: "unclear",
        text: "Grüße 🌱, Sent.",
      });
    });

    test("a tool that says it failed is a tool error, with its text", async () => {
      expect(await call(enter(), "fail")).toEqual({ kind: "tool-error", text: "The post office is closed." });
    });

    test("an answer that says in its own words that it failed is unknown, with those words", async () => {
      expect(await call(enter(), "confess")).toMatchObject({
        kind: "unknown",
        why: expect.stringMatching(/\.$/),
        said: expect.stringContaining("535 5.7.8"),
      });
    });

    test("an answer whose oddities change nothing is ok, with its text", async () => {
      expect(await call(enter(), "clutter")).toEqual({ kind: "ok", text: "Sent." });
    });

    test("an error of the protocol in the server's own words is a tool error", async () => {
      expect(await call(enter(), "refuse")).toEqual({
        kind: "tool-error",
        text: "These arguments are wrong.",
      });
    });

    test("a server that asks to be left alone says for how long", async () => {
      expect(await call(enter(), "tire")).toEqual({
        kind: "tool-error",
        text: "Rate limit exceeded. Please wait 5 minutes.",
        rests: 5 * 60_000,
      });
    });

    test("a tool that never answers is unknown when the time is up", async () => {
      const room = enter();
      await names(room); // Starting the server is not what is timed here.
      expect(await call(room, "hang", {}, SOON)).toMatchObject({
        kind: "unknown",
        why: "No answer came within 0.4 seconds.",
      });
    });

    test("a call that nobody wants any more is answered at once, and does not leave where it has not yet", async () => {
      const room = enter();
      await names(room);
      const signal = AbortSignal.timeout(SOON);
      const hanging = { server: "well", definition: room.well, tool: "hang", args: {}, timeout: AMPLE };
      expect(await room.tools.call({ ...hanging, action: "stopped", signal })).toEqual({
        kind: "unknown",
        why: "The call was stopped before its answer came.",
      });
      expect(await room.tools.call({ ...hanging, action: "stopped again", signal })).toEqual({
        kind: "not-sent",
        why: "The call was stopped before its answer came.",
      });
    });

    test("as much of an answer is kept as the call says", async () => {
      const room = enter();
      const flood = {
        server: "well",
        definition: room.well,
        tool: "flood",
        args: { bytes: 100_000 },
        action: "much",
        timeout: AMPLE,
      };
      const outcome = await room.tools.call({ ...flood, most: 20_000 });
      expect(outcome.kind === "unclear" && outcome.text.length).toBe(20_000);
    });

    test("a server that ends in the middle of a call is unknown, and there again at the next look", async () => {
      const room = enter();
      expect(await call(room, "die")).toMatchObject({ kind: "unknown" });
      expect(await names(room)).toEqual(expect.arrayContaining(["echo"]));
    });

    test("a tool the server does not offer is not called", async () => {
      expect(await call(enter(), "pay")).toEqual({
        kind: "not-sent",
        why: "The server does not offer this tool.",
      });
    });

    test("a tool that does not take any more what it took when it was looked at is not called", async () => {
      const room = enter();
      const view = await room.tools.look("well", room.well);
      const schema =
        view.kind === "up" ? (view.tools.find((tool) => tool.name === "echo")?.schema ?? {}) : {};
      const echo = {
        server: "well",
        definition: room.well,
        tool: "echo",
        args: { text: "a" },
        timeout: AMPLE,
      };
      expect(await room.tools.call({ ...echo, schema, action: "as-looked-at" })).toMatchObject({
        kind: "unclear",
        text: "a",
      });
      expect(
        await room.tools.call({
          ...echo,
          schema: { ...schema, required: ["text", "to"] },
          action: "changed",
        }),
      ).toEqual({ kind: "not-sent", why: "The tool has changed since it was looked at." });
    });

    test("a server that cannot be started is down, and nothing is sent to it", async () => {
      const { tools, missing } = enter();
      expect(await tools.look("missing", missing)).toMatchObject({
        kind: "down",
        why: expect.stringMatching(/^There is no program “.+” on this device\./),
      });
      expect(
        await tools.call({
          server: "missing",
          definition: missing,
          tool: "echo",
          args: {},
          action: "a1",
          timeout: AMPLE,
        }),
      ).toMatchObject({ kind: "not-sent" });
    });

    test("calls side by side each get their own answer", async () => {
      const room = enter();
      const texts = ["one", "two", "three"];
      const outcomes = await Promise.all(texts.map((text) => call(room, "echo", { text }, AMPLE, text)));
      expect(outcomes).toMatchObject(texts.map((text) => ({ kind: "unclear", text })));
    });

    test("after a stop nothing leaves and nothing is looked at", async () => {
      const room = enter();
      await names(room);
      room.tools.halt();
      expect(await room.tools.look("well", room.well)).toMatchObject({ kind: "down" });
      expect(await call(room, "echo", { text: "late" })).toMatchObject({ kind: "not-sent" });
    });

    test("a call that has left when the stop comes goes on to its end", async () => {
      const room = enter();
      await names(room);
      const leaving = call(room, "hang", {}, SOON);
      // It is known to have left once the server answers what was sent behind it.
      expect(await call(room, "echo", { text: "behind it" })).toMatchObject({ kind: "unclear" });
      room.tools.halt();
      expect(await leaving).toMatchObject({ kind: "unknown", why: "No answer came within 0.4 seconds." });
    });

    test("after closing nothing is reached and nothing is sent", async () => {
      const room = enter();
      await names(room);
      await room.tools.close();
      expect(await room.tools.look("well", room.well)).toMatchObject({ kind: "down" });
      expect(await call(room, "echo", { text: "late" })).toMatchObject({ kind: "not-sent" });
    });
  });
}
