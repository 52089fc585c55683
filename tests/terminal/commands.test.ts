/** Answers to a person who gives commands, on a folder of their own. */
import { afterAll, beforeEach, expect, test } from "vitest";
import { openRoom } from "./call";

const room = openRoom();
afterAll(() => room.leave());

let vault: readonly string[] = [];
let n = 0;
const LETTER =
  "- [ ] ✋ Post it\n    ```action\n    type: letter\n    target: Ana\n    args:\n      text: Hello.\n    ```\n";
const plan = (id: string, roadmap: string, status = "Active"): string =>
  `---\ntask_id: ${id}\nstatus: ${status}\n---\n\n# Objective\n\nA card\n\n## Roadmap\n\n${roadmap}\n## Reasoning Logs\n`;
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
  expect((await run("cancel", "A")).out).toMatch(/^Cancelled “[^”]+”\.\n/);
  expect((await run("cancel", "B")).out).toMatch(/^Cancelled “[^”]+”\. Its open requests are withdrawn\.\n/);
});

test("explain answers for a note that cannot be read, by its name and by its id", async () => {
  write("Plans/bad-yaml.md", "---\ntask_id: PLAN-7\nstatus: [Active\n---\n");
  for (const which of ["bad-yaml", "PLAN-7", "7"]) {
    expect(await run("explain", which)).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining(
        `planwright: The note of “${which}” cannot be read as a plan: Plans/bad-yaml.md, line `,
      ) as string,
    });
  }
});

test("take-over where this device acts already says that", async () => {
  expect((await run("take-over")).out).toMatch(/^This is now the acting device\.\n/);
  expect((await run("take-over")).out).toMatch(/^This device was the acting device already\.\n/);
});

test("a request that is gone is asked again with words of the terminal", async () => {
  write("Plans/a.md", plan("A", LETTER));
  await run("settle", "--executor");
  const [name = ""] = room
    .list(`vault${String(n)}/Pending_Approval`)
    .filter((each) => each.includes("letter"));
  room.remove(`vault${String(n)}/Pending_Approval/${name}`);
  expect((await run("status")).out).toContain(
    `    letter to Ana  A  ask again: “planwright request A ${vault.join(" ")}”; asked `,
  );
});

test("a step of which nothing is said yet names only what can be done here", async () => {
  write("Plans/a.md", plan("A", "- [ ] ✋ Post it\n"));
  const { out } = await run("settle", "--executor");
  expect(out).toContain("write or correct the action block below the step.");
  expect(out).not.toContain("Request approval…");
  expect((await run("request", "A")).err).toBe(
    "planwright: Step 1 has no action yet. Write an action block under it.\n",
  );
});

test("a plan done by hand waits for no server", async () => {
  await run("take-over");
  write("Plans/a.md", plan("A", LETTER));
  const { out } = await run("settle");
  expect(out).toContain("  Active, waits for the acting device\n");
  expect(out).not.toContain("its server");
});

test("where folders are missing, it is said what makes them", async () => {
  for (const each of ["Plans", "Approved", "Rejected", "Pending_Approval", "Done"])
    room.remove(`vault${String(n)}/${each}`);
  const { out } = await run("status");
  expect(out).toContain(
    `No plan yet, and no folder Plans. Run “planwright init ${vault.join(" ")}” to make the folders;`,
  );
  expect(out).toContain(
    `  For missing folders: restore them from your sync, or make them with “planwright init ${vault.join(" ")}”.\n`,
  );
});

test("explain names both notes that have one id", async () => {
  write("Plans/Invoice.md", plan("A", "- [ ] a\n"));
  write("Plans/Invoice 2.md", plan("A", "- [ ] a\n"));
  expect((await run("explain", "Invoice")).err).toBe(
    `planwright: Several notes have the id A: Plans/Invoice 2.md, Plans/Invoice.md. “planwright merge ${vault.join(" ")}” shows what would make one of them; or give one of them another task_id.\n`,
  );
});
