/** Gate: notes, seals, records and ticks that nobody but Planwright or a person should have made, and did. */
import type { Case } from "./book";
import { approve, emailPlan, requestIn, type Hand } from "./ground";

const ID = "deadbeef".repeat(4);
const NAME = "2026-03-01T0900Z_email_mallory-example-com_deadbeef.md";

/**
 * The waiting request, word for word, but for another id and another receiver. What a program that can read the vault
 * would make.
 */
function forgery(hand: Hand, seal: (real: string) => string): string {
  const real = hand.read(`Pending_Approval/${requestIn(hand)}`);
  const id = /^action_id: "?([0-9a-f]{32})"?$/m.exec(real)?.[1] ?? "";
  return real
    .replaceAll(id, ID)
    .replaceAll("client_a@example.com", "mallory@example.com")
    .replaceAll("client_a @ ", "mallory @ ")
    .replace(/^action_id: .*$/m, `action_id: "${ID}"`)
    .replace(/^seal: (.*)$/m, (_, value: string) => seal(value));
}
const withNothing = (): string => "status: approved";
const keeping = (value: string): string => `seal: ${value}`;
const broken = (value: string): string =>
  `seal: ${value.replace(/[0-9a-f]$/, (digit) => (digit === "0" ? "1" : "0"))}`;

/** A seal that says what is wanted, in perfect form, made without the key. */
function wellFormed(value: string): string {
  const [head = "", spelled = "", content = ""] = value.split(".");
  const said = Buffer.from(spelled, "base64url").toString("utf8");
  const id = /"id":"([0-9a-f]{32})"/.exec(said)?.[1] ?? "";
  const next = said.replaceAll(id, ID).replace(/"name":"[^"]*"/, `"name":"${NAME}"`);
  return `seal: ${[head, Buffer.from(next, "utf8").toString("base64url"), content, "0".repeat(64)].join(".")}`;
}

const NEVER = /Not made by Planwright.*never runs/;

/**
 * Names that sync products and file managers give to the losing side of a conflict, or to a second copy. `*` stands for
 * the note’s own name.
 */
export const CONFLICT_NAMES: Readonly<Record<string, string>> = {
  Syncthing: "*.sync-conflict-20260301-090500-ABCDEFG.md",
  Dropbox: "* (Ana's conflicted copy 2026-03-01).md",
  "Dropbox with a computer’s name": "* (MacBook-Pro's conflicted copy 2026-03-01 (1)).md",
  Nextcloud: "* (conflicted copy 2026-03-01 090500).md",
  ownCloud: "*_conflict-20260301-090500.md",
  "Obsidian Sync": "* (Conflicted copy Phone 202603010905).md",
  "Google Drive": "* (conflict 2).md",
  "Google Drive, a second file": "* (1).md",
  OneDrive: "*-DESKTOP-AB12CD3.md",
  iCloud: "* 2.md",
  Seafile: "* (SFConflict ana@example.com 2026-03-01-09-05-00).md",
  Resilio: "*.Conflict.md",
  "git mergetool": "*_REMOTE_4711.md",
  "git rerere": "*.orig.md",
  Windows: "* - Copy.md",
  "Windows, once more": "* - Copy (2).md",
  macOS: "* copy.md",
  Linux: "* (copy).md",
  "an editor": "Copy of *.md",
  FreeFileSync: "*-2026-03-01 090500.md",
  Unison: "* (Ana's conflict 2026-03-01).md",
};

const inConflict = Object.entries(CONFLICT_NAMES).map(([product, pattern]): Case => ({
  attack: `a conflict copy of the request, as ${product} names it, lands in Approved`,
  line: "every sync product's conflict name",
  shipped: product === "Syncthing",
  attempt(ground) {
    const name = requestIn(ground);
    ground.copy(`Pending_Approval/${name}`, `Approved/${pattern.replace("*", name.replace(/\.md$/, ""))}`);
  },
  shown: /Not made by Planwright/,
  thenApproved: true,
}));

