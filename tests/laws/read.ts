/** Source texts as the laws see them: parsed once, with what they import. Knows TypeScript, no law. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/** One file of the project: a path with `/`, from the project's folder ("src/note/plan/parse.ts"), and its text. */
export interface Text {
  readonly path: string;
  readonly text: string;
}

export interface Offence {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  /** The law, and what broke it, in one sentence. */
  readonly law: string;
}

export interface Import {
  readonly from: string;
  readonly line: number;
  /**
   * `late` is import() as a call: evaluated when it is reached. `mention` is import() inside a type: never evaluated,
   * nor seen by the scanner.
   */
  readonly kind: "static" | "late" | "type" | "mention";
}

export function say({ path: file, line, law }: Offence): string {
  return `${file}:${line} ${law}`;
}

/** Every TypeScript file under a folder, sorted by path. */
export function readTexts(folder: string): readonly Text[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, "/")))
    .filter((file) => file.endsWith(".ts"))
    .sort()
    .map((file) => ({ path: file, text: readFileSync(file, "utf8") }));
}

const trees = new WeakMap<Text, ts.SourceFile>();

export function treeOf(file: Text): ts.SourceFile {
  const known = trees.get(file);
  if (known) return known;
  const tree = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  trees.set(file, tree);
  return tree;
}

export function lineOf(node: ts.Node): number {
  return node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;
}

/** All nodes below the root, in the order of the text. */
export function* nodesOf(root: ts.Node): Generator<ts.Node> {
  const children: ts.Node[] = [];
  ts.forEachChild(root, (child) => {
    children.push(child);
  });
  for (const child of children) {
    yield child;
    yield* nodesOf(child);
  }
}

export function importsOf(file: Text): readonly Import[] {
  const found: Import[] = [];
  for (const node of nodesOf(treeOf(file))) {
    const one = importAt(node);
    if (one) found.push({ ...one, line: lineOf(node) });
  }
  return found;
}

function importAt(node: ts.Node): Pick<Import, "from" | "kind"> | undefined {
  if (ts.isImportDeclaration(node))
    return named(
      node.moduleSpecifier,
      node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword ? "type" : "static",
    );
  if (ts.isExportDeclaration(node)) return named(node.moduleSpecifier, node.isTypeOnly ? "type" : "static");
  if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference))
    return named(node.moduleReference.expression, "static");
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return named(node.argument.literal, "mention");
  if (!ts.isCallExpression(node)) return undefined;
  if (node.expression.kind === ts.SyntaxKind.ImportKeyword) return named(node.arguments[0], "late");
  return ts.isIdentifier(node.expression) && node.expression.text === "require"
    ? named(node.arguments[0], "static")
    : undefined;
}

function named(
  name: ts.Expression | undefined,
  kind: Import["kind"],
): Pick<Import, "from" | "kind"> | undefined {
  return name && ts.isStringLiteralLike(name) ? { from: name.text, kind } : undefined;
}

/** The file a relative import means, among the given ones; undefined for packages and for what is not there. */
export function targetOf(file: Text, from: string, paths: ReadonlySet<string>): string | undefined {
  if (!from.startsWith(".")) return undefined;
  const target = path.posix.join(path.posix.dirname(file.path), from);
  return [`${target}.ts`, `${target}/index.ts`, target].find((candidate) => paths.has(candidate));
}
