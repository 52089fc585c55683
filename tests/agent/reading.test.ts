/** The notes that an agent may read, however a path, a folder or a tag is spelled. */
import { expect, test } from "vitest";
import { readSettings } from "../../src/settings/settings";
import { folderFault, linksIn, pathFault, tagFault, type Scope } from "../../src/agent/reading";

function scope(settings: object, linked: readonly string[] = []): Scope {
  const parsed = readSettings(settings);
  if (parsed.kind === "bad") throw new Error(parsed.why);
  return { settings: parsed.settings, plan: "Plans/Mine.md", work: "Work/mine", linked: new Set(linked) };
}

const ALL = { agent_folders: ["/"] };

test.each<readonly [string, object, readonly string[]]>([
  ["Plans/Roof.md", {}, []],
  ["Inbox/Call.md", {}, []],
  ["Work/mine/Comparison.md", {}, []],
  ["Money/Offers.md", {}, ["Money/Offers.md"]],
  ["Money/Offers.md", { agent_folders: ["./Money/"] }, []],
  ["Money/Offers.md", { agent_folders: ["money"] }, []],
  ["Diary of a roof.md", { ...ALL, agent_never: ["Diary", "", " ", "#private"] }, []],
])("%s may be read with %j", (path, settings, linked) => {
  expect(pathFault(path, scope(settings, linked))).toBeNull();
});

test.each<readonly [string, object]>([
  ["Money/Offers.md", {}],
  ["Money/Offers.md", { agent_folders: [""] }],
  ["Money/Offers.md", { agent_folders: [" "] }],
  ["Moneybox/Offers.md", { agent_folders: ["Money"] }],
  ["Pending_Approval/a.md", ALL],
  ["PENDING_approval/a.md", ALL],
  ["Approved/a.md", ALL],
  ["Rejected/a.md", ALL],
  ["Done/Actions/a_receipt.md", ALL],
  ["Acting device.md", ALL],
  ["acting DEVICE.md", ALL],
  ["Work/other/Comparison.md", ALL],
  ["work/other/Comparison.md", ALL],
  ["Work/mine/Work notes.md", ALL],
  ["Work/mine/work NOTES.md", ALL],
  ["Diary/a.md", { ...ALL, agent_never: ["Diary"] }],
  ["Diary/a.md", { ...ALL, agent_never: ["diary/"] }],
  ["Diary/a.md", { ...ALL, agent_never: [" /Diary "] }],
  ["Diary/a.md", { ...ALL, agent_never: ["./Diary"] }],
  ["Caf\u00e9/a.md", { ...ALL, agent_never: ["Cafe\u0301"] }],
  ["Money/a.md", { ...ALL, agent_never: ["/"] }],
  ["Plans/a.md", { agent_never: ["/"] }],
  [".obsidian/app.json", ALL],
  ["a/.hidden/b.md", ALL],
  ["../secret.md", ALL],
  ["./Plans/a.md", ALL],
  ["Plans/../Approved/a.md", ALL],
  ["Plans/%2e%2e/Approved/a.md", ALL],
  ["Approved /a.md", ALL],
  ["Approved\\a.md", ALL],
  ["/Plans/a.md", ALL],
  ["C:/a.md", ALL],
  ["file:///etc/passwd", ALL],
  ["Cafe\u0301/a.md", ALL],
])("%s may not be read with %j, not even where the plan links to it", (path, settings) => {
  const given = scope(settings, path.startsWith("Money") || path.startsWith("Plans/a") ? [] : [path]);
  expect(pathFault(path, given)).not.toBeNull();
});

test.each<readonly [string, string]>([
  ["#private", "a #private b"],
  ["#private", "#Private"],
  ["#private", "(#private)"],
  ["#private", "a,#private."],
  ["#private", "x #private/deep"],
  ["#Private ", "#private"],
  ["##private/", "#private"],
  ["#caf\u00e9", "#cafe\u0301"],
  ["#🔒", "#🔒"],
  ["#private", "---\ntags: private\n---\n"],
  ["#private", "---\nTags: [a, Private/deep]\n---\n"],
  ["#private", '---\ntag: "#private"\n---\n'],
  ["#private", "---\ntags: a, private\n---\n"],
  ["#private", "---\ntags:\n  - a\n  - private\n---\n"],
  ["#private", "---\ntags:\n  a: private\n---\n"],
  ["#private", "---\ntags:\n  private:\n---\n"],
  ["#private", "\ufeff---\r\ntags: private\r\n---\r\n"],
  ["#private", `---\na: ${"x".repeat(6000)}\ntags: [private\n---\n`],
  ["#private", "---\ntags: private\nnever closed\n"],
])("no agent reads notes with the tag %j, here in %j", (tag, text) => {
  expect(tagFault(text, { agent_never: [tag] })).not.toBeNull();
});

test.each<readonly [string, string]>([
  ["#private", "privately, #privately"],
  ["#private", "a#private"],
  ["#private", "---\ntags: public\nmood: private\n---\n"],
  ["#", "#private"],
  ["Diary", "#diary"],
])("the tag %j does not close %j", (tag, text) => {
  expect(tagFault(text, { agent_never: [tag] })).toBeNull();
});

test("links are taken from text by their targets", () => {
  expect(linksIn("[[Rates]] ![[Money/Rates#Paper|rates]] [[ Offers^b ]] [[#Here]] [[]] [[a]")).toEqual([
    "Rates",
    "Money/Rates",
    "Offers",
  ]);
});

test.each<readonly [string, object, readonly string[]]>([
  ["", {}, []],
  ["", { agent_folders: ["Money/Roof"] }, []],
  ["Money", { agent_folders: ["/Money/Roof/"] }, []],
  ["Money/Roof", { agent_folders: ["Money"] }, []],
  ["Plans", {}, []],
  ["Work", {}, []],
  ["Work/mine", {}, []],
  ["Money", {}, ["Money/Roof/Offers.md"]],
  ["Money", { ...ALL, agent_never: ["Diary", "#private"] }, []],
])("the folder “%s” may be listed with %j", (folder, settings, linked) => {
  expect(folderFault(folder, scope(settings, linked))).toBeNull();
});

test.each<readonly [string, object, readonly string[]]>([
  ["Money", {}, []],
  ["Money", {}, ["Moneybox/Offers.md"]],
  ["Money", { agent_folders: ["Moneybox"] }, []],
  ["Money", { agent_folders: ["Money"], agent_never: ["money"] }, []],
  ["Money", { agent_folders: ["Money/Roof"], agent_never: ["Money"] }, []],
  ["Diary/2026", { ...ALL, agent_never: ["/Diary/"] }, []],
  ["Plans", { ...ALL, agent_never: ["/"] }, []],
  ["Work/other", ALL, []],
  ["Approved", ALL, []],
  ["Done/Actions", ALL, []],
  [".obsidian", ALL, []],
  ["Plans/.hidden", ALL, []],
  ["..", ALL, []],
  ["Plans/..", ALL, []],
  ["Plans//a", ALL, []],
])("the folder “%s” may not be listed with %j", (folder, settings, linked) => {
  expect(folderFault(folder, scope(settings, linked))).toMatch(/\.$/);
});