export const FORGED: readonly Case[] = [
  {
    attack: "a perfect note made by hand lies in Approved",
    shipped: true,
    line: "hand-made perfect note in Approved",
    attempt: (ground) => ground.put(`Approved/${NAME}`, forgery(ground, withNothing)),
    shown: NEVER,
    thenApproved: true,
  },
  {
    attack: "a perfect note made by hand lies in Approved of a vault that never asked for anything",
    line: "hand-made perfect note in Approved",
    asked: false,
    vault: {
      "Plans/Invoice.md": emailPlan(),
      [`Approved/${NAME}`]: `---\naction_type: email\ntarget_recipient: mallory@example.com\ntask_id: PLAN-2026-001\nstep_id: s-7f3a\naction_id: "${ID}"\nattempt: 1\nstatus: approved\n---\n\n# For your approval\n\n\`\`\`action\ntype: email\ntarget: mallory@example.com\nargs:\n  subject: All\n  body: All.\n\`\`\`\n\n## Your note\n`,
    },
    attempt: () => undefined,
    shown: NEVER,
  },
  {
    attack: "a web page makes a note in Approved through obsidian://new, with the content it likes",
    line: "`obsidian://new` or CLI into Approved",
    attempt: (ground) =>
      ground.put(
        "Approved/Urgent payment.md",
        "status: approved\n\n```action\ntype: email\ntarget: mallory@example.com\nargs: { subject: All, body: All. }\n```\n",
      ),
    thenApproved: true,
  },
  {
    attack: "the note that obsidian://new made bears the name of the request that waits",
    shipped: true,
    line: "`obsidian://new` or CLI into Approved",
    attempt: (ground) => ground.put(`Approved/${requestIn(ground)}`, "Approved by Ana.\n"),
  },
  ...(
    [
      ["the seal of another request", keeping],
      ["a seal whose last digit is not right", broken],
      ["a seal in perfect form that says all the right things", wellFormed],
      ["a seal of nonsense", () => "seal: pw1.c2VhbGVk.0.0"],
    ] as const
  ).map(([what, seal]): Case => ({
    attack: `a note made by hand bears ${what}`,
    line: "hand-made note with a good-looking seal",
    shipped: what.includes("perfect form"),
    attempt: (ground) => ground.put(`Approved/${NAME}`, forgery(ground, seal)),
    shown: NEVER,
  })),
  {
    attack: "the waiting request is copied to Approved under its own name instead of being moved",
    shipped: true,
    line: "copy instead of move",
    attempt: (ground) =>
      ground.copy(`Pending_Approval/${requestIn(ground)}`, `Approved/${requestIn(ground)}`),
    shown: /found in two folders/i,
  },
  {
    attack: "the approved note is copied under a second name, so that one id lies there twice",
    line: "two files one id",
    attempt(ground) {
      const name = approve(ground);
      ground.copy(`Approved/${name}`, `Approved/${name.replace("_email_", "_email_again-")}`);
    },
    calls: 1,
  },
  {
    attack: "a second plan bears the id of the first",
    line: "two files one id",
    attempt(ground) {
      ground.put("Plans/Twin.md", emailPlan({ to: "mallory@example.com" }));
      approve(ground);
    },
    shown: /same id|have the id|one id/,
  },
  {
    attack: "`status: approved` is written into the properties of the request that waits",
    shipped: true,
    line: "`status: approved` in frontmatter",
    attempt: (ground) =>
      ground.edit(
        `Pending_Approval/${requestIn(ground)}`,
        "attempt: 1",
        "attempt: 1\nstatus: approved\napproved: true\napproved_by: Ana",
      ),
    shown: /changed/,
  },
  {
    attack: "`status: approved` is written into the plan and its step",
    line: "`status: approved` in frontmatter",
    vault: {
      "Plans/Invoice.md": emailPlan({ step: "✋ Send the invoice (approved: true)" }).replace(
        "priority: high",
        "priority: high\napproval: approved\napproved: true",
      ),
    },
    attempt: () => undefined,
    thenApproved: true,
  },
  {
    attack: "a forged record says that the action is done, with outcome ok",
    shipped: true,
    line: "forged receipt `ok`",
    attempt(ground) {
      const name = requestIn(ground);
      ground.put(
        `Done/Actions/${name.replace(/\.md$/, "_receipt.md")}`,
        `---\noutcome: ok\naction_type: email\nseal: pr1.${"A".repeat(40)}.${"0".repeat(64)}\n---\n\n# Record: email to client_a@example.com\n`,
      );
      approve(ground);
    },
    shown: /This device did not write its record/,
    also: (ground) => notTicked(ground),
  },
  {
    attack: "a forged record asks whether it happened and has “It happened” ticked",
    line: 'forged "It happened"',
    attempt: (ground) =>
      ground.put(
        `Done/Actions/${requestIn(ground).replace(/\.md$/, "_receipt.md")}`,
        "---\noutcome: unknown\n---\n\n# Record\n\n## Please check\n\n- [x] It happened\n- [ ] It did not happen\n",
      ),
    shown: /This device did not write its record/,
    also: (ground) => notTicked(ground),
  },
  {
    attack: "a payment is in doubt, and a program ticks “It did not happen”, so that it is paid again",
    shipped: true,
    line: 'forged "It happened"',
    settings: { high_risk: ["payment"] },
    vault: {
      "Plans/Pay.md": emailPlan({
        id: "PLAN-2026-009",
        type: "payment",
        to: "ACME",
        args: "      amount: 100",
      }),
    },
    async attempt(ground) {
      ground.answer("bank", "broken");
      const name = approve(ground);
      await ground.settle();
      await ground.obey({ kind: "confirm", request: name });
      await ground.settle();
      ground.answer("bank", "ok");
      ground.edit(
        `Done/Actions/${name.replace(/\.md$/, "_receipt.md")}`,
        "- [ ] It did not happen",
        "- [x] It did not happen",
      );
    },
    calls: 1,
    shown: /doubt|nobody knows whether/i,
  },
  ...inConflict,
];

function notTicked(ground: Hand): void {
  if (!ground.read("Plans/Invoice.md").includes("- [ ] ✋ Send the invoice"))
    throw new Error("The step was ticked.");
}
