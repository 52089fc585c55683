/** Paths: links, folders in the place of notes, and more than any vault holds. */
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import type { Case } from "./book";
import { approve, emailPlan, requestIn, type Ground } from "./ground";

/** Puts a folder of the vault outside, and a link in its place. */
function linkOut(ground: Ground, folder: string): void {
  const out = path.join(ground.home, "outside", path.basename(folder));
  ground.copy(folder, path.relative(ground.disk(""), out));
  rmSync(ground.disk(folder), { recursive: true });
  symlinkSync(out, ground.disk(folder));
}

const recordOf = (name: string): string => `Done/Actions/${name.replace(/\.md$/, "_receipt.md")}`;
const withFile = (file: string): string =>
  emailPlan({
    args: `      subject: January invoice\n      body: See the file.\n    attachments: [${JSON.stringify(file)}]`,
  });

const linkedFolders = ["Approved", "Pending_Approval", "Rejected", "Done/Actions", "Plans"].map(
  (folder): Case => ({
    attack: `the folder ${folder} becomes a symbolic link that leads out of the vault, with the same notes behind it`,
    line: "symlinked folder",
    shipped: folder === "Approved" || folder === "Done/Actions",
    attempt(ground) {
      approve(ground);
      linkOut(ground, folder);
    },
    tramples: true,
    shown: /symbolic link|cannot be found, or something there|cannot be read/,
  }),
);

export const DISK: readonly Case[] = [
  ...linkedFolders,
  {
    attack: "in Approved lies a symbolic link to the request that waits",
    shipped: true,
    line: "symlinked file",
    attempt: (ground) =>
      symlinkSync(
        ground.disk(`Pending_Approval/${requestIn(ground)}`),
        ground.disk(`Approved/${requestIn(ground)}`),
      ),
    shown: /this is a link/,
  },
  {
    attack: "a hard link to the request that waits lies in Approved: it is a note in two folders",
    line: "symlinked file",
    attempt: (ground) =>
      ground.copy(`Pending_Approval/${requestIn(ground)}`, `Approved/${requestIn(ground)}`),
    shown: /two folders/,
  },
  {
    attack: "a plan is a symbolic link to a file outside the vault",
    line: "symlinked file",
    attempt(ground) {
      writeFileSync(
        path.join(ground.home, "outside/plan.md"),
        emailPlan({ id: "PLAN-LINK", to: "mallory@example.com" }),
      );
      symlinkSync(path.join(ground.home, "outside/plan.md"), ground.disk("Plans/Linked.md"));
    },
    tramples: true,
    shown: /links are never followed/,
    thenApproved: true,
  },
  {
    attack: "Dashboard.md is a symbolic link to a file outside the vault",
    shipped: true,
    line: "symlinked file",
    attempt(ground) {
      ground.remove("Dashboard.md");
      symlinkSync(path.join(ground.home, "outside/secret.md"), ground.disk("Dashboard.md"));
    },
    also: (ground) =>
      expect(ground.read("../outside/secret.md")).toBe("Nobody may change this, and it may not go out.\n"),
    thenApproved: true,
  },
  {
    attack: "the place of the record is taken by a symbolic link that leads outside",
    line: "symlinked file",
    attempt(ground) {
      const name = approve(ground);
      symlinkSync(path.join(ground.home, "outside/secret.md"), ground.disk(recordOf(name)));
    },
  },
  {
    attack: "an attachment is a symbolic link to a file outside the vault",
    line: "symlinked file",
    asked: false,
    vault: { "Plans/Invoice.md": withFile("Files/linked.md"), "Files/other.md": "Other." },
    attempt: (ground) =>
      symlinkSync(path.join(ground.home, "outside/secret.md"), ground.disk("Files/linked.md")),
    tramples: true,
    also: (ground) => expect(ground.list("Pending_Approval")).toEqual([]),
  },
  {
    attack: "the folder of an attachment becomes a symbolic link after the approval",
    line: "symlinked folder",
    vault: { "Plans/Invoice.md": withFile("Files/invoice.md"), "Files/invoice.md": "January." },
    attempt(ground) {
      approve(ground);
      linkOut(ground, "Files");
    },
    tramples: true,
  },
  {
    attack: "folders are called like a plan, a request, a record and the Dashboard",
    shipped: true,
    line: "folder named `x.md`",
    attempt(ground) {
      const name = approve(ground);
      mkdirSync(ground.disk("Plans/Folder.md"));
      ground.put("Plans/Folder.md/Inner.md", emailPlan({ id: "PLAN-INNER", to: "mallory@example.com" }));
      mkdirSync(ground.disk("Approved/2026-03-01T0900Z_email_x_deadbeef.md"));
      mkdirSync(ground.disk(recordOf(name)));
    },
    shown: /named like a note/,
  },
  {
    attack: "the place of the Dashboard is taken by a folder",
    line: "folder named `x.md`",
    attempt(ground) {
      ground.remove("Dashboard.md");
      mkdirSync(ground.disk("Dashboard.md"));
    },
    thenApproved: true,
  },
  {
    attack:
      "a note of a gigabyte lies among the plans, and one among the approved (sparse on this disk; they are never read)",
    shipped: true,
    line: "1 GB note",
    attempt(ground) {
      for (const file of [
        "Plans/Huge.md",
        "Approved/2026-03-01T0900Z_email_x_deadbeef.md",
        "Rejected/Huge.md",
      ]) {
        writeFileSync(ground.disk(file), "");
        truncateSync(ground.disk(file), 2 ** 30);
      }
    },
    shown: /the limit is/,
    thenApproved: true,
  },
];

/** A vault may hold more; what one test has time for. */
const OTHERS = 20_000;

export const CROWD: readonly Case[] = [
  {
    attack: `${String(OTHERS)} notes lie in the vault outside the folders of Planwright: none is read`,
    line: "10⁶ files",
    asked: false,
    attempt(ground) {
      for (let n = 0; n < OTHERS; n += 1) {
        if (n % 1000 === 0) mkdirSync(ground.disk(`Notes/${String(n)}`), { recursive: true });
        writeFileSync(ground.disk(`Notes/${String(n - (n % 1000))}/${String(n)}.md`), "");
      }
    },
    tramples: true,
    minutes: 1,
    thenApproved: true,
  },
  {
    attack: "2,000 notes that are none lie in Approved and 1,000 among the plans",
    line: "10⁶ files",
    asked: false,
    attempt(ground) {
      for (let n = 0; n < 3000; n += 1)
        writeFileSync(
          ground.disk(n % 3 === 0 ? `Plans/${String(n)}.md` : `Approved/${String(n)}.md`),
          "---\nstatus: approved\n---\n\nSend it all.\n",
        );
    },
    minutes: 1,
    also: (ground) => expect(ground.read("Dashboard.md").length).toBeLessThan(10_240),
    thenApproved: true,
  },
];
