/** The moves that a dry run foretells are those of the run. */
import { readFile, writeFile } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { openRoom } from "./call";

const room = openRoom();
afterAll(() => room.leave());

const plan = (id: string): string =>
  `---\ntask_id: ${id}\nstatus: Active\n---\n\n# Objective\n\nA card\n\n## Roadmap\n\n- [ ] ✋ Post it\n    \`\`\`action\n    type: letter\n    target: Ana\n    args:\n      text: Hello.\n    \`\`\`\n\n## Reasoning Logs\n`;

test("a table of plans is made with --table alone, once, and no dry run passes it over", async () => {
  const vault = ["--vault", room.folder("v")];
  expect((await room.run("init", "--table", "--dry-run", ...vault)).code).toBe(2);
  await room.run("init", ...vault);
  await expect(readFile(room.at("v/Plans.base"))).rejects.toThrow("ENOENT");
  expect((await room.run("init", "--table", ...vault)).out).toContain("Made Plans.base.");
  expect(await readFile(room.at("v/Plans.base"), "utf8")).toContain("name: Plans to do");
  await writeFile(room.at("v/Plans.base"), "mine");
  expect((await room.run("init", "--table", ...vault)).out).toContain("is there already and stays as it is.");
  expect(await readFile(room.at("v/Plans.base"), "utf8")).toBe("mine");
});

test("init lists the folders it would make, and makes none", async () => {
  const vault = ["--vault", room.folder("new")];
  const dry = await room.run("init", "--dry-run", ...vault);
  expect(dry.out).toBe(
    "Would be done now (nothing was):\n  Makes the folders Inbox, Needs_Action, Plans, Pending_Approval, Approved, Rejected, Done/Plans, Done/Actions, Archive.\n  Draws the Dashboard anew.  Dashboard.md\nMore may follow.\n",
  );
  expect(room.list("new")).toEqual([]);
  room.folder("new/Plans");
  expect((await room.run("init", "--dry-run", ...vault)).out).toContain(
    "  Makes the folders Inbox, Needs_Action, Pending_Approval,",
  );
  await room.run("init", ...vault);
  expect((await room.run("init", "--dry-run", ...vault)).out).toBe("Nothing would be done now.\n");
});

test("init says what is in its way, as it would without --dry-run", async () => {
  const vault = ["--vault", room.folder("odd")];
  room.write("odd/Approved", "a file");
  const dry = await room.run("init", "--dry-run", ...vault);
  const wet = await room.run("init", ...vault);
  expect(dry).toEqual(wet);
  expect(wet).toMatchObject({ code: 1, err: expect.stringContaining("Approved cannot be used: ") as string });
  expect(room.list("odd")).toEqual(["Approved"]);
});

test("as JSON init names them too", async () => {
  room.folder("json/Plans");
  const { out } = await room.run("init", "--dry-run", "--json", "--vault", room.at("json"));
  expect(JSON.parse(out)).toMatchObject({
    folders: [
      "Inbox",
      "Needs_Action",
      "Pending_Approval",
      "Approved",
      "Rejected",
      "Done/Plans",
      "Done/Actions",
      "Archive",
    ],
  });
});

test.each([["skip", "A"], ["request", "A"], ["take-over"], ["pause"]])(
  "%s cannot be tried out: what it does depends on a person",
  async (...words) => {
    expect(await room.run(...words, "--dry-run", "--vault", room.folder("any"))).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining(
        `“${words[0] ?? ""}” has no dry run; --dry-run goes with init, settle, watch and flow start`,
      ) as string,
    });
  },
);

test("settle says that more may follow from what it would do first", async () => {
  const vault = ["--vault", room.folder("plans")];
  await room.run("init", ...vault);
  for (const id of ["A", "B", "C"]) room.write(`plans/Plans/${id}.md`, plan(id));
  const dry = await room.run("settle", "--executor", "--dry-run", ...vault);
  expect(dry.out).toBe(
    "Would be done now (nothing was):\n  Makes this the acting device.  Acting device.md\nMore may follow.\n",
  );
  await room.run("settle", "--executor", ...vault);
  expect((await room.run("settle", "--executor", "--dry-run", ...vault)).out).toBe(
    "Nothing would be done now.\n",
  );
});
