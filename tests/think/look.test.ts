/** How an agent looks around: folders and sections. It hears of no name that it may not read. */
import { expect, test } from "vitest";
import type { ModelQuestion } from "../../src/kit/ports/model";
import { createFakeModels, says } from "../fakes/models";
import { benchWith, OFFERS, PLAN, planText } from "./desk";

const PRIVATE = "---\ntags: [private]\n---\nThe safe.\n";
const FILES = {
  "Money/Offers.md": OFFERS,
  "Money/Old/Offers.md": OFFERS,
  "Money/Secret deal.md": PRIVATE,
  "Money/Rates.csv": "a,1\n",
  "Money/Photo.png": "x",
  "Diary/Monday.md": "Rain.\n",
  "Other/Thing.md": "A thing.\n",
  "Approved/Go.md": "x\n",
  "Work/other-12345678/Result.md": "x\n",
};
const ALL = { agent_folders: ["/"], agent_never: ["Diary", "#private"] };

/** The words for the model about each call. */
async function told(
  calls: readonly (readonly [string, object])[],
  settings: object,
  files: Readonly<Record<string, string>> = FILES,
): Promise<readonly string[]> {
  const models = createFakeModels(({ messages }: ModelQuestion) =>
    messages.length > 1 ? says("", ["give_back", { why: "Yours." }]) : says("", ...calls),
  );
  const bench = benchWith(models, { files, settings });
  const engine = await bench.open();
  await engine.settle();
  await engine.close();
  return (models.asked[1]?.messages ?? []).flatMap((each) =>
    each.from === "tools" ? each.results.map(({ text }) => text.replace(/^<data>\n|\n<\/data>$/g, "")) : [],
  );
}

test("a folder is listed with what may be read in it, and with nothing else", async () => {
  const [root = "", money = "", diary = "", work = "", approved = "", none = ""] = await told(
    ["/", "Money/", "Diary", "Work", "Approved", "Nowhere"].map((path) => ["list_folder", { path }]),
    ALL,
  );
  expect(root).toContain("Money/\n");
  expect(root).not.toMatch(/Diary|Approved|Pending|Acting device/);
  expect(money).toBe("In Money/ you may read:\nMoney/Old/\nMoney/Offers.md\nMoney/Rates.csv");
  expect(diary).toBe("The person lets no agent read in this folder.");
  expect(work).not.toContain("other");
  expect(approved).toBe("Requests and records are not for you to read.");
  expect(none).toBe("There is no folder Nowhere.");
});

test("without agent_folders, folders on the way to what the plan links to are listed, and no more", async () => {
  const [root = "", money = "", other = "", found = ""] = await told(
    [
      ...["/", "Money", "Other"].map((path) => ["list_folder", { path }] as const),
      ["search_notes", { query: "x", folder: "Money" }],
    ],
    {},
    { "Money/Offers.md": OFFERS, "Money/Rates.md": OFFERS, "Money/Old/A.md": "x\n", "Other/Thing.md": "x\n" },
  );
  expect(root).toMatch(/^In the vault you may read:\nInbox\/\nMoney\/\nNeeds_Action\/\nPlans\/\n/);
  // A list and a search count alike.
  const closed = "There and further in, 2 more notes are closed to you: only the person can open them.";
  expect(money).toBe(`In Money/ you may read:\nMoney/Offers.md\n${closed}`);
  expect(found.split("\n").at(-1)).toBe(closed);
  expect(other).toBe("The person does not let you read there.");
});

test("what Planwright keeps for itself and for its agents is neither found nor listed, and read by its name", async () => {
  const models = createFakeModels(({ messages, about }: ModelQuestion) =>
    about.step.startsWith("Compare")
      ? messages.length > 1
        ? says("", ["finish_step", { summary: "Done.", evidence: [{ file: "Rates.md" }] }])
        : says("", ["write_work_file", { name: "Rates.md", text: "Zebra.\n" }])
      : messages.length > 1
        ? says("", ["give_back", { why: "Yours." }])
        : says(
            "",
            ["search_notes", { query: "Zebra" }],
            ["list_folder", { path: "/" }],
            ["list_folder", { path: "Money" }],
            ["list_folder", { path: "Work" }],
            ["read_note", { path: "Rates.md" }],
          ),
  );
  const files = {
    "Money/Zebra.md": "Zebra.\n",
    "Money/About this folder.md": "Zebra.\n",
    "Money/Offers.md": OFFERS,
  };
  const bench = benchWith(models, { files, settings: ALL });
  const engine = await bench.open();
  await engine.settle();
  await engine.close();
  const [found = "", root = "", money = "", work = "", file = ""] = (
    models.asked.at(-1)?.messages ?? []
  ).flatMap((each) => (each.from === "tools" ? each.results.map(({ text }) => text) : []));
  expect(found).toContain("1 note with all of these words:\nMoney/Zebra.md");
  expect(found).not.toMatch(/About this folder|Work\//);
  expect(root).not.toContain("Work/");
  expect(money).not.toContain("About this folder");
  expect(work).not.toContain("Rates");
  expect(file).toContain("Zebra.");
});

test("a long folder is cut, and what is told says so", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 230 }, (_each, at) => [`Money/Note ${String(at)}.md`, "x\n"]),
  );
  const [money = ""] = await told([["list_folder", { path: "Money" }]], ALL, many);
  expect(money.split("\n").length).toBe(202);
  expect(money).toMatch(/… and up to 31 more names\. List a folder further in, or use search_notes\.$/);
});

test("a section is read like the note, and closed like it", async () => {
  const [section, heading, secret, secretSection] = await told(
    [
      ["read_note", { path: "Money/Offers.md", heading: "Offers" }],
      ["read_note", { path: "Money/Offers.md", heading: "Prices" }],
      ["read_note", { path: "Money/Secret deal.md", heading: "Rain" }],
      ["read_note", { path: "Diary/Monday.md", heading: "Rain" }],
    ],
    ALL,
  );
  expect(section).toBe(`Money/Offers.md\n\n${OFFERS}`);
  expect(heading).toBe("The note has no such heading. Its headings: “Offers”.");
  expect(secret).toBe("The person lets no agent read notes with this tag.");
  expect(secretSection).toBe("The person lets no agent read in this folder.");
});

test("of a note that is not there the model hears just that, and the same of one that is closed", async () => {
  const linking = {
    [PLAN]: planText().replace("[[Offers]]", "[[Offers]], [[Gone note]] and [[Money/Lost]]"),
  };
  const files = { "Money/Offers.md": OFFERS, "Diary/Monday.md": "Rain.\n", ...linking };
  const [gone, lost, monday, nobody] = await told(
    ["Gone note", "[[Money/Lost]]", "Monday", "Tuesday"].map((path) => ["read_note", { path }]),
    { agent_never: ["Diary"] },
    files,
  );
  expect(gone).toBe("There is no note “Gone note”. search_notes finds notes.");
  expect(lost).toBe("There is no note “Money/Lost”. search_notes finds notes.");
  expect(monday).toBe("There is no note “Monday” that you may read. search_notes finds notes.");
  expect(nobody).toBe(monday?.replace("Monday", "Tuesday"));
});
