/**
 * Changes to many notes at once, on a computer over a real folder: how they are shown, how far they are, and how they
 * are stopped.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Harness } from "./harness";
import { openRoom, pass, PROMPT, type Room } from "./plugin-room";

let room: Room;
let app: Harness;
beforeEach(async () => {
  room = await openRoom();
  await room.settings(PROMPT);
});
afterEach(() => room.leave());

const NAMES = ["Barn", "Fence", "Garden"];
const asked = (name: string): string =>
  `---\naction: send_email\nto: ana@example.com\nsubject: ${name}\n---\n\n## Body\nDear Ana.\n`;
const other = (name: string): string => `# ${name}\n\n## Steps\n- [ ] Mend it\n`;
const converted = (name: string): string =>
  `---\ntask_id: ${name}\nstatus: Draft\nblocked_reason: null\n---\n\n${other(name).replace("## Steps", "## Roadmap")}`;
const notes = async (): Promise<readonly string[]> =>
  await Promise.all(NAMES.map((name) => room.get(`Plans/${name}.md`)));

/** Lets something happen while the note after the first `whole` ones is being written. */
function amid(whole: number, happens: () => void): void {
  const { vault } = app.app;
  const process = vault.process.bind(vault);
  let left = whole;
  vault.process = async (file, edit, options) => {
    const text = await process(file, edit, options);
    if (left-- === 0) happens();
    return text;
  };
}

/** A desktop that shows what would become of three notes. */
async function shown(): Promise<void> {
  for (const name of NAMES) await room.put(`Plans/${name}.md`, other(name));
  app = await room.start();
  await pass(app, 15_000);
  await app.run("convert-plans");
  await app.modal().choose("All of them");
}

describe("while an agreed change goes through many notes", () => {
  test("it is shown how far it is, and then it is gone", async () => {
    await shown();
    const seen: string[] = [];
    amid(1, () => {
      const { title, el } = app.modal();
      seen.push(
        title,
        el.querySelector("[role=status]")?.textContent ?? "",
        String(el.querySelector("progress")?.value),
        el.ownerDocument.activeElement?.textContent ?? "",
      );
    });
    await app.modal().click("Change these 3 notes");
    expect(seen).toEqual(["Convert 3 notes", "1 of 3 notes done", "1", "Stop"]);
    expect(app.modals()).toEqual([]);
    expect(app.notices().at(-1)).toBe("Changed 3 notes. To begin a draft, set its status to Active.");
    expect(await notes()).toEqual(NAMES.map(converted));
    expect(app.errors()).toEqual([]);
  });

  test.each<readonly [string, () => void]>([
    ["the button", () => void app.modal().click("Stop")],
    ["Escape", () => void app.modal().pressEscape()],
    ["turning the plugin off", () => app.plugin.unload()],
    ["quitting the app", () => void app.quit()],
  ])(
    "%s stops it after the note that is being written, and it is said what was left",
    async (_what, happens) => {
      await shown();
      amid(0, happens);
      await app.modal().click("Change these 3 notes");
      await app.idle();
      expect(app.modals()).toEqual([]);
      expect(app.notices().at(-1)).toBe(
        "Stopped. Changed Plans/Barn.md. 2 notes are as they were. To begin a draft, set its status to Active. “Convert plans…” shows what is left.",
      );
      expect(await notes()).toEqual([converted("Barn"), other("Fence"), other("Garden")]);
      expect(app.errors()).toEqual([]);
    },
  );

  test("what was left is shown again, and ends as if nobody had stopped", async () => {
    await shown();
    amid(0, () => void app.modal().click("Stop"));
    await app.modal().click("Change these 3 notes");
    await pass(app, 15_000);
    await app.run("convert-plans");
    await app.modal().choose("All of them");
    expect(app.modal().title).toBe("Convert 2 notes?");
    expect(app.modal().text()).not.toContain("Barn");
    await app.modal().click("Change these 2 notes");
    expect(await notes()).toEqual(NAMES.map(converted));
    expect(app.errors()).toEqual([]);
  });
});

