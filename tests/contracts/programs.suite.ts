/**
 * The promises of every adapter of the port for programs (ports/programs). `odd` starts scripts/parts/odd-program.mjs,
 * or stands for it.
 */
import { afterEach, describe, expect, test } from "vitest";
import {
  KEPT_OUTPUT,
  type FolderChanges,
  type ProgramCall,
  type ProgramEnd,
  type ProgramsPort,
} from "../../src/kit/ports/programs";

export interface ProgramsRoom {
  readonly programs: ProgramsPort;
  /** The program, and the words before those of a test. */
  readonly odd: Pick<ProgramCall, "command" | "args">;
  /** Absolute; the vault is one above. */
  readonly folder: string;
  /** A folder for `change`, made anew: absolute. */
  project(): Promise<string>;
  /** Whether a process with this id is there. */
  isThere(id: number): boolean;
}

/** The changes that `change` makes in a project of its own. */
export const CHANGES: FolderChanges = {
  isCut: false,
  files: [
    { path: ".env", kind: "changed", before: null, after: null },
    { path: "a.txt", kind: "changed", before: "one\n", after: "one\ntwo\n" },
    { path: "deep/new.txt", kind: "added", before: null, after: "new\n" },
    { path: "gone.txt", kind: "removed", before: "gone\n", after: null },
  ],
};

/** Milliseconds. */
const AMPLE = 20_000;
const SOON = 300;

