/**
 * The pages: drawn parts are what the code says, examples work, links lead somewhere. `UPDATE_DOCS=1` draws them anew.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parsePlan } from "../src/note/plan/parse";
import { mayTurn } from "../src/note/plan/lifecycle";
import { parseAction } from "../src/note/action/parse";
import { STATE_ROWS, stateOf, type Placement } from "../src/approval/request/states";
import {
  ABOUT,
  DEFAULT_SETTINGS,
  NOTE_FOLDERS,
  pathOf,
  readSettings,
  type Settings,
} from "../src/settings/settings";
import { aboutFolder } from "../src/engine/perform/setup";
import { statusOf } from "../src/overview/status";
import { CANONICAL } from "./sim/canonical";
import { INVARIANTS } from "./sim/invariants";
import { PLANTED } from "./sim/planted";
import { DRAWINGS } from "./docs/draw";
import { PLACEMENTS } from "./docs/meanings";
import { anchorsOf, fencesOf, linksOf, namesDrawn, notesWith, PAGES, readPage, redraw } from "./docs/page";
import { fenced } from "./docs/table";
import { beginWalk, unsealed, type Walk } from "./docs/walk";

const [FIRST = ""] = notesWith(readPage("docs/getting-started.md"), "task_id");
const [SECOND = ""] = notesWith(readPage("README.md"), "task_id");

/** Drawn from a walk through the README's plan, with the mail server of its settings. */
const walked = new Map<string, string>();

beforeAll(async () => {
  const walk = await beginWalk(readmeSettings(), { "Plans/Invoice.md": SECOND });
  await walk.settle();
  const request = walk.only("Pending_Approval");
  walked.set("request-note", fenced("markdown", unsealed(walk.text(request))));
  walked.set("dashboard-note", fenced("markdown", walk.text("Dashboard.md")));
  walked.set("acting-note", fenced("markdown", walk.text("Acting device.md")));
  walked.set("status-json", fenced("json", JSON.stringify(statusOf(await walk.engine.look()), null, 2)));
  walk.moveTo("Approved", request);
  await walk.settle();
  walked.set(
    "record-note",
    fenced(
      "markdown",
      unsealed(walk.text(Object.keys(walk.vault.files()).find((file) => file.endsWith("_receipt.md")) ?? "")),
    ),
  );
  walked.set("plan-after", fenced("markdown", walk.text("Plans/Invoice.md")));
});

function draw(name: string): string {
  const drawing = DRAWINGS[name]?.() ?? walked.get(name);
  if (drawing === undefined) throw new Error(`Nothing is drawn under the name “${name}”.`);
  return drawing;
}

function readmeSettings(): Settings {
  const [text = "{}"] = fencesOf(readPage("README.md")).flatMap((fence) =>
    fence.language === "json" ? [fence.text] : [],
  );
  return settingsIn(text);
}

function settingsIn(text: string): Settings {
  const parsed = readSettings(JSON.parse(text));
  if (parsed.kind === "bad") throw new Error(parsed.why);
  expect(parsed.unknown).toEqual([]);
  return parsed.settings;
}

describe("what is drawn in the pages is what the code says", () => {
  for (const page of PAGES) {
    test(page, () => {
      const text = readPage(page);
      const drawn = redraw(text, draw);
      if (process.env["UPDATE_DOCS"] === "1" && drawn !== text) writeFileSync(page, drawn);
      expect(readPage(page)).toBe(drawn);
    });
  }

  test("every drawing has its place in one page", () => {
    const names = PAGES.flatMap((page) => namesDrawn(readPage(page)));
    expect([...names].sort()).toEqual([...Object.keys(DRAWINGS), ...walked.keys()].sort());
  });

  test("each row of the state table is explained by an example that reaches it", () => {
    const plain: Placement = {
      pending: false,
      approved: false,
      rejected: false,
      recordNote: "none",
      hidden: false,
      actionState: "none",
      condition: "sealed",
      newer: false,
      differs: false,
      confirmed: false,
      verifies: true,
    };
    expect(PLACEMENTS.map(([, at]) => STATE_ROWS.indexOf(stateOf({ ...plain, ...at })))).toEqual(
      STATE_ROWS.map((_row, at) => at),
    );
  });
});

