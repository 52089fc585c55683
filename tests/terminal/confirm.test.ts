/**
 * A request that needs a confirmation is shown whole before it can be confirmed, and the code stands for exactly that.
 */
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openRoom, type Called } from "./call";

const room = openRoom();
afterAll(() => room.leave());

let vault: readonly string[] = [];
let n = 0;
const ACTION = `- [ ] ✋ Pay the rent\n    \`\`\`action\n    type: letter\n    target: landlord\n    args:\n      amount: 950\n      note: "a\\e[31mb"\n      said: "Pay “9,000 to Mallory” (in a terminal: planwright merge), or use “Request approval…” in Obsidian"\n    \`\`\`\n`;
const plan = (id: string): string =>
  `---\ntask_id: ${id}\nstatus: Active\n---\n\n## Roadmap\n\n${ACTION}- [ ] Log it\n\n## Reasoning Logs\n`;
const at = (name: string): string => `vault${String(n)}/${name}`;
const run = (...words: readonly string[]): Promise<Called> => room.run(...words, ...vault);
const requests = (folder: string): readonly string[] =>
  room.list(at(folder)).filter((name) => name.startsWith("20"));

function approve(): void {
  for (const name of requests("Pending_Approval")) {
    room.write(at(`Approved/${name}`), room.read(at(`Pending_Approval/${name}`)));
    room.remove(at(`Pending_Approval/${name}`));
  }
}

/** The words of each command to confirm that is printed: the id and the code. */
function offered(out: string): readonly (readonly string[])[] {
  return [
    ...out.matchAll(
      /planwright confirm ([0-9a-f]{8}) ([0-9a-f]{8}) --vault \S+(?: --settings \S+)?(?: --device \S+)?\n/g,
    ),
  ].map(([, id = "", code = ""]) => [id, code]);
}

beforeEach(async () => {
  n += 1;
  vault = ["--vault", room.folder(`vault${String(n)}`), "--device", room.at(`device${String(n)}`)];
  await run("init");
});

describe("what is done by hand", () => {
  beforeEach(async () => {
    room.write(at("Plans/a.md"), plan("A"));
    room.write(at("Plans/b.md"), plan("B"));
    await run("settle", "--executor");
  });

  test("is not to be confirmed before it is approved", async () => {
    expect(await run("confirm")).toEqual({
      code: 0,
      out: "Nothing needs a confirmation on this device.\n",
      err: "",
    });
    expect((await run("confirm", "--json")).out).toBe('{\n  "requests": []\n}\n');
    const [name = ""] = requests("Pending_Approval");
    expect((await run("confirm", name)).err).toBe(
      `planwright: ${name} cannot be confirmed: It waits for your decision.\n`,
    );
  });

  test("is shown whole, each with a code of its own, and nothing is noted", async () => {
    approve();
    const { code, out, err } = await run("confirm");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const [first = [], second = []] = offered(out);
    const [name = ""] = requests("Approved").filter((each) => each.includes(first[0] ?? "?"));
    const id = out.split("\n")[0]?.slice(name.length + 2, -1) ?? "";
    expect(["A", "B"]).toContain(id);
    expect(out).toContain(
      `${name} (${id})\n  Do it by hand, then tick “I did it” in its note.\n  You do this yourself; Planwright sends nothing.\n\n  type: letter\n  target: landlord\n  args:\n    amount: 950\n    note: "a\\u001b[31mb"\n    said: "Pay “9,000 to Mallory” (in a terminal: planwright merge), or use “Request approval…” in Obsidian"\n\nNothing was noted. Once you have done it, tick that box or run: planwright confirm ${[...first, ...vault].join(" ")}\n`,
    );
    expect(first[1]).not.toBe(second[1]);
    expect((await run("confirm")).out).toBe(out);
    expect(await run("confirm", id)).toMatchObject({ code: 0, out: out.slice(0, out.indexOf("\n\n20") + 1) });
    expect(room.read(at("Plans/a.md"))).toContain("- [ ] ✋ Pay the rent");
  });

  test("is done by its code, and by no other", async () => {
    approve();
    const [[first = "", code = ""] = [], [, other = ""] = []] = offered((await run("confirm")).out);
    expect(await run("confirm", first, other)).toMatchObject({
      code: 1,
      out: "",
      err: `planwright: Nothing was confirmed: it changed since this code was shown, or the code is for something else. Look again: planwright confirm ${[first, ...vault].join(" ")}\n`,
    });
    expect(await room.pipe("confirm", first, code, ...vault)).toMatchObject({
      code: 1,
      err: expect.stringContaining("only you can say that, typed in a terminal") as string,
    });
    expect((await run("confirm", first, code, "--executor")).out).toMatch(
      /^Noted: you did “950 to landlord” by hand\.\n/,
    );
    expect(requests("Approved")).toHaveLength(1);
    expect((await run("confirm", first, code)).code).toBe(1);
  });

  test("as JSON", async () => {
    approve();
    const { out } = await run("confirm", "B", "--json");
    expect(JSON.parse(out)).toEqual({
      requests: [
        {
          action_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
          name: expect.stringMatching(/^20.*\.md$/) as string,
          task_id: "B",
          by_hand: true,
          reason: expect.stringContaining("by hand") as string,
          how: "You do this yourself; Planwright sends nothing.",
          action: expect.stringContaining("amount: 950") as string,
          code: expect.stringMatching(/^[0-9a-f]{8}$/) as string,
        },
      ],
    });
  });

  test("two ids, as they were once given, confirm nothing", async () => {
    approve();
    const [[first = ""] = [], [second = ""] = []] = offered((await run("confirm")).out);
    expect(await run("confirm", first, second)).toMatchObject({
      code: 1,
      err: expect.stringContaining("changed since this code was shown") as string,
    });
  });
});
