/** A folder that is no vault of ours is left as it is, whatever is asked of it; only `init` makes one of it. */
import { afterAll, expect, test } from "vitest";
import { openRoom } from "./call";

const room = openRoom();
afterAll(() => room.leave());

const WRITING = [
  ["settle"],
  ["settle", "--executor"],
  ["settle", "--executor", "--dry-run"],
  ["watch"],
  ["watch", "--executor"],
  ["take-over"],
  ["pause"],
  ["continue"],
  ["start", "A"],
  ["request", "A"],
  ["skip", "A"],
  ["cancel", "A"],
  ["confirm", "abcdef12"],
  ["resolve", "abcdef12", "happened"],
] as const;

test.each(WRITING.map((words) => [words.join(" "), words] as const))(
  "%s in a folder without one of ours is wrong use, and makes nothing",
  async (name, words) => {
    const at = `docs ${name}`;
    room.write(`${at}/letter.txt`, "Dear Ana,");
    const device = room.at(`device ${name}`);
    const { code, out, err } = await room.run(...words, "--vault", room.at(at), "--device", device);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toBe(
      `planwright: ${room.at(at)} is not set up yet: it has none of Planwright’s folders. If they have other names, give the settings file that says so (--settings FILE). If it is new, run “init” first; it lists what it makes.\n`,
    );
    expect(room.list(at)).toEqual(["letter.txt"]);
    expect(room.list(".")).not.toContain(`device ${name}`);
  },
);

test("a folder that holds only folders Planwright does not read is not a vault of ours either", async () => {
  room.folder("home/Archive");
  room.folder("home/Inbox");
  expect(await room.run("settle", "--executor", "--vault", room.at("home"))).toMatchObject({ code: 2 });
  expect(room.list("home")).toEqual(["Archive", "Inbox"]);
});

test("a folder with plans and nothing else of ours is used as it is", async () => {
  room.folder("old/Plans");
  expect(await room.run("settle", "--vault", room.at("old"))).toMatchObject({ code: 0, err: "" });
});

test("one of the folders of a vault, given instead of it, is asked about and stays as it is", async () => {
  await room.run("init", "--vault", room.folder("whole"));
  const before = room.list("whole");
  const plans = room.at("whole/Plans");
  expect(await room.run("settle", "--executor", "--vault", plans)).toMatchObject({
    code: 2,
    err: `planwright: ${plans} looks like a folder inside a vault, not the vault; did you mean the folder above?\n`,
  });
  expect(room.list("whole")).toEqual(before);
});

test("the folders are looked for where the settings say they are", async () => {
  const settings = room.write("settings.json", '{ "root": "Work", "folders": { "plans": "Projects" } }');
  room.folder("renamed/Work/Projects");
  expect(await room.run("settle", "--vault", room.at("renamed"), "--settings", settings)).toMatchObject({
    code: 0,
  });
  expect(await room.run("settle", "--vault", room.at("renamed"))).toMatchObject({ code: 2 });
});

test("looking is allowed anywhere, and init makes a vault of the folder", async () => {
  const at = room.folder("new");
  expect(await room.run("status", "--vault", at)).toMatchObject({ code: 0 });
  expect(room.list("new")).toEqual([]);
  expect(await room.run("init", "--vault", at)).toMatchObject({
    code: 0,
    out: expect.stringContaining(
      "Made Inbox, Needs_Action, Plans, Pending_Approval, Approved, Rejected, Done/Plans, Done/Actions, Archive.",
    ) as string,
  });
  expect(await room.run("settle", "--executor", "--vault", at)).toMatchObject({ code: 0, err: "" });
});
