/** What a person is told who gives commands, on a folder of their own. */
import { afterAll, beforeEach, expect, test } from "vitest";
import { openRoom } from "./call";

const room = openRoom();
afterAll(() => room.leave());

let vault: readonly string[] = [];
let n = 0;
const LETTER = "- [ ] ✋ Post it\n    ```action\n    type: letter\n    target: Ana\n    args:\n      text: Hello.\n    ```\n";
const plan = (id: string, roadmap: string, status = "Active"): string => `---\ntask_id: ${id}\nstatus: ${status}\n---\n\n# Objective\n\nA card\n\n## Roadmap\n\n${roadmap}\n## Reasoning Logs\n`;
const write = (name: string, text: string): string => room.write(`vault${String(n)}/${name}`, text);
const run = (...words: readonly string[]): ReturnType<typeof room.run> => room.run(...words, ...vault);

beforeEach(async () => {
  n += 1;
  vault = ["--vault", room.folder(`vault${String(n)}`), "--device", room.at(`device${String(n)}`)];
  await run("init");
});

test("cancel speaks of open requests where there are some", async () => {
  write("Plans/a.md", plan("A", "- [ ] a\n"));
  write("Plans/b.md", plan("B", LETTER));
  await run("settle", "--executor");
  expect((await run("cancel", "A")).out).toMatch(/^Cancelled A\.\n/);
  expect((await run("cancel", "B")).out).toMatch(/^Cancelled B\. Its open requests are withdrawn\.\n/);
});

test("explain answers for a note that cannot be read, by its name and by its id", async () => {
  write("Plans/bad-yaml.md", "---\ntask_id: PLAN-7\nstatus: [Active\n---\n");
  for (const which of ["bad-yaml", "PLAN-7", "7"]) {
    expect(await run("explain", which)).toMatchObject({ code: 1, out: "", err: expect.stringContaining(`planwright: The note of “${which}” cannot be read as a plan: Plans/bad-yaml.md, line `) as string });
  }
});

test("explain names both notes that have one id", async () => {
  write("Plans/Invoice.md", plan("A", "- [ ] a\n"));
  write("Plans/Invoice 2.md", plan("A", "- [ ] a\n"));
  expect((await run("explain", "Invoice")).err).toBe("planwright: Several notes have the id A: Plans/Invoice 2.md, Plans/Invoice.md. Give one of them another task_id first.\n");
});