describe("a change to many notes is shown", () => {
  test("each in short, and line by line where it is opened", async () => {
    const names = ["Barn", "Fence", "Garden", "Roof"];
    for (const name of names) await room.put(`Pending_Approval/${name}.md`, asked(name));
    app = await room.start();
    await pass(app, 15_000);
    await app.run("adopt-requests");
    await app.modal().choose("All of them");
    const { title, el } = app.modal();
    expect(title).toBe("Adopt 4 requests?");
    const all = Array.from(el.querySelectorAll("details"));
    expect(all.map((each) => each.open)).toEqual([false, false, false, false]);
    expect(all[1]?.querySelector("summary")?.textContent).toMatch(
      /^Pending_Approval\/Fence\.md → becomes the draft Plans\/PLAN-[0-9a-f]{8} Email to ana example\.com, Fence\.md \(\d+ lines\); moves to Archive\/Fence\.md$/,
    );
    expect(all[1]?.textContent).toContain("      subject: Fence");
    expect(all[1]?.nextElementSibling?.textContent).toBe(
      "Read from it: its type from “action”, its target from “to”, its subject from “subject”, its text from “Body”.",
    );
    await app.modal().click("Adopt these 4 requests");
    expect(await room.names("Archive")).toEqual(names.map((name) => `${name}.md`));
    expect(app.notices().at(-1)).toBe(
      "Made 4 notes. Moved 4 notes to Archive. To begin a draft, set its status to Active.",
    );
    expect(app.errors()).toEqual([]);
  });

  test("as many as are counted while it is done, without the plans that are made", async () => {
    for (const name of ["Barn", "Fence"]) await room.put(`Pending_Approval/${name}.md`, asked(name));
    app = await room.start();
    await pass(app, 15_000);
    await app.run("adopt-requests");
    await app.modal().choose("All of them");
    expect(app.modal().title).toBe("Adopt 2 requests?");
    const seen: string[] = [];
    const { vault } = app.app;
    const rename = vault.rename.bind(vault);
    vault.rename = async (file, to) => {
      seen.push(
        app.modals().length === 0
          ? ""
          : `${app.modal().title}: ${app.modal().el.querySelector("[role=status]")?.textContent ?? ""}`,
      );
      await rename(file, to);
    };
    await app.modal().click("Adopt these 2 requests");
    expect(seen).toEqual(["Adopt 2 requests: 0 of 2 notes done", "Adopt 2 requests: 1 of 2 notes done"]);
    await room.put("Pending_Approval/Garden.md", asked("Garden"));
    await pass(app, 15_000);
    await app.run("adopt-requests");
    seen.length = 0;
    await app.modal().click("Adopt this request");
    expect(seen).toEqual([expect.not.stringContaining("notes done")]);
    expect(await room.names("Archive")).toEqual(["Barn.md", "Fence.md", "Garden.md"]);
    expect(app.errors()).toEqual([]);
  });

  test("whole where one of a large group is named", async () => {
    for (const name of ["A", "B", "C", "D"])
      await room.put(
        `Plans/${name}.md`,
        `---\ntask_id: ${name}\nsource_link: Inbox/x.md\nstatus: Draft\n---\n\n## Roadmap\n- [ ] ${name}\n`,
      );
    app = await room.start();
    await pass(app, 15_000);
    await app.run("merge-duplicates");
    await app.modal().choose("All of them");
    expect(app.modal().el.querySelectorAll("details")).toHaveLength(1);
    expect(app.modal().text()).toContain(
      "Plans/B.md → 1 line added to its log; moves to Archive/B.md. Its only step goes to Plans/A.md.",
    );
    await app.modal().pressEscape();
    await app.run("merge-duplicates");
    await app.modal().choose("Plans/C.md");
    expect(app.modal().title).toBe("Merge 4 notes?");
    expect(app.modal().el.querySelectorAll("details")).toHaveLength(0);
    expect(app.errors()).toEqual([]);
  });

  test("whole where there are few", async () => {
    await shown();
    expect(app.modal().el.querySelectorAll("details")).toHaveLength(0);
    expect(app.modal().text()).toContain("+ task_id: Fence");
  });
});
