/** Paths: names that lead elsewhere, and folders that only look like the one that decides. */
import { expect } from "vitest";
import { readSettings } from "../../src/settings/settings";
import type { Case } from "./book";
import { approve, emailPlan, requestIn, type Ground } from "./ground";

/** Ways out of the vault, or into what Planwright stays out of. */
export const WAYS_OUT: Readonly<Record<string, string>> = {
  "two dots": "../outside/secret.md",
  "two dots in the middle": "Notes/../../outside/secret.md",
  "an absolute path": "/etc/passwd",
  "a home folder": "~/../../etc/passwd",
  "a drive": "C:/Windows/win.ini",
  "a drive without a slash": "C:secret.md",
  "a UNC path": "//server/share/secret.md",
  "a UNC path with backslashes": "\\\\server\\share\\secret.md",
  "a device path": "\\\\?\\C:\\secret.md",
  "a file address": "file:///etc/passwd",
  "percent-encoded dots": "%2e%2e/outside/secret.md",
  "percent-encoded slashes": "..%2foutside%2fsecret.md",
  "twice encoded dots": "%252e%252e/outside/secret.md",
  "an overlong form": "%c0%ae%c0%ae/outside/secret.md",
  backslashes: "..\\outside\\secret.md",
  "a NUL": "Notes/invoice.pdf\u0000.md",
  "a line break": "Notes/invoice.pdf\n../outside/secret.md",
  "the app’s settings": ".obsidian/app.json",
  "the plugin’s settings": ".obsidian/plugins/planwright/data.json",
  "a hidden folder": ".git/config",
  "a hidden folder further down": "Notes/.secret/key.md",
  nothing: "",
  "a device of Windows": "Notes/con.md",
  "a stream": "Notes/invoice.pdf:hidden",
  "a dot at the end": "Notes./invoice.pdf",
  "an over-long name": `Notes/${"x".repeat(300)}.md`,
  "an over-long path": `${"deep/".repeat(300)}x.md`,
  "a waiting request": "Pending_Approval/other.md",
  "a record": "Done/Actions/other_receipt.md",
};

const withFile = (path: string): string =>
  emailPlan({
    args: `      subject: January invoice\n      body: See the file.\n    attachments:\n      - ${JSON.stringify(path)}`,
  });

const attachments = Object.entries(WAYS_OUT).map(([what, path]): Case => ({
  attack: `an attachment is named by ${what}`,
  shipped: what === "two dots",
  line: what.includes("settings") ? "attachment … in the config folder" : "attachment outside the vault",
  vault: {
    "Plans/Invoice.md": withFile(path),
    ".obsidian/app.json": "{}",
    ".obsidian/plugins/planwright/data.json": "{}",
    ".git/config": "[core]",
    "Notes/.secret/key.md": "key",
    "Done/Actions/other_receipt.md": "record",
  },
  attempt: () => undefined,
  also(ground) {
    expect(ground.list("Pending_Approval")).toEqual([]);
    expect(ground.read("Plans/Invoice.md")).toMatch(
      /cannot go along|cannot be read|never go out|is not in the vault|action/,
    );
  },
  shown: /Plans\/Invoice/,
}));

/** Folders that a person or a file manager would take for `Approved`. */
export const LOOK_ALIKES: Readonly<Record<string, string>> = {
  "a space at the end": "Approved ",
  "a space in front": " Approved",
  "small letters": "approved",
  capitals: "APPROVED",
  "full-width letters": "Ａpproved",
  "a Cyrillic А": "\u0410pproved",
  "a Cyrillic р": "A\u0440\u0440roved",
  "a zero-width space": "App\u200broved",
  "a soft hyphen": "Appro\u00adved",
  "a combining letter": "Approved\u0301",
  "a dot at the end": "Approved.",
  "a no-break space": "Approved\u00a0",
  "a folder within": "Approved/Approved",
  "a folder within Pending_Approval": "Pending_Approval/Approved",
  "a name of a note": "Approved.md",
};

const folders = Object.entries(LOOK_ALIKES).map(([what, folder]): Case => ({
  attack: `the request is moved to a folder that looks like Approved: ${what}`,
  shipped: what === "a Cyrillic А",
  line: "`Approved ` / case / fullwidth / Cyrillic / zero-width / NFD look-alikes",
  attempt(ground) {
    const name = requestIn(ground);
    ground.move(`Pending_Approval/${name}`, `${folder}/${name}`);
  },
  tramples: true,
  shown: /the note is gone|missing|gone/i,
}));

