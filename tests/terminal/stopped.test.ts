/** Ctrl+C while an agreed change goes through many notes: it ends between two of them, and says so. */
import { existsSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { openRoom } from "./call";

const room = openRoom();
afterAll(() => room.leave());

const NOTES = 40;
const codeIn = (out: string): string => / ([0-9a-f]{8})(?: --\S+ \S+)*\n$/.exec(out)?.[1] ?? "";
const listening = (): number => process.listenerCount("SIGINT") + process.listenerCount("SIGTERM");

/** As the terminal sends it; other listeners of the test's own process hear nothing of it. */
async function pressWhen(isTime: () => boolean): Promise<void> {
  const others = process.listeners("SIGINT");
  while (!isTime() || process.listenerCount("SIGINT") === others.length) await setImmediate();
  for (const each of process.listeners("SIGINT")) if (!others.includes(each)) each("SIGINT");
}

test("what was changed stays, the rest is as it was, and the same command goes on", async () => {
  const names = Array.from({ length: NOTES }, (_, n) => `r${String(n).padStart(2, "0")}.md`);
  for (const name of names)
    room.write(
      `vault/Pending_Approval/${name}`,
      `---\naction: send_email\nto: ana@example.com\n---\n\n## Body\n${name}\n`,
    );
  room.folder("vault/Plans");
  const at = room.at("vault");
  const before = listening();
  const shown = await room.run("adopt", "--vault", at);
  const pressed = pressWhen(() => existsSync(room.at("vault/Archive/r00.md")));
  const stopped = await room.run("adopt", "all", codeIn(shown.out), "--vault", at);
  await pressed;
  expect(stopped).toMatchObject({ code: 1, out: "" });
  expect(stopped.err).toMatch(
    /^planwright: Stopping after this note and what belongs to it; Ctrl\+C again ends at once\.\nplanwright: Stopped\. Made .* Moved .* \d+ notes are as they were\. To begin a draft, set its status to Active\. “planwright adopt --vault \S+ --device \S+” shows what is left\.\n$/,
  );
  expect(listening()).toBe(before);
  const left = room.list("vault/Pending_Approval").length;
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(NOTES);
  const again = await room.run("adopt", "--vault", at);
  expect((await room.run("adopt", "all", codeIn(again.out), "--vault", at)).code).toBe(0);
  expect(room.list("vault/Pending_Approval")).toEqual([]);
  expect(room.list("vault/Archive")).toEqual(names);
  expect(room.list("vault/Plans")).toHaveLength(NOTES);
});

test("before the first note, nothing is changed", async () => {
  for (const name of ["a", "b"]) room.write(`early/Plans/${name}.md`, `# ${name}\n\n## Steps\n- [ ] x\n`);
  const at = room.at("early");
  const { out } = await room.run("convert", "--vault", at);
  const pressed = pressWhen(() => true);
  const stopped = await room.run("convert", "all", codeIn(out), "--vault", at);
  await pressed;
  expect(stopped).toEqual({
    code: 1,
    out: "",
    err: `planwright: Stopping after this note and what belongs to it; Ctrl+C again ends at once.\nplanwright: Stopped. Nothing was changed. 2 notes are as they were. “planwright convert${room.options(at)}” shows what is left.\n`,
  });
  expect(room.read("early/Plans/a.md")).toBe("# a\n\n## Steps\n- [ ] x\n");
});
