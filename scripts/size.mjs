/** Prints how much source there is, room by room: what a newcomer has to read, and what is hard to read in it. */
import path from "node:path";
import ts from "typescript";
import { optionsOf } from "./options.mjs";
import { countRuns } from "./size/ran.mjs";
import { readSources } from "./sources.mjs";

const { json, ran } = optionsOf({
  command: "size",
  does: "Counts the sources of the plugin and of the terminal program.",
  options: {
    json: { says: "prints the figures as JSON, for other programs" },
    ran: { says: "counts the functions that run for one step instead" },
  },
});
const LONG = 60;
const TOO_LONG = 100;

const files = Object.entries(readSources()).map(([name, text]) => measure(name, text));
const importers = new Map(files.map(({ name }) => [name, 0]));
for (const { imports } of files)
  for (const each of new Set(imports))
    if (importers.has(each)) importers.set(each, (importers.get(each) ?? 0) + 1);

const roomOf = ({ name }) => name.split("/")[1];
const rooms = [...new Set(files.map(roomOf))].sort();
const rows = [
  ...rooms.map((room) =>
    sum(
      room,
      files.filter((file) => roomOf(file) === room),
    ),
  ),
  sum("all", files),
];
if (ran) print(await countRuns());
else if (json) print({ rows, longest: longest() });
else {
  console.table(Object.fromEntries(rows.map(({ room, ...figures }) => [room, figures])));
  for (const { lines, name, file } of longest())
    console.log(`${String(lines).padStart(4)} lines  ${name}  ${file}`);
}

function print(figures) {
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
}

function longest() {
  return files
    .flatMap(({ name: file, functions }) => functions.map((each) => ({ ...each, file })))
    .filter(({ lines }) => lines > TOO_LONG)
    .sort((a, b) => b.lines - a.lines);
}

function sum(room, of) {
  const widths = of.flatMap((file) => file.widths).sort((a, b) => a - b);
  const functions = of.flatMap((file) => file.functions);
  return {
    room,
    "lines of code": widths.length,
    files: of.length,
    functions: functions.length,
    [`over ${String(LONG)} lines`]: functions.filter(({ lines }) => lines > LONG).length,
    [`over ${String(TOO_LONG)} lines`]: functions.filter(({ lines }) => lines > TOO_LONG).length,
    "exported names": of.reduce((all, { exported }) => all + exported, 0),
    "imported once": of.filter(({ name }) => importers.get(name) === 1).length,
    "width, p95": widths[Math.floor(widths.length * 0.95)] ?? 0,
  };
}

/** Lines of code are those on which a token stands: neither blank lines nor comments. */
function measure(name, text) {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const lineAt = (at) => source.getLineAndCharacterOfPosition(at).line;
  const used = new Set();
  const functions = [];
  const imports = [];
  let exported = 0;
  const visit = (node) => {
    if (node.kind >= ts.SyntaxKind.FirstJSDocNode && node.kind <= ts.SyntaxKind.LastJSDocNode) return;
    if (node.getChildCount(source) === 0)
      for (let line = lineAt(node.getStart(source)); line <= lineAt(node.getEnd()); line += 1) used.add(line);
    if (ts.isFunctionLike(node) && node.body !== undefined)
      functions.push({
        name: node.name?.getText(source) ?? node.parent.name?.getText(source) ?? "(no name)",
        lines: lineAt(node.getEnd()) - lineAt(node.getStart(source)) + 1,
      });
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      const from = node.moduleSpecifier?.text ?? "";
      if (from.startsWith(".")) imports.push(`${path.posix.join(path.posix.dirname(name), from)}.ts`);
    }
    if (node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) exported += 1;
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  const lines = text.split("\n");
  return {
    name,
    functions,
    imports,
    exported,
    widths: [...used].map((line) => (lines[line] ?? "").trimEnd().length).filter((width) => width > 0),
  };
}
