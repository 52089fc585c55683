/** Shown first; then exactly that is done, once, or nothing: repair, convert, merge and adopt. */
import { afterAll, describe, expect, test } from "vitest";
import { openRoom } from "./call";

const room = openRoom();
afterAll(() => room.leave());

const plan = (id: string, status: string): string =>
  `---\ntask_id: ${id}\nsource_link: null\ncreated_date: 2026-02-21T10:30:00Z\n${status}\nblocked_reason: null\nmine: stays   # as it is\n---\n\n# Objective\nSend it.\n\n## Roadmap\n- [ ] a\n`;

function vault(name: string, notes: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(notes)) room.write(`${name}/Plans/${path}`, text);
  return room.at(name);
}

/** The words that were said, with commands as they are without the options of this test. */
const bare = <T extends { readonly err: string }>(ran: T): T => ({
  ...ran,
  err: ran.err.replace(/“(planwright [a-z ]+?) --[^”]+”/g, "“$1”"),
});

const codeIn = (out: string): string => / ([0-9a-f]{8})(?: --\S+ \S+)*\n$/.exec(out)?.[1] ?? "";

describe("repair", () => {
  test("shows what it would change and changes nothing; with the code it does that and nothing else", async () => {
    const at = vault("one", {
      "A.md": plan("A", "status: Blocked: waiting for Ana"),
      "B.md": plan("B", "status: Active"),
    });
    const shown = await room.run("repair", "A", "--vault", at);
    expect(shown).toEqual({
      code: 0,
      err: "",
      out: `Plans/A.md\n  The value holds a colon, so it needs quotes.\n  It is then a plan with the status Blocked.\n  line 5  - status: Blocked: waiting for Ana\n          + status: "Blocked: waiting for Ana"\n\nNothing was changed. To change this note so: planwright repair Plans/A.md ${codeIn(shown.out)}${room.options(at)}\n`,
    });
    expect(room.read("one/Plans/A.md")).toBe(plan("A", "status: Blocked: waiting for Ana"));
    expect(room.list("one")).toEqual(["Plans", "Plans/A.md", "Plans/B.md"]);
    const done = await room.run("repair", "A", codeIn(shown.out), "--vault", at);
    expect(done).toMatchObject({ code: 0, err: "" });
    expect(done.out).toContain("Changed Plans/A.md.");
    expect(room.read("one/Plans/A.md")).toBe(plan("A", 'status: "Blocked: waiting for Ana"'));
    expect(room.list("one")).toEqual(["Plans", "Plans/A.md", "Plans/B.md"]);
    expect(bare(await room.run("repair", "A", codeIn(shown.out), "--vault", at))).toMatchObject({
      code: 1,
      err: "planwright: Plans/A.md has readable properties already. Plans/A.md is a plan: A, Blocked. “planwright explain” tells what it is waiting for.\n",
    });
  });

  test("does nothing where the note is another by now", async () => {
    const at = vault("raced", { "A.md": plan("A", "status: Blocked: one") });
    const { out } = await room.run("repair", "A", "--vault", at);
    room.write("raced/Plans/A.md", plan("A", "status: Blocked: two"));
    expect(await room.run("repair", "A", codeIn(out), "--vault", at)).toEqual({
      code: 1,
      out: "",
      err: "planwright: Nothing was changed: the notes changed since this code was shown, or it was shown for other notes or options. Look again.\n",
    });
    expect(room.read("raced/Plans/A.md")).toBe(plan("A", "status: Blocked: two"));
  });

  test("does what was shown and nothing else, whatever else there would be to do", async () => {
    const finished = plan("F", "status: Active").replace("- [ ] a", "- [x] a");
    const at = vault("else", { "A.md": plan("A", "owner: @ana\nstatus: Draft"), "F.md": finished });
    const { out } = await room.run("repair", "--vault", at);
    expect((await room.run("repair", "all", codeIn(out), "--vault", at)).code).toBe(0);
    expect(room.read("else/Plans/F.md")).toBe(finished);
    expect(room.list("else")).toEqual(["Plans", "Plans/A.md", "Plans/F.md"]);
  });

  test("prints a command that works for any name", async () => {
    const at = vault("names", { "-a  b's.md": plan("A", "status: Blocked: one") });
    const { out } = await room.run("repair", "--vault", at, "Plans/-a  b's.md");
    const [, word = "", code = ""] =
      /planwright repair '(.*)' ([0-9a-f]{8}) --vault \S+ --device \S+\n$/.exec(out) ?? [];
    expect((await room.run("repair", word.replaceAll("'\\''", "'"), code, "--vault", at)).out).toContain(
      "Changed",
    );
  });

  test("of all shows every note, and says which of them need a person", async () => {
    const at = vault("all", {
      "A.md": plan("A", "status: Blocked: one"),
      "sub/B.md": plan("B", "owner: @ana\nstatus: Draft"),
      "C.md": plan("C", "status: Active\nstatus: Done"),
    });
    const { code, out } = await room.run("repair", "--vault", at);
    expect(code).toBe(0);
    expect(out).toContain(
      "Plans/C.md needs you in line 6: the key “status” stands there twice; remove one of the two lines.",
    );
    expect((await room.run("repair", "all", codeIn(out), "--vault", at)).out).toContain("Changed 2 notes.");
    expect([
      room.read("all/Plans/A.md"),
      room.read("all/Plans/sub/B.md"),
      room.read("all/Plans/C.md"),
    ]).toEqual([
      plan("A", 'status: "Blocked: one"'),
      plan("B", 'owner: "@ana"\nstatus: Draft'),
      plan("C", "status: Active\nstatus: Done"),
    ]);
  });

  test.each<readonly [string, readonly string[], number, string]>([
    [
      "a note that is none of them",
      ["repair", "Z"],
      1,
      "There is no note “Z”. “planwright status” lists what there is; give the path of the note in the vault.",
    ],
    [
      "a note that needs a person",
      ["repair", "A"],
      1,
      "Plans/A.md needs you in line 6: the key “status” stands there twice; remove one of the two lines.",
    ],
    [
      "a sign that repair cannot give",
      ["repair", "A", "--hands"],
      2,
      "--hands goes with convert. --help shows how.",
    ],
    [
      "a code that is none",
      ["repair", "A", "yes"],
      2,
      "The code is the eight characters that “repair A” shows, not “yes”. --help shows how.",
    ],
  ])("%s is told so", async (_what, words, code, say) => {
    const at = vault("told", { "A.md": plan("A", "status: Active\nstatus: Done") });
    const ran = await room.run(...words, "--vault", at);
    const err = ran.err.replace(/ --vault \S+ --device \S+”/, "”");
    expect({ ...ran, err }).toEqual({ code, out: "", err: `planwright: ${say}\n` });
  });

  test("as JSON holds the lines and the code", async () => {
    const at = vault("json", { "A.md": plan("A", "status: Blocked: one") });
    const { out } = await room.run("repair", "--json", "--vault", at);
    expect(JSON.parse(out)).toMatchObject({
      notes: [
        {
          path: "Plans/A.md",
          lines: [{ line: 5, was: "status: Blocked: one", becomes: ['status: "Blocked: one"'] }],
        },
      ],
      left: [],
      code: expect.stringMatching(/^[0-9a-f]{8}$/) as unknown,
    });
  });

  test("as JSON shows nothing that an eye cannot see", async () => {
    const at = vault("seen", { "A.md": plan("A", "owner: @an\u202Ea\u009B\nstatus: Draft") });
    const { out } = await room.run("repair", "--json", "--vault", at);
    expect(out).toContain("@an\\u202ea\\u009b");
    expect(out).not.toMatch(/[\u202E\u009B]/);
  });
});

