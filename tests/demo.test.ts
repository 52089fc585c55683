import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, inject, test } from "vitest";

const folder = mkdtempSync(path.join(tmpdir(), "d-"));
const program = path.join(inject("doors"), "planwright.mjs");

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs Node to its end, with a temporary folder of its own; `onText` sees everything printed so far, each time there is
 * more.
 */
function run(args: readonly string[], onText: (text: string) => void = () => undefined): Promise<Ended> {
  return new Promise((resolve) => {
    let out = "";
    let err = "";
    const child = spawn(process.execPath, [...args], {
      env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
    });
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      out += chunk;
      onText(out);
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (err += chunk));
    child.once("close", (code) => resolve({ code, out, err }));
  });
}

function vaultIn(text: string): string {
  return /> (\S.*planwright-demo-\w+[\\/]vault)$/m.exec(text)?.[1] ?? "no vault is named";
}

/** Everything printed between two headings of the story. */
function act(text: string, n: number): string {
  return text.split(/^\d+\. .*\n-+$/m)[n] ?? "";
}

/** Lines of more than 80 columns; signs like ✋ take two. */
function tooWide(text: string): readonly string[] {
  return text
    .split("\n")
    .filter((line) => [...line].length + (line.match(/\p{Emoji_Presentation}/gu)?.length ?? 0) > 80);
}

test.concurrent("the demo sends one mail, is cut off, asks, and leaves a true vault behind", async () => {
  const { code, out, err } = await run(["scripts/demo.mjs", "--program", program]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(tooWide(out)).toEqual([]);
  expect(out).not.toContain("\u001b");
  expect(out).not.toContain("undefined");

  expect(act(out, 1)).toContain("# For your approval: email to collections.marrow@example.org");
  expect(act(out, 1)).toContain("has 0 mails");
  expect(act(out, 2).match(/^ {2}\| Message-ID: /gm)).toHaveLength(1);
  expect(act(out, 2)).toContain("the demo plays you");
  expect(act(out, 2)).toContain("has 1 mail, as received");
  expect(act(out, 3)).toContain("> Done/Plans/Invoice Marrow Street Library.md");
  expect(act(out, 4)).toContain("the model is a script");
  expect(act(out, 4)).toContain("| # Sums of the order");
  expect(act(out, 4)).toContain("still has 1 mail");
  expect(act(out, 5)).toContain("SIGKILL");
  expect(act(out, 6)).toContain("- [ ] It did not happen");
  expect(act(out, 6)).toMatch(/Message-ID: <[0-9a-f]{32}@planwright\.invalid>/);
  expect(act(out, 6)).toContain("still has 2 mails");
  expect(act(out, 7)).toContain("planwright:dashboard end");

  const vault = vaultIn(out);
  expect(readFileSync(path.join(vault, "Dashboard.md"), "utf8")).toContain("## Current plans");
  const ended = readdirSync(path.join(vault, "Done/Actions")).filter((name) => name.endsWith("_receipt.md"));
  expect(
    ended
      .map(
        (name) => /^outcome: (.*)$/m.exec(readFileSync(path.join(vault, "Done/Actions", name), "utf8"))?.[1],
      )
      .sort(),
  ).toEqual(["ok", "resolved-happened"]);
  expect(readdirSync(path.join(vault, "Approved"))).toEqual(["About this folder.md"]);
});

test.concurrent(
  "a person who refuses in the demo by hand gets no mail and a story that says so",
  async () => {
    let moved = false;
    const { code, out, err } = await run(["scripts/demo.mjs", "--by-hand", "--program", program], (text) => {
      if (moved || !text.includes("The demo waits until you have")) return;
      const vault = vaultIn(text);
      const name = readdirSync(path.join(vault, "Pending_Approval")).find((each) => each.includes("_email_"));
      if (name === undefined) return;
      moved = true;
      renameSync(path.join(vault, "Pending_Approval", name), path.join(vault, "Rejected", name));
    });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).not.toContain("the demo plays you");
    expect(out).toContain("You refused, so nothing was sent");
    expect(out).not.toContain("Message-ID");
    expect(out).toContain("Rejected");
  },
);