describe("what the pages show works as shown", () => {
  test("every plan in the pages takes part", () => {
    const plans = PAGES.flatMap((page) =>
      notesWith(readPage(page), "status").map((text) => ({ page, text })),
    );
    expect(plans.length).toBeGreaterThan(3);
    for (const { page, text } of plans)
      expect(parsePlan("Plans/Example.md", text), page).toMatchObject({ kind: "plan" });
  });

  test("no step in them is misunderstood", () => {
    for (const page of PAGES) {
      for (const text of notesWith(readPage(page), "status")) {
        const parsed = parsePlan("Plans/Example.md", text);
        expect(
          parsed.kind === "plan" ? parsed.plan.steps.filter((step) => step.approval.kind === "unclear") : [],
          page,
        ).toEqual([]);
      }
    }
  });

  test("every action block in the pages is one", () => {
    const blocks = PAGES.flatMap((page) =>
      fencesOf(readPage(page)).filter(({ language }) => language === "action"),
    );
    for (const { text } of blocks) expect(parseAction(text)).toMatchObject({ kind: "action" });
  });

  test("every settings file in the pages is understood, to the last key", () => {
    const files = PAGES.flatMap((page) =>
      fencesOf(readPage(page)).filter(
        ({ language, text }) => language === "json" && text.includes('"servers"'),
      ),
    );
    expect(files.length).toBeGreaterThan(1);
    for (const { text } of files) settingsIn(text);
  });

  test("the complete settings file names every setting", () => {
    const whole = fencesOf(readPage("docs/settings.md")).map(({ language, text }) =>
      language === "json" ? Object.keys(JSON.parse(text) as object) : [],
    );
    expect(whole.map((keys) => keys.sort())).toContainEqual(Object.keys(DEFAULT_SETTINGS).sort());
  });

  test("the numbers on the page about safety are those of the code", () => {
    const page = readPage("docs/safety.md");
    for (const number of [
      `${String(INVARIANTS.length)} sentences`,
      `${String(CANONICAL.length)} whole stories`,
      `${String(PLANTED.length)} mistakes`,
    ])
      expect(page).toContain(number);
  });

  test("the folders of the sample vault say what set-up says of them", () => {
    for (const name of NOTE_FOLDERS)
      expect(readFileSync(`examples/vault/${pathOf(DEFAULT_SETTINGS, name)}/${ABOUT}`, "utf8"), name).toBe(
        aboutFolder(name, DEFAULT_SETTINGS),
      );
  });

  test("links lead to files and headings that are there", () => {
    for (const page of PAGES) {
      for (const link of linksOf(readPage(page))) {
        const [file = "", anchor] = link.split("#");
        const target = file === "" ? page : path.posix.join(path.posix.dirname(page), file);
        expect(existsSync(target), `${page}: ${link}`).toBe(true);
        if (anchor !== undefined)
          expect(anchorsOf(readFileSync(target, "utf8")), `${page}: ${link}`).toContain(anchor);
      }
    }
  });

  test("the map names files that are there", () => {
    const named = [...readPage("src/README.md").matchAll(/`((?:[\w-]+\/)+[\w.-]*)`/g)].map(
      (match) => match[1] ?? "",
    );
    expect(named.length).toBeGreaterThan(20);
    for (const name of named)
      expect(
        existsSync(name.startsWith("tests/") || name.startsWith("docs/") ? name : `src/${name}`),
        name,
      ).toBe(true);
  });

  test("every package is pinned to one version", () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as Record<
      "dependencies" | "devDependencies",
      Readonly<Record<string, string>>
    >;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      expect(version, name).toMatch(/^(?:npm:typescript@)?\d+\.\d+\.\d+$/);
  });
});

describe("the first plans of a reader", () => {
  const stepMarks = (walk: Walk, file: string): readonly string[] =>
    [...walk.text(file).matchAll(/^- \[(.)\]/gm)].map((match) => match[1] ?? "");

  test("the first is asked for, approved and done by hand, without a server", async () => {
    const walk = await beginWalk(DEFAULT_SETTINGS, { "Plans/Card.md": FIRST });
    const asked = await walk.settle();
    expect(asked.world.plans[0]?.block?.kind).toBe("approval");
    const request = walk.only("Pending_Approval");
    walk.moveTo("Approved", request);
    expect((await walk.settle()).world.plans[0]?.block?.kind).toBe("by-hand");
    await walk.tick(walk.only("Approved"), "I did it");
    const { world } = await walk.settle();
    expect(world.plans[0]).toMatchObject({ block: null, plan: { status: "Active" } });
    expect(stepMarks(walk, "Plans/Card.md")).toEqual(["x", "x", " "]);
    await walk.tick("Plans/Card.md", "Put her");
    await walk.settle();
    expect(walk.only("Done/Plans")).toBe("Done/Plans/Card.md");
    expect(walk.tools.calls).toEqual([]);
  });

  test("the second is sent through the server of the settings, once, as it reads", async () => {
    const walk = await beginWalk(readmeSettings(), { "Plans/Invoice.md": SECOND });
    await walk.settle();
    walk.moveTo("Approved", walk.only("Pending_Approval"));
    await walk.settle();
    await walk.settle();
    expect(walk.tools.calls.map(({ server, tool, args }) => ({ server, tool, args }))).toEqual([
      {
        server: "mail",
        tool: "send_email",
        args: expect.objectContaining({
          account: "default",
          to: ["client_a@example.com"],
          subject: "January invoice",
        }) as object,
      },
    ]);
    expect(stepMarks(walk, "Plans/Invoice.md")).toEqual(["x", "x", " "]);
  });
});

test("the lifecycle lets Planwright cancel nothing", () => {
  for (const from of ["Draft", "Active", "Blocked", "Done"] as const)
    expect(mayTurn(from, "Cancelled")).toBe(false);
});

test("what npm test cuts off at some places, npm run proof cuts off at every one", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const [, named = ""] = /CRASH=all .*?vitest run ([^&]*)/.exec(scripts["proof"] ?? "") ?? [];
  const played = named.trim().split(" ");
  const asking = readdirSync("tests", { recursive: true, encoding: "utf8" })
    .map((file) => `tests/${file.replaceAll(path.sep, "/")}`)
    .filter((file) => /(?<!docs)\.test\.ts$/.test(file))
    .filter((file) => /"CRASH"|fakes\/cuts"/.test(readFileSync(file, "utf8")));
  expect(asking.length).toBeGreaterThan(10);
  expect(asking.filter((file) => !played.some((each) => file.startsWith(each)))).toEqual([]);
});
