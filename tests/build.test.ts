import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import vm from "node:vm";
import * as codeMirrorState from "@codemirror/state";
import * as codeMirrorView from "@codemirror/view";
import type { Metafile } from "esbuild";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPlugin, buildTerminal, leaveOutDocs, root } from "../scripts/bundle.mjs";
import { cut } from "../scripts/tame/cut.mjs";
import { RESULT_NOTE_RULES } from "../src/rules/agents/resultRules";
import { PLAN_RULES } from "../src/rules/planRules";
import { REQUEST_RULES } from "../src/rules/requestRules";
import { TASK_RULES } from "../src/rules/taskRules";
import { VAULT_RULES } from "../src/rules/vaultRules";
import type * as Probe from "./build/probe";

const run = promisify(execFile);
const folder = mkdtempSync(path.join(tmpdir(), "planwright-build-"));
const at = (name: string): string => path.join(folder, name);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What a phone's window has and Node has too; no Node of any kind. */
const WINDOW = {
  AbortController,
  AbortSignal,
  Blob,
  Event,
  EventTarget,
  FormData,
  Headers,
  MessageChannel,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextDecoderStream,
  TextEncoder,
  TransformStream,
  URL,
  URLSearchParams,
  WritableStream,
  atob,
  btoa,
  clearInterval,
  clearTimeout,
  fetch,
  queueMicrotask,
  setInterval,
  setTimeout,
  structuredClone,
};

interface Evaluated<T> {
  readonly exports: T;
  readonly required: readonly string[];
}

/**
 * Evaluates a CommonJS bundle the way the app does, in a window without Node. It is an error to ask for a module that
 * the app does not give.
 */
function evaluate<T>(file: string): Evaluated<T> {
  const required: string[] = [];
  const module = { exports: {} };
  const require = (name: string): unknown => {
    required.push(name);
    const given = OF_THE_APP[name];
    if (given === undefined) throw new Error(`Cannot find module '${name}'`);
    return given;
  };
  const window = vm.createContext({ ...WINDOW });
  Object.assign(window, { window, self: window, activeWindow: window });
  const body = vm.runInContext(
    `(function (require, module, exports) {${readFileSync(file, "utf8")}\n})`,
    window,
    { filename: file },
  ) as (require: (name: string) => unknown, module: { exports: object }, exports: object) => void;
  body(require, module, module.exports);
  return { exports: module.exports as T, required };
}

/** Every name the app could export, as a class one may extend. */
const obsidian: unknown = new Proxy({}, { get: () => class {} });
const OF_THE_APP: Readonly<Record<string, unknown>> = {
  obsidian,
  "@codemirror/state": codeMirrorState,
  "@codemirror/view": codeMirrorView,
};

/** Where a text names the means to run text as code, as "line: passage". */
function runsText(file: string): readonly string[] {
  const text = readFileSync(file, "utf8");
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && (node.text === "eval" || node.text === "Function") && !isMereName(node)) {
      found.push(
        `${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${node.parent.getText().slice(0, 80)}`,
      );
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** `x.eval`, `{ eval: … }`, `Function.prototype` and `y instanceof Function` run nothing. */
function isMereName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node || parent.name.text === "prototype";
  if (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent) || ts.isPropertyDeclaration(parent))
    return parent.name === node;
  return (
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword &&
    parent.right === node
  );
}

/** The parts of a terminal program, by its name without an ending. */
function parts(name: string): readonly string[] {
  const program = path.basename(name);
  return readdirSync(at(name))
    .sort()
    .map((part) => `${program}/${part}`);
}

function packagesIn(metafile: Metafile, name: string): readonly string[] {
  return Object.keys(metafile.inputs).filter((file) => file.includes(`node_modules/${name}/`));
}