describe("convert", () => {
  const other =
    "# Fence\n\n**Status:** In Progress\n\n## Steps\n- [x] Buy boards\n- [ ] Send the bill (requires human approval)\n";

  test("shows what would make a plan of a note, and with the code makes it; it begins as a draft", async () => {
    const at = vault("other", { "Fence.md": other, "A.md": plan("A", "status: Active") });
    const { code, out } = await room.run("convert", "--vault", at);
    expect(code).toBe(0);
    expect(out).toContain("  before line 1  + ---\n                 + task_id: Fence\n");
    expect(out).toContain("  line 5  - ## Steps\n          + ## Roadmap\n");
    expect(out).toContain("  It says “In Progress”; its status becomes Draft.\n");
    expect(room.read("other/Plans/Fence.md")).toBe(other);
    const done = await room.run("convert", "all", codeIn(out), "--vault", at);
    expect(done.out).toContain("Changed Plans/Fence.md.");
    expect(done.out).toContain("1 draft");
    expect(room.read("other/Plans/Fence.md")).toContain(
      "## Roadmap\n- [x] Buy boards\n- [ ] Send the bill (requires human approval)\n",
    );
  });

  test("takes no id that another plan has", async () => {
    const at = vault("ids", {
      "Fence.md": plan("Fence", "status: Active"),
      "x/Fence.md": other,
      "y/Fence.md": other,
    });
    const { out } = await room.run("convert", "--vault", at);
    expect(out).toContain("+ task_id: Fence 2\n");
    expect(out).toContain("+ task_id: Fence 3\n");
    const done = await room.run("convert", "all", codeIn(out), "--vault", at);
    expect(done.out).not.toContain("on hold");
  });

  test("says that it begins at once where the settings start new plans by themselves", async () => {
    const at = vault("starting", { "Fence.md": other });
    room.write("starting.json", JSON.stringify({ auto_start: true }));
    const { out } = await room.run("convert", "--vault", at, "--settings", room.at("starting.json"));
    expect(out).toContain(
      "  Your settings start new plans by themselves, so it begins at once unless it is over.\n",
    );
  });

  test("of a note that has to be repaired first says so", async () => {
    const at = vault("both", { "Fence.md": other, "A.md": `---\na: b: c\n---\n${other}` });
    expect(bare(await room.run("convert", "Plans/A.md", "--vault", at)).err).toContain(
      "Plans/A.md has properties that cannot be read; “planwright repair” shows what would put them right.",
    );
  });

  test("gives ✋ only where it is asked for, and by another code", async () => {
    const at = vault("hands", { "Fence.md": other });
    const without = codeIn((await room.run("convert", "Fence", "--vault", at)).out);
    const { out } = await room.run("convert", "Fence", "--hands", "--vault", at);
    const [, code = ""] =
      /convert Plans\/Fence\.md ([0-9a-f]{8}) --hands --vault \S+ --device \S+\n$/.exec(out) ?? [];
    expect(code).not.toBe(without);
    expect(await room.run("convert", "Fence", code, "--vault", at)).toMatchObject({ code: 1 });
    expect(room.read("hands/Plans/Fence.md")).toBe(other);
    await room.run("convert", "Fence", code, "--hands", "--vault", at);
    expect(room.read("hands/Plans/Fence.md")).toContain("- [ ] ✋ Send the bill (requires human approval)");
  });
});