const SETTINGS_FOLDERS = Object.entries(WAYS_OUT)
  .filter(([what]) => !/waiting|record|over-long name|a line break|a stream|NUL/.test(what))
  .map(([what, path]): Case => ({
    attack: `settings arrive in which the folder of approved requests is named by ${what}`,
    line: "`../`, absolute, drive, UNC, `file://`, percent-encoded, backslash, NUL, `.obsidian/…`",
    asked: false,
    attempt(ground) {
      expect(readSettings({ folders: { approved: path } }).kind).toBe("bad");
      expect(() => ground.configure({ folders: { approved: path } })).toThrow();
      // Slashes around the root are not part of it; what is left has to be a path in the vault.
      if (!path.startsWith("/"))
        expect(() => ground.configure({ root: path === "" ? ".." : path })).toThrow();
    },
  }));

export const NAMES: readonly Case[] = [
  ...attachments,
  ...folders,
  {
    attack:
      "Approved is called with an accent in the settings, and on the disk there is only its look-alike put together in another way (NFD)",
    line: "NFD look-alikes",
    settings: { folders: { approved: "Approuv\u00e9" } },
    vault: { "Plans/Invoice.md": emailPlan(), "Approuv\u00e9/About this folder.md": "Approved.\n" },
    attempt(ground) {
      const name = requestIn(ground);
      ground.move(`Pending_Approval/${name}`, `Approuve\u0301/${name}`);
    },
    tramples: true,
    shown: /gone/i,
  },
  {
    attack: "the right folder has an accent, and the right note in it goes out",
    line: "NFD look-alikes",
    settings: { folders: { approved: "Approuv\u00e9" } },
    vault: { "Plans/Invoice.md": emailPlan(), "Approuv\u00e9/About this folder.md": "Approved.\n" },
    attempt(ground) {
      const name = requestIn(ground);
      ground.move(`Pending_Approval/${name}`, `Approuv\u00e9/${name}`);
    },
    calls: 1,
  },
  {
    attack: "plans are called like devices of Windows, and one as long as the disk allows",
    line: "reserved and over-long names",
    vault: {
      "Plans/con.md": emailPlan({ id: "PLAN-1" }),
      "Plans/NUL .md": emailPlan({ id: "PLAN-2" }),
      "Plans/aux.backup.md": emailPlan({ id: "PLAN-3" }),
      [`Plans/${"l".repeat(240)}.md`]: emailPlan({ id: "PLAN-4" }),
      "Plans/Invoice.md": emailPlan(),
    },
    attempt: (ground) => approve(ground),
    calls: 1,
    shown: /Windows keeps|longer than/,
  },
  {
    attack: "objective and receiver would make the name of the request illegal or over-long",
    line: "reserved and over-long names",
    vault: { "Plans/Invoice.md": emailPlan({ to: `'"../../con:${"<>|?*".repeat(80)}" <ana@example.com>'` }) },
    attempt(ground) {
      const name = approve(ground);
      expect(name).toMatch(/^[A-Za-z0-9_-]{1,96}\.md$/);
    },
    calls: 1,
  },
];

export const IN_SETTINGS: readonly Case[] = SETTINGS_FOLDERS;

/** Two moments at which a file that goes along is not the one you approved. */
const changedAttachment = (when: string, change: (ground: Ground) => void): Case => ({
  attack: `a file that goes along is ${when}`,
  line: "attachment … changed after request",
  shipped: when.startsWith("changed after"),
  vault: { "Plans/Invoice.md": withFile("Files/invoice.pdf"), "Files/invoice.pdf": "January" },
  attempt: change,
  tramples: true,
  minutes: 15,
});

export const FILES: readonly Case[] = [
  changedAttachment("changed while the request waits", (ground) => {
    ground.put("Files/invoice.pdf", "Everything");
    approve(ground);
  }),
  changedAttachment("changed after the approval", (ground) => {
    approve(ground);
    ground.put("Files/invoice.pdf", "Januarx");
  }),
  changedAttachment("deleted after the approval", (ground) => {
    approve(ground);
    ground.remove("Files/invoice.pdf");
  }),
  {
    attack: "no attack: a file that nobody changed goes along",
    line: "attachment … changed after request",
    vault: { "Plans/Invoice.md": withFile("Files/invoice.pdf"), "Files/invoice.pdf": "January" },
    attempt: (ground) => approve(ground),
    calls: 1,
    also: (ground) => expect(ground.calls()[0]?.args["files"]).toEqual(["/vault/Files/invoice.pdf"]),
  },
];