describe("the tamed packages", () => {
  const entry = "tests/build/probe.ts";
  let plugin: Metafile;
  let probes: readonly { readonly door: string; readonly probe: typeof Probe }[];
  beforeAll(async () => {
    plugin = await buildPlugin({ entry, file: at("probe.js") });
    await buildTerminal({ entry, file: at("probe.mjs") });
    probes = [
      { door: "plugin", probe: evaluate<typeof Probe>(at("probe.js")).exports },
      { door: "terminal", probe: (await import(pathToFileURL(at("probe.mjs")).href)) as typeof Probe },
    ];
  });

  test("frontmatter is read by the given YAML engine and by no other", () => {
    for (const { probe } of probes) {
      expect(probe.properties("---\ntype: plan\nwhen: 2026-02-21\n---\nbody")).toEqual({
        type: "plan",
        when: "2026-02-21",
      });
      expect(() => probe.withoutEngine("---\ntype: plan\n---\n")).toThrow(/engine "yaml" is not registered/);
      for (const part of ["excerpt", "sections"])
        expect(() => probe.withPart("---\ntype: plan\n---\n# One\n", part)).toThrow(
          new RegExp(`No ${part} here`),
        );
    }
  });

  test("a note whose frontmatter is a program is refused, not run", () => {
    for (const language of ["js", "javascript", "coffee", "cson", "json", "toml"]) {
      for (const { probe } of probes)
        expect(() => probe.properties(`---${language}\n{ a: 1 }\n---\n`)).toThrow(/is not registered/);
    }
  });

  test("shapes are checked without generated code", () => {
    for (const { probe } of probes) {
      expect([probe.checked({ name: "a" }), probe.checked({ name: 1 })]).toEqual([true, false]);
      expect([probe.compiled({ name: "a" }), probe.compiled({ name: 1 })]).toEqual([true, false]);
    }
    const files = ["probe.js", "probe.mjs", ...parts("probe")];
    expect(files.flatMap((name) => runsText(at(name)))).toEqual([]);
  });

  test("a JSON Schema becomes a shape, once it is narrowed to the keywords that are checked", () => {
    const schema: Parameters<typeof Probe.fits>[0] = {
      type: "object",
      properties: {
        to: { type: "array", items: { type: "string", minLength: 3 }, minItems: 1 },
        at: { type: ["string", "null"] },
        size: { anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }] },
        folder: { enum: ["in", "out"] },
      },
      required: ["to"],
      additionalProperties: false,
    };
    const rows: readonly (readonly [object, boolean])[] = [
      [{ to: ["a@b.org"], at: "2026-02-21T10:30:00Z", size: null, folder: "in" }, true],
      [{ to: ["a@b.org"], size: 2 }, true],
      [{ to: [] }, false],
      [{ to: ["no"] }, false],
      [{ to: ["a@b.org"], at: 3 }, false],
      [{ to: ["a@b.org"], size: 0 }, false],
      [{ to: ["a@b.org"], folder: "up" }, false],
      [{ to: ["a@b.org"], more: 1 }, false],
    ];
    for (const { probe } of probes)
      for (const [value, fit] of rows) expect(probe.fits(schema, value), JSON.stringify(value)).toBe(fit);
  });

  test("a slow package is evaluated on first use, without Node", async () => {
    for (const { probe } of probes) expect(await probe.late()).toBe("function");
  });

  test("Node is asked for late, through the app's require", async () => {
    const { exports, required } = evaluate<typeof Probe>(at("probe.js"));
    expect(required).toEqual([]);
    await expect(exports.fromNode()).rejects.toThrow("Cannot find module 'node:path'");
  });

  test("tests run on the packages as they are cut", async () => {
    const { AnthropicLanguageModel } = await import("@ai-sdk/anthropic/internal");
    const model = new AnthropicLanguageModel("m", { provider: "p", baseURL: "", headers: {} });
    expect(() => model.doGenerate({ prompt: [] })).toThrow("Only streams.");
    const { RRule } = await import("rrule");
    expect(Object.keys(RRule)).toContain("parseText");
    expect(RRule.fromText).toBeUndefined();
  });

  test("a package that has changed stops the build", () => {
    const row = { file: "a.js", why: "nobody needs it" };
    const text = "if (a) {\n\tone();\n} else {\n\ttwo();\n}\nthree();\n";
    expect(cut(text, { ...row, lines: { "if (a) {": "" } })).toBe("\nthree();\n");
    expect(cut(text, { ...row, from: "two", to: "2" })).toContain("2();");
    expect(() => cut(text, { ...row, lines: { "if (b) {": "" } })).toThrow(/has changed/);
    expect(() => cut(text, { ...row, from: /one|two/, to: "" })).toThrow(/expected 1 of .*, found 2/);
  });

  test("js-yaml is there once", () => {
    const versions = packagesIn(plugin, "js-yaml").map((file) => file.slice(0, file.indexOf("js-yaml/")));
    expect(versions).toEqual(["node_modules/"]);
  });
});

describe("what the build refuses", () => {
  const offending = async (source: string): Promise<unknown> => {
    writeFileSync(at("offence.ts"), source);
    // Packages are looked for from the project, as for a file in src.
    return buildPlugin({ entry: at("offence.ts"), file: at("offence.js") });
  };
  const from = (name: string): string => JSON.stringify(path.resolve("node_modules", name));

  test("Node needed at load", async () => {
    await expect(offending('import { sep } from "node:path"; export const a = sep;')).rejects.toThrow(
      /needs node:path at load/,
    );
  });
  test("a slow package evaluated at load", async () => {
    const source = `export { Client } from ${from("@modelcontextprotocol/client/dist/index.mjs")};`;
    await expect(offending(source)).rejects.toThrow(/evaluated at load/);
  });
  test("a second YAML parser", async () => {
    const source = `export { default } from ${from("gray-matter/node_modules/js-yaml/index.js")};`;
    await expect(offending(source)).rejects.toThrow(/only js-yaml 5/);
  });
});

test("the search for code made of text finds it", () => {
  writeFileSync(
    at("guilty.js"),
    "const F = Function; new F('');\neval('1');\n(0, eval)('2');\na.eval(b instanceof Function);\nnew Function('')",
  );
  expect(runsText(at("guilty.js")).map((row) => row.split(":")[0])).toEqual(["1", "2", "3", "5"]);
});