describe("of many notes", () => {
  test("each is told in short, by what changes in it and why; the sign ✋ goes with the words that show one whole", async () => {
    const other = (steps: string): string => `# Fence\n\n## Steps\n${steps}`;
    const at = vault(
      "short",
      Object.fromEntries(
        ["A", "B", "C", "D"].map((name) => [
          `${name}.md`,
          other("- [ ] Nails\n- [ ] Send it (requires approval)\n"),
        ]),
      ),
    );
    const { out } = await room.run("convert", "--hands", "--vault", at);
    expect(out).toContain(
      "Plans/B.md → 8 lines changed or added\n  The steps are the boxes under “Steps”, which becomes the Roadmap. 2 steps, from “Nails” to “Send it (requires approval)”; none is done. Its status: Draft.\nPlans/C.md → ",
    );
    expect(out).toContain(
      `One of them line by line: planwright convert NOTE --hands${room.options(at)}; all of them: planwright convert all --hands --all-lines${room.options(at)}\n\nNothing was changed. To change these notes so: `,
    );
    expect(
      (await room.run("convert", "--hands", "--all-lines", "--vault", at)).out.match(/\+ ## Roadmap\n/g),
    ).toHaveLength(4);
  });

  test("what begins at once is said first", async () => {
    const at = vault(
      "short-start",
      Object.fromEntries(
        ["A", "B", "C", "D"].map((name) => [
          `${name}.md`,
          `# Fence\n\n## Steps\n${"- [ ] Send it (requires approval)\n".repeat(9)}`,
        ]),
      ),
    );
    room.write("short-start.json", JSON.stringify({ auto_start: true }));
    const { out } = await room.run("convert", "--vault", at, "--settings", room.at("short-start.json"));
    expect(out.split("\n")[1]).toMatch(/^ {2}Your settings start new plans by themselves/);
  });
});

describe("plan", () => {
  const TASK = "# Invoice for Ana\n\n- [ ] Write it\n- [ ] ✋ Send it\n";
  const task = (name: string, text = TASK): string => {
    room.write(`${name}/Inbox/Ana's invoice.md`, text);
    return vault(name, {});
  };
  const made = (name: string): readonly string[] =>
    room.list(`${name}/Plans`).filter((each) => each.includes("Invoice for Ana"));

  test("shows the plan that would be made, whole; with the code it makes it, and the note stays as it is", async () => {
    const at = task("task");
    room.folder("task/Plans");
    const shown = await room.run("plan", "Ana's invoice", "--vault", at);
    expect(shown.out).toMatch(
      /^Plans\/PLAN-\d{8}-xxxx Invoice for Ana\.md\n {2}Its steps are the boxes of the note; what is indented beneath them stays there\.\n {2}The last four letters of its id, xxxx, are drawn when it is made\.\n\n {2}---\n {2}task_id: PLAN-\d{8}-xxxx\n {2}source_link: "\/Inbox\/Ana's invoice\.md"\n/,
    );
    expect(shown.out).toContain("\n  - [ ] Write it\n  - [ ] ✋ Send it\n");
    expect(shown.out).toContain(
      `\nNothing was made. To make this note: planwright plan 'Ana'\\''s invoice' ${codeIn(shown.out)}${room.options(at)}\n`,
    );
    expect(made("task")).toEqual([]);
    const done = await room.run("plan", "Ana's invoice", codeIn(shown.out), "--vault", at);
    expect(done.out).toMatch(
      /^Made “Invoice for Ana”\. It is a draft; set its status to Active when it may begin\. Its note is Plans\/PLAN-\d{8}-\w{4} Invoice for Ana\.md\.\n/,
    );
    const [name = ""] = made("task");
    const known = (text: string): string =>
      text.replace(/PLAN-\d{8}-\w{4}/g, "PLAN").replace(/\d{4}-\d{2}-\d{2}T[\d:]+Z/g, "NOW");
    const note =
      shown.out.split("\n\n  ---\n")[1]?.split("\n\nNothing was made")[0]?.replace(/^ {2}/gm, "") ?? "";
    expect(known(room.read(`task/Plans/${name}`))).toBe(known(`---\n${note}\n`));
    expect(room.read("task/Inbox/Ana's invoice.md")).toBe(TASK);
  });

  test("answers with the plan that a note has, wherever that lies and however it names the note", async () => {
    for (const [name, where, source, status] of [
      ["a", "Plans", "/Inbox/Ana's invoice.md", "Active"],
      ["b", "Done/Plans", "Ana's invoice", "Done"],
      ["c", "Plans", '"[[Inbox/Ana\'s invoice|her bill]]"', "Cancelled"],
      ["d", "Plans", "Inbox/Ana's%20invoice.md", "Blocked: since Monday"],
    ] as const) {
      const at = task(`has-${name}`);
      room.write(
        `has-${name}/${where}/Ana.md`,
        plan("A", `status: ${status}`).replace("source_link: null", `source_link: ${source}`),
      );
      expect((await room.run("plan", "Inbox/Ana's invoice.md", "--vault", at)).err, name).toBe(
        `planwright: Inbox/Ana's invoice.md has a plan already: ${where}/Ana.md.\n`,
      );
    }
  });

  test("does nothing where the note says something else by now, or has got a plan meanwhile", async () => {
    const at = task("late");
    room.folder("late/Plans");
    const code = codeIn((await room.run("plan", "Ana's invoice", "--vault", at)).out);
    room.write("late/Inbox/Ana's invoice.md", TASK.replace("Write", "Burn"));
    expect((await room.run("plan", "Ana's invoice", code, "--vault", at)).err).toContain(
      "Nothing was changed: the notes changed since this code was shown",
    );
    room.write("late/Inbox/Ana's invoice.md", TASK);
    expect((await room.run("plan", "Ana's invoice", code, "--vault", at)).code).toBe(0);
    expect(await room.run("plan", "Ana's invoice", code, "--vault", at)).toMatchObject({
      code: 1,
      err: expect.stringContaining("has a plan already") as unknown,
    });
    expect(made("late")).toHaveLength(1);
  });

  test("of some lines makes a plan of those, under another code", async () => {
    const at = task("lines", `${TASK}\n## Roof\n\n- [ ] Tiles\n- [ ] Ladder\n`);
    room.folder("lines/Plans");
    const whole = codeIn((await room.run("plan", "Ana's invoice", "--vault", at)).out);
    const { out } = await room.run("plan", "Ana's invoice", "--lines", "6-9", "--vault", at);
    expect(out).toContain("  # Objective\n\n  Roof\n");
    expect(out).toContain("lines 6 to 9");
    const [, code = ""] = /([0-9a-f]{8}) --lines 6-9 --vault \S+ --device \S+\n$/.exec(out) ?? [];
    expect(code).not.toBe(whole);
    expect(await room.run("plan", "Ana's invoice", code, "--vault", at)).toMatchObject({ code: 1 });
    expect((await room.run("plan", "Ana's invoice", code, "--lines", "6-9", "--vault", at)).code).toBe(0);
  });

  test("finds a note anywhere by its path, its name or its title, those in folders for tasks first", async () => {
    const at = task("find");
    room.folder("find/Plans");
    room.write("find/Notes/Garden.md", "## What to do about the fence\n\nMend the fence\n");
    room.write("find/Needs_Action/Ana's invoice.md", TASK);
    for (const which of [
      "Notes/Garden.md",
      "Notes/Garden",
      "/Notes/Garden",
      "./Notes/Garden.md",
      "[[Notes/Garden|x]]",
      "[x](Notes/Garden.md)",
      "Notes\\Garden.md",
      "Notes/G%61rden",
      "Garden",
      "garden",
      "notes/garden.md",
      "[[Garden]]",
      "What to do about the fence",
    ])
      expect((await room.run("plan", which, "--vault", at)).out, which).toContain(
        "What to do about the fence",
      );
    expect((await room.run("plan", "Shed", "--vault", at)).err).toBe(
      "planwright: There is no note “Shed”. Give its path in the vault, such as Inbox/Shed.md.\n",
    );
    room.write("find/House/Shed.md", "Paint it\n");
    room.write("find/Garden/Shed.md", "Paint it\n");
    expect((await room.run("plan", "Shed", "--vault", at)).err).toBe(
      "planwright: Several notes are called “Shed”: Garden/Shed.md, House/Shed.md. Give the path of the one you mean.\n",
    );
    expect((await room.run("plan", "Ana's invoice", "--vault", at)).err).toBe(
      "planwright: Several notes are called “Ana's invoice”: Inbox/Ana's invoice.md, Needs_Action/Ana's invoice.md. Give the path of the one you mean.\n",
    );
    expect((await room.run("plan", "inbox/ana's INVOICE", "--vault", at)).code).toBe(0);
  });

  test.each<readonly [string, readonly string[], number, string]>([
    [
      "a path that leaves the vault",
      ["plan", "../x"],
      1,
      "“../x” cannot be the path of a note: The path has a “.” or “..” part, which could lead out of the vault.",
    ],
    ["nothing", ["plan", " "], 1, "Say which note."],
    [
      "a plan",
      ["plan", "Plans/A"],
      1,
      "Plans/A.md is a plan: A, Active. “planwright explain” tells what it is waiting for.",
    ],
    [
      "a request of another program",
      ["plan", "Pending_Approval/x.md"],
      1,
      "Pending_Approval/x.md is among the requests, and Planwright did not write it. “planwright adopt” shows the plan that would ask for the same; to make a plan of it as of any note, move it to Inbox first.",
    ],
    [
      "lines that are empty",
      ["plan", "Ana's invoice", "--lines", "2"],
      1,
      "There is nothing in these lines of Inbox/Ana's invoice.md to make a plan of.",
    ],
    ["no note", ["plan"], 2, "“plan” needs the path of a note. --help shows how."],
    [
      "lines in the wrong order",
      ["plan", "x", "--lines", "9-3"],
      2,
      "--lines takes two numbers, such as 3-7, or one. --help shows how.",
    ],
    [
      "all lines of one",
      ["plan", "x", "--all-lines"],
      2,
      "--all-lines goes with repair, convert, merge and adopt. --help shows how.",
    ],
    [
      "all lines where nothing is shown",
      ["merge", "all", "01234567", "--all-lines"],
      2,
      "With a code, no lines are shown. Leave out --all-lines or the code. --help shows how.",
    ],
    ["lines of what has none", ["repair", "--lines", "1-2"], 2, "--lines goes with plan. --help shows how."],
    [
      "a code that is none",
      ["plan", "x", "now"],
      2,
      "The code is the eight characters that “plan x” shows, not “now”. --help shows how.",
    ],
  ])("%s is told so", async (_what, words, code, say) => {
    const at = task("odd");
    vault("odd", { "A.md": plan("A", "status: Active") });
    room.write("odd/Pending_Approval/x.md", "x");
    expect(bare(await room.run(...words, "--vault", at))).toEqual({
      code,
      out: "",
      err: `planwright: ${say}\n`,
    });
  });
});
describe("merge", () => {
  const first = plan("A", "status: Active")
    .replace("- [ ] a\n", "- [x] a\n- [ ] b\n")
    .replace("source_link: null", "source_link: Inbox/x.md");
  const second = plan("B", "status: Draft")
    .replace("- [ ] a\n", "- [ ] A\n- [x] b\n- [ ] c ^s-1\n")
    .replace("source_link: null", 'source_link: "[[x]]"')
    .replace("[[x]]", "[[Inbox/x]]");

  test("shows what would come into which note and what would move where; with the code it does that and nothing else", async () => {
    const at = vault("merge", { "A.md": first, "sub/B.md": second, "C.md": plan("C", "status: Active") });
    room.write("merge/Archive/b.MD", "an old one");
    const shown = await room.run("merge", "--vault", at);
    expect(shown).toEqual({
      code: 0,
      err: "",
      out: [
        "Plans/A.md",
        "  A stays, with the status Active.",
        "  Step 2 “b” is done in Plans/sub/B.md, and so it is here.",
        "  line 15  - - [ ] b",
        "           + - [x] b",
        "           + - [ ] c",
        "  log  + - [now] Human: Ticked step 2 “b” — It is done in Plans/sub/B.md, which is merged into this plan. (ticked)",
        "       + - [now] Human: Merged Plans/sub/B.md into this plan — By command. 1 step came from it. It goes to Archive/B (2).md. (merged, text 8023f75a50b6)",
        "",
        "Plans/sub/B.md",
        "  1 of its 3 steps goes to Plans/A.md.",
        "  log  + - [now] Human: Merged this plan into Plans/A.md — By command. Its extra steps are there now. (put-away, text 0bfaec85f350)",
        "  moves to  Archive/B (2).md",
        "",
        `Nothing was changed. To change these notes so: planwright merge all ${codeIn(shown.out)}${room.options(at)}\n`,
      ].join("\n"),
    });
    expect(room.read("merge/Plans/sub/B.md")).toBe(second);
    const done = await room.run("merge", "all", codeIn(shown.out), "--vault", at);
    expect(done).toMatchObject({ code: 0, err: "" });
    expect(done.out).toContain("Changed Plans/A.md. Moved Plans/sub/B.md to Archive/B (2).md.\n");
    expect(room.read("merge/Plans/A.md").startsWith(first.replace("- [ ] b\n", "- [x] b\n- [ ] c\n"))).toBe(
      true,
    );
    expect(room.read("merge/Archive/B (2).md").startsWith(second)).toBe(true);
    expect(room.read("merge/Archive/b.MD")).toBe("an old one");
    expect(await room.run("merge", "--vault", at)).toMatchObject({
      code: 1,
      err: "planwright: There is no note with another for the same plan.\n",
    });
  });

  test("of many tells each plan that stays with what goes into it; one that is named is shown whole, whatever its size", async () => {
    const third = second.replace("task_id: B", "task_id: C");
    const others = [plan("X", "status: Active"), plan("Y", "status: Draft")].map((text) =>
      text.replace("source_link: null", "source_link: Inbox/y.md"),
    );
    const at = vault("merge-short", {
      "A.md": first,
      "B.md": second,
      "C.md": third,
      "D.md": third.replace("task_id: C", "task_id: D"),
      "X.md": others[0] ?? "",
      "Y.md": others[1] ?? "",
    });
    const { out } = await room.run("merge", "--vault", at);
    expect(out).toBe(
      [
        "Plans/A.md → takes in 3 notes; 2 lines changed or added, 4 lines added to its log",
        "  A stays, with the status Active. Step 2 “b” is done in Plans/B.md, and so it is here.",
        "  Plans/B.md → 1 line added to its log; moves to Archive/B.md. 1 of its 3 steps goes to Plans/A.md.",
        "  Plans/C.md → 1 line added to its log; moves to Archive/C.md. It has no step that is not in Plans/A.md already.",
        "  Plans/D.md → 1 line added to its log; moves to Archive/D.md. It has no step that is not in Plans/A.md already.",
        "",
        "Plans/X.md → takes in 1 note; 1 line added to its log",
        "  X stays, with the status Active.",
        "  Plans/Y.md → 1 line added to its log; moves to Archive/Y.md. It has no step that is not in Plans/X.md already.",
        "",
        `This is a summary. One of them line by line: planwright merge NOTE${room.options(at)}; all of them: planwright merge all --all-lines${room.options(at)}`,
        "",
        `Nothing was changed. To change these notes so: planwright merge all ${codeIn(out)}${room.options(at)}`,
        "",
      ].join("\n"),
    );
    const named = (await room.run("merge", "C", "--vault", at)).out;
    expect(named).not.toContain(" → ");
    expect(named).not.toContain("This is a summary");
    expect(named.match(/^ {2}moves to {2}Archive/gm)).toHaveLength(3);
  });

  test("takes in a copy that sync made, and leaves to the person what is over or cannot be read", async () => {
    const at = vault("copies", {
      "A.md": first,
      "A.sync-conflict-20260301-090500-ABCDEFG.md": first.replace("- [ ] b", "- [x] b"),
      "A (conflicted copy 2026-03-01).md": first.replace("status: Active", "status: Cancelled"),
    });
    const { out } = await room.run("merge", "A", "--vault", at);
    expect(out).toContain(
      "Plans/A (conflicted copy 2026-03-01).md is not merged: its status is Cancelled; if that is meant, give the original the same status; then move this copy away.",
    );
    await room.run("merge", "A", codeIn(out), "--vault", at);
    expect(room.read("copies/Plans/A.md")).toContain("- [x] a\n- [x] b\n");
    expect(room.list("copies/Archive")).toEqual(["A.sync-conflict-20260301-090500-ABCDEFG.md"]);
  });

  test("does nothing where one of the notes is another by now, also the one that would only be read", async () => {
    const at = vault("merge-raced", { "A.md": first, "B.md": second });
    const { out } = await room.run("merge", "--vault", at);
    room.write("merge-raced/Plans/B.md", second.replace("c ^s-1", "d"));
    expect((await room.run("merge", "all", codeIn(out), "--vault", at)).err).toContain(
      "the notes changed since this code was shown",
    );
    expect(room.list("merge-raced")).toEqual(["Plans", "Plans/A.md", "Plans/B.md"]);
  });

  test.each<readonly [string, readonly string[], number, string]>([
    [
      "a note that stands alone",
      ["merge", "C"],
      1,
      "Plans/C.md is a plan: C, Active. “planwright explain” tells what it is waiting for.",
    ],
    [
      "a sign that merge cannot give",
      ["merge", "A", "--hands"],
      2,
      "--hands goes with convert. --help shows how.",
    ],
    [
      "a code that is none",
      ["merge", "A", "yes"],
      2,
      "The code is the eight characters that “merge A” shows, not “yes”. --help shows how.",
    ],
  ])("%s is told so", async (_what, words, code, say) => {
    const at = vault("merge-told", { "A.md": first, "B.md": second, "C.md": plan("C", "status: Active") });
    expect(bare(await room.run(...words, "--vault", at))).toEqual({
      code,
      out: "",
      err: `planwright: ${say}\n`,
    });
  });
});

describe("adopt", () => {
  const asked =
    "---\naction: send_email\nto: ana@example.com\nsubject: Hello\nplan: A\nstatus: approved\n---\n\n## Body\n\nDear Ana.\n";

  function requests(name: string, notes: Readonly<Record<string, string>>): string {
    for (const [path, text] of Object.entries(notes)) room.write(`${name}/${path}`, text);
    return room.at(name);
  }

  test("shows the plan that would ask anew; with the code it makes it, and the request moves away unchanged", async () => {
    const at = requests("adopt", {
      "Approved/r.md": asked,
      "Plans/A.md": plan("A", "status: Active").replace("- [ ] a", "- [ ] ✋ a"),
    });
    const { code, out } = await room.run("adopt", "r", "--vault", at);
    expect(code).toBe(0);
    expect(out).toContain("\n\n  ---\n  task_id: PLAN-");
    expect(out).toContain(
      "It was in the Approved folder: another program may have carried it out already. Look before you start this plan.",
    );
    expect(out).toContain(
      "It says that it is for Plans/A.md, which has an open step that needs approval. If that is the same thing, skip one of the two, or you are asked twice.",
    );
    expect(out).toContain("Approved/r.md\n  Every byte of it stays.\n  moves to  Archive/r.md\n");
    expect(room.list("adopt")).toEqual(["Approved", "Approved/r.md", "Plans", "Plans/A.md"]);
    const done = await room.run("adopt", "r", codeIn(out), "--vault", at);
    expect(done.err).toBe("");
    expect(done.out).toMatch(
      /^Made Plans\/PLAN-[0-9a-f]{8} Email to ana example\.com, Hello\.md\. Moved Approved\/r\.md to Archive\/r\.md\. To begin a draft, set its status to Active\.\n/,
    );
    expect(room.read("adopt/Archive/r.md")).toBe(asked);
    expect(room.list("adopt/Approved")).toEqual([]);
    expect(room.list("adopt")).not.toContain("Pending_Approval");
  });

  test("makes one plan of a request that lies in two folders, and no other when it comes back", async () => {
    const at = requests("adopt-two", {
      "Approved/r.md": asked,
      "Pending_Approval/r.md": asked,
      "Plans/A.md": plan("A", "status: Active"),
    });
    const { out } = await room.run("adopt", "--vault", at);
    await room.run("adopt", "all", codeIn(out), "--vault", at);
    expect(room.list("adopt-two/Plans")).toHaveLength(2);
    expect(room.list("adopt-two/Archive")).toEqual(["r (2).md", "r.md"]);
    room.write("adopt-two/Pending_Approval/r.md", asked);
    const again = await room.run("adopt", "--vault", at);
    expect(again.out).toContain(
      "so no other plan is made. Every byte of it stays.\n  moves to  Archive/r (3).md",
    );
    await room.run("adopt", "all", codeIn(again.out), "--vault", at);
    expect(room.list("adopt-two/Plans")).toHaveLength(2);
  });

  test("of many tells each in short, and shows one or all of them line by line when asked, under the same code", async () => {
    const notes = Object.fromEntries(
      ["One", "Two", "Three", "Four"].map((name) => [
        `Pending_Approval/${name}.md`,
        asked
          .replace("Hello", name)
          .replace("approved", "pending")
          .replace("Dear Ana.\n", `Dear Ana.\n${"More.\n".repeat(30)}`),
      ]),
    );
    const at = requests("adopt-short", {
      ...notes,
      "Approved/r.md": asked,
      "Rejected/no.md": "x",
      "Plans/A.md": plan("A", "status: Active"),
    });
    const { out } = await room.run("adopt", "--vault", at);
    const lines = out.split("\n");
    expect(lines.slice(0, 2)).toEqual([
      expect.stringMatching(
        /^Approved\/r\.md → becomes the draft Plans\/PLAN-[0-9a-f]{8} Email to ana example\.com, Hello\.md \(33 lines\); moves to Archive\/r\.md$/,
      ),
      "  It was in the Approved folder: another program may have carried it out already. Look before you start this plan. Read from it: its type from “action”, its target from “to”, its subject from “subject”, its text from “Body”. Left out of the plan: status. It says that it is for Plans/A.md.",
    ]);
    expect(lines.filter((each) => each.includes(" → ")).map((each) => each.split(" → ")[0])).toEqual([
      "Approved/r.md",
      "Pending_Approval/Four.md",
      "Pending_Approval/One.md",
      "Pending_Approval/Three.md",
      "Pending_Approval/Two.md",
    ]);
    expect(lines.slice(10)).toEqual([
      "",
      "Rejected/no.md was refused and is left alone; to ask for one after all, move it out of Rejected first.",
      "",
      `This is a summary. One of them line by line: planwright adopt NOTE${room.options(at)}; all of them: planwright adopt all --all-lines${room.options(at)}`,
      "",
      `Nothing was changed. To adopt these requests so: planwright adopt all ${codeIn(out)}${room.options(at)}`,
      "",
    ]);
    expect(
      (await room.run("adopt", "Pending_Approval/One.md", "--vault", at)).out.match(/ More\.\n/g),
    ).toHaveLength(30);
    const whole = (await room.run("adopt", "--all-lines", "--vault", at)).out;
    expect(whole.match(/ More\.\n/g)).toHaveLength(120);
    expect(codeIn(whole)).toBe(codeIn(out));
    expect((await room.run("adopt", "all", codeIn(out), "--vault", at)).out).toContain(
      "Made 5 notes. Moved 5 notes to Archive.",
    );
    const hello = room.list("adopt-short/Plans").find((name) => name.includes("Hello")) ?? "";
    expect(room.read(`adopt-short/Plans/${hello}`).match(/\n/g)).toHaveLength(33);
  });

  test("takes fifty at one go", async () => {
    const at = requests("adopt-many", {
      "Plans/A.md": plan("A", "status: Active"),
      ...Object.fromEntries(
        Array.from({ length: 53 }, (_, n) => [`Pending_Approval/${String(n)}.md`, `${asked}${String(n)}\n`]),
      ),
    });
    const { out } = await room.run("adopt", "--vault", at);
    expect(out).toContain("It takes 50 at a time; 3 more are left for the next run.");
    expect((await room.run("adopt", "all", codeIn(out), "--vault", at)).out).toContain(
      "Made 50 notes. Moved 50 notes to Archive.",
    );
  });

  test.each<readonly [string, Readonly<Record<string, string>>, string]>([
    [
      "without a type",
      { "Approved/r.md": "---\nto: ana@example.com\n---\n" },
      "Approved/r.md does not say what is to be done (no type of action); write it into its properties, such as “action_type: email”, or move the note away.",
    ],
    [
      "that was refused",
      { "Rejected/r.md": asked },
      "Rejected/r.md was refused and is left alone; to ask for one after all, move it out of Rejected first.",
    ],
  ])("leaves one %s to the person", async (what, notes, say) => {
    const at = requests(`adopt ${what}`, { ...notes, "Plans/A.md": plan("A", "status: Active") });
    expect(await room.run("adopt", "--vault", at)).toEqual({ code: 1, out: "", err: `planwright: ${say}\n` });
  });
});