test.concurrent.each(["deep-reasoning", "design-to-done"])("the demo of %s runs to its end", async (flow) => {
  const { code, out, err } = await run(["scripts/demo.mjs", "--flow", flow, "--program", program]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(tooWide(out)).toEqual([]);
  const done = readdirSync(path.join(vaultIn(out), "Done/Plans"));
  expect(done.filter((name) => name.startsWith("PLAN-"))).toHaveLength(1);
});

test.concurrent(
  "the demo of a flow sends a draft back once, says what is scripted, and leaves the plan done",
  async () => {
    const { code, out, err } = await run([
      "scripts/demo.mjs",
      "--flow",
      "write-and-review",
      "--program",
      program,
    ]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(tooWide(out)).toEqual([]);
    expect(out).not.toContain("undefined");
    expect(out).toContain("is a script: its answers come from");
    expect(out).toContain("(played by the demo) tick (1) “Yes, go on”");
    expect(out).toContain("Draft — again: 2 findings");

    const vault = vaultIn(out);
    const plans = readdirSync(path.join(vault, "Done/Plans")).filter((name) => name.startsWith("PLAN-"));
    expect(plans).toHaveLength(1);
    const plan = readFileSync(path.join(vault, "Done/Plans", plans[0] ?? ""), "utf8");
    expect(plan).toContain("- [x] Review — again ^f-review--a2");
    const [work = ""] = readdirSync(path.join(vault, "Work"));
    expect(readFileSync(path.join(vault, "Work", work, "Work notes.md"), "utf8")).toContain(
      "This model is a script",
    );
    expect(readFileSync(path.join(vault, "Work", work, "draft.md"), "utf8")).toContain("# Sew a book");
  },
);

test.each([
  ["a flow that is not there", ["--flow", "no-such"], /deep-reasoning, design-to-done, write-and-review/],
  ["a flow by hand", ["--flow", "write-and-review", "--by-hand"], /one way through its story/],
])("the demo refuses %s with one line that says why", async (_name, args, why) => {
  const { code, out, err } = await run(["scripts/demo.mjs", ...args]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err.trimEnd().split("\n")).toHaveLength(1);
  expect(err).toMatch(why);
});

test("words the demo does not know end it with one line", async () => {
  const { code, out, err } = await run(["scripts/demo.mjs", "--by-foot"]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err.trimEnd().split("\n")).toHaveLength(1);
});

test("what the demo takes is told when it is asked for", async () => {
  const { code, out, err } = await run(["scripts/demo.mjs", "--help"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toContain("--by-hand");
});

test("a program that does not run ends the demo with one line that says where things lie", async () => {
  const { code, err } = await run(["scripts/demo.mjs", "--program", path.join(folder, "absent.mjs")]);
  expect(code).toBe(1);
  expect(err.trimEnd().split("\n")).toHaveLength(1);
  expect(err).toMatch(/What there is lies in .*planwright-demo-/);
});

test("every note of the sample vault is understood, and looking at it writes nothing", async () => {
  const { code, out } = await run([
    program,
    "status",
    "--json",
    "--vault",
    "examples/vault",
    "--device",
    path.join(folder, "device"),
  ]);
  expect(code).toBe(0);
  const status = JSON.parse(out) as {
    readonly plans: readonly { readonly status: string }[];
    readonly requests: unknown;
    readonly problems: unknown;
    readonly adoptable: unknown;
    readonly duplicates: unknown;
  };
  expect(status).toMatchObject({ requests: [], problems: [], adoptable: [], duplicates: [] });
  expect(status.plans.map((plan) => plan.status).sort()).toEqual([
    "Active",
    "Active",
    "Blocked",
    "Draft",
    "Draft",
  ]);
  expect(readdirSync("examples/vault")).not.toContain("Acting device.md");
});