describe("the two doors", () => {
  let terminal: Metafile;
  beforeAll(async () => {
    [, terminal] = await Promise.all([
      buildPlugin({ file: at("main.js") }),
      buildTerminal({ file: at("planwright.mjs") }),
    ]);
  });

  test("building twice gives the same bytes", async () => {
    await Promise.all([
      buildPlugin({ file: at("again/main.js") }),
      buildTerminal({ file: at("again/planwright.mjs") }),
    ]);
    expect(parts("again/planwright")).toEqual(parts("planwright"));
    for (const name of ["main.js", "planwright.mjs", ...parts("planwright")])
      expect(readFileSync(at(`again/${name}`)).equals(readFileSync(at(name))), name).toBe(true);
  });

  test("main.js loads where there is no Node, and asks for nothing but the app", () => {
    const { exports, required } = evaluate<{ readonly default: unknown }>(at("main.js"));
    expect([...new Set(required)].sort()).toEqual(Object.keys(OF_THE_APP).sort());
    expect(typeof exports.default).toBe("function");
  });

  test("main.js is small enough to sync", () => {
    // Obsidian Sync takes 5 MB. Words in eight languages cost 60 kB, flows that send something 20, what programs change
    // 10, the faults of flows 9, the words in which a plan repeats 8, putting off and undoing 13, mail checks and set-up
    // 3, servers that rest and options 3, the inbox 27, the panel of an agent 16; 1.3 MB is what it should come back to.
    expect(statSync(at("main.js")).size).toBeLessThan(1_724_400);
  });

  test("when a rule applies is left out, because only the docs say it, and nothing else of the rules is", () => {
    const rules = [VAULT_RULES, REQUEST_RULES, PLAN_RULES, TASK_RULES, RESULT_NOTE_RULES].flat();
    const sources = readdirSync(`${root}src/rules`, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => readFileSync(`${root}src/rules/${name}`, "utf8"));
    const lost = sources.flatMap((text) => {
      const left = new Set(leaveOutDocs(text).split("\n"));
      return text.split("\n").filter((line) => !left.has(line));
    });
    expect(lost.map((line) => line.trim()).sort()).toEqual(
      rules.map(({ when }) => `when: ${JSON.stringify(when)},`).sort(),
    );
    const main = readFileSync(at("main.js"), "utf8");
    expect(rules.filter(({ when }) => main.includes(`when:${JSON.stringify(when)}`))).toEqual([]);
  });

  test("no arrow of the shortened file is called with “new”", () => {
    const file = at("main.js");
    const program = ts.createProgram([file], { allowJs: true, noLib: true, noResolve: true, types: [] });
    const names = program.getTypeChecker();
    const arrows = new Set<ts.Symbol | undefined>();
    const built: ts.Identifier[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isVariableDeclaration(node) && node.initializer && ts.isArrowFunction(node.initializer))
        arrows.add(names.getSymbolAtLocation(node.name));
      if (ts.isBinaryExpression(node) && ts.isIdentifier(node.left) && ts.isArrowFunction(node.right))
        arrows.add(names.getSymbolAtLocation(node.left));
      if (ts.isNewExpression(node) && ts.isIdentifier(node.expression)) built.push(node.expression);
      ts.forEachChild(node, visit);
    };
    const tree = program.getSourceFile(file);
    if (tree !== undefined) visit(tree);
    expect(built.length).toBeGreaterThan(1000);
    expect(built.filter((name) => arrows.has(names.getSymbolAtLocation(name)))).toEqual([]);
  }, 60_000);

  test("neither door can run text as code", () => {
    const files = ["main.js", "planwright.mjs", ...parts("planwright")];
    expect(files.flatMap((name) => runsText(at(name)))).toEqual([]);
  });

  test("the terminal door runs alone, away from the project", async () => {
    expect(readFileSync(at("planwright.mjs"), "utf8").startsWith("#!/usr/bin/env node\n")).toBe(true);
    const { stdout, stderr } = await run(at("planwright.mjs"), ["--help"], { cwd: folder });
    expect(stderr).toBe("");
    expect(stdout).toContain("planwright");
  });

  test("the terminal door loads little before it knows what is wanted", () => {
    const program = Object.entries(terminal.outputs).find(
      ([, { entryPoint }]) => entryPoint === "src/cli.ts",
    );
    const loaded = new Set(program?.slice(0, 1) as string[]);
    for (const part of loaded)
      for (const { path: next, kind } of terminal.outputs[part]?.imports ?? [])
        if (kind !== "dynamic-import" && next in terminal.outputs) loaded.add(next);
    const size = [...loaded].reduce((sum, part) => sum + (terminal.outputs[part]?.bytes ?? 0), 0);
    expect(size).toBeGreaterThan(10_000);
    expect(size).toBeLessThan(100_000);
  });
});