export function programsSuite(adapter: string, open: () => Promise<ProgramsRoom>): void {
  describe(`programs by ${adapter}`, () => {
    const rooms: ProgramsRoom[] = [];
    afterEach(async () => {
      for (const { programs } of rooms.splice(0)) await programs.close();
    });
    const enter = async (): Promise<ProgramsRoom> => {
      const room = await open();
      rooms.push(room);
      return room;
    };
    const never = new AbortController().signal;
    const run = async (
      { programs, odd }: ProgramsRoom,
      how: readonly string[],
      more: Partial<ProgramCall> = {},
    ): Promise<ProgramEnd & { readonly lines: readonly string[] }> => {
      const lines: string[] = [];
      const end = await programs.run({
        ...odd,
        args: [...odd.args, ...how],
        folder: "work",
        input: "",
        env: {},
        timeout: AMPLE,
        signal: never,
        ...more,
        heard(line, from) {
          lines.push(`${from}: ${line}`);
          more.heard?.(line, from);
        },
      });
      return { ...end, lines };
    };
    const said = (lines: readonly string[]): Readonly<Record<string, unknown>> =>
      JSON.parse((lines[0] ?? "").replace("output: ", "")) as Readonly<Record<string, unknown>>;
    const childOf = (lines: readonly string[]): number => Number(/child (\d+)/.exec(lines.join())?.[1]);

    test("arguments arrive as they are, the input ends, and the environment is short", async () => {
      const room = await enter();
      const args = ["a b", "$HOME", '"; echo no', "--x=*", ""];
      const end = await run(room, ["say", ...args], { input: "Read me.", env: { WORK: "here" } });
      expect(end).toMatchObject({ kind: "exited", code: 0 });
      expect(said(end.lines)).toMatchObject({ args, read: "Read me.", work: "here", folder: room.folder });
      const names = said(end.lines)["names"] as readonly string[];
      expect(names).toContain("PATH");
      expect(names).not.toContain("PROGRAM_CANARY");
      expect(end.lines).toContain("errors: on the side");
    });

    test("a program is given files, and what it leaves is taken as text alone", async () => {
      const room = await enter();
      const folder = room.programs.runFolder("0123456789abcdef");
      const files = [{ name: "notes.md", text: "Grüße 🌱\n" }];
      const exchange = { folder, files };
      const first = await run(room, ["leave"], { folder, exchange });
      expect(first).toMatchObject({ kind: "exited", code: 0, left: files, lines: ["output: notes.md"] });
      expect(first).toMatchObject({
        leftOut: [
          "folder: a folder, a link, or no plain file",
          "link.md: a folder, a link, or no plain file",
          "long.md: too long",
          "picture.md: not a text",
        ],
      });
      // Nothing of the first run is there for the second.
      expect(await run(room, ["leave"], { folder, exchange: { folder, files: [] } })).toMatchObject({
        left: [],
      });
    });

    test("what a program changed in its project is told, whatever way it ended", async () => {
      const room = await enter();
      const pictured = await room.project();
      const exchange = { folder: room.programs.runFolder("0123456789abcdef"), files: [], pictured };
      const end = await run(room, ["change", pictured], { exchange });
      expect(end).toMatchObject({ kind: "exited", code: 1, changes: CHANGES });
      expect(await room.programs.changesOf(exchange.folder)).toEqual(CHANGES);
      await room.programs.forgetChanges(exchange.folder);
      expect(await room.programs.changesOf(exchange.folder)).toBeNull();
      const without = await run(room, ["leave"], {
        folder: exchange.folder,
        exchange: { ...exchange, pictured: await room.project() },
      });
      expect(without).toMatchObject({ changes: { files: [], isCut: false } });
    });

    test("a program is found without being started", async () => {
      const { programs, odd } = await enter();
      const found = await programs.find(odd.command, odd.args, "");
      expect(found).toMatchObject({ kind: "found", args: odd.args });
      expect(await programs.find(odd.command, odd.args, "")).toEqual(found);
      expect(await programs.find("no-such-program-anywhere", [], "")).toMatchObject({ kind: "none" });
    });

    test("a program that fails tells its code, and what it wrote", async () => {
      const end = await run(await enter(), ["fail"]);
      expect(end).toMatchObject({ kind: "exited", code: 3 });
      expect([...end.lines].sort()).toEqual(["errors: two", "output: one"]);
      expect(end.kind === "exited" && end.output.split("\n").sort()).toEqual(["", "one", "two"]);
    });

    test("without such a program, or such a folder, nothing was started", async () => {
      const room = await enter();
      expect(await run(room, [], { command: "no-such-program-anywhere" })).toMatchObject({
        kind: "not-started",
        why: "There is no program “no-such-program-anywhere” on this device.",
      });
      expect(await run(room, ["say"], { folder: "nowhere" })).toMatchObject({
        kind: "not-started",
        why: expect.stringContaining("nowhere") as string,
      });
      expect(await run(room, ["say\0"])).toMatchObject({ kind: "not-started" });
    });

    test("a call that is stopped before it began starts nothing", async () => {
      const room = await enter();
      expect(await run(room, ["say"], { signal: AbortSignal.abort() })).toMatchObject({
        kind: "not-started",
        lines: [],
      });
    });

    test("when the time is up it is gone, also if it does not leave when asked", async () => {
      const end = await run(await enter(), ["hang"], { timeout: SOON });
      expect(end.kind).toBe("timed-out");
    });

    test("stopped, it is gone with the children that it started", async () => {
      const room = await enter();
      const stop = new AbortController();
      const end = await run(room, ["nest"], {
        signal: stop.signal,
        heard: (line) => {
          if (line.startsWith("child")) stop.abort();
        },
      });
      expect(end.kind).toBe("stopped");
      expect(room.isThere(childOf(end.lines))).toBe(false);
    });

    test("children that outlive it are ended, and do not hold it up", async () => {
      const room = await enter();
      const end = await run(room, ["brood"]);
      expect(end).toMatchObject({ kind: "exited", code: 0 });
      expect(room.isThere(childOf(end.lines))).toBe(false);
    });

    test("a program that writes without end is ended, and little of it is kept", async () => {
      const end = await run(await enter(), ["flood"], { timeout: 10 * AMPLE });
      expect(end.kind).toBe("endless");
      expect(end.kind === "endless" && end.output.length).toBeLessThan(2 * KEPT_OUTPUT + 200);
      expect(end.kind === "endless" && end.output).toContain("characters are missing here");
    });

    test("a long line is cut, a letter in two pieces is one, and a line without an end counts", async () => {
      const room = await enter();
      const long = await run(room, ["long"]);
      expect(long.lines.map(({ length }) => length > 1_000_100)).toEqual([false, false]);
      expect(long.lines[1]).toBe("output: last");
      expect((await run(room, ["split"])).lines).toEqual(["output: Grüße 🌱"]);
    });

    test("a program that something else ends says so", async () => {
      expect(await run(await enter(), ["die"])).toMatchObject({ kind: "killed", by: "SIGKILL" });
    });

    test("after a halt nothing starts, and closing ends what runs", async () => {
      const room = await enter();
      const hanging = run(room, ["hang"], { heard: () => void room.programs.close() });
      expect((await hanging).kind).toBe("stopped");
      expect(await run(room, ["say"])).toMatchObject({ kind: "not-started" });
    });
  });
}
