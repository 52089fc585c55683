/**
 * Words that a file may not use: of the outside, in pure rooms; for a few ways to lose or run a person's text,
 * anywhere; and in the place of a noun, at the beginning of a comment.
 */
import { isBuiltin } from "node:module";
import ts from "typescript";
import { importsOf, lineOf, nodesOf, treeOf, type Offence, type Text } from "./read";

/** Globals by which a pure room would touch the outside. */
const OUTSIDE = new Set([
  "console",
  "crypto",
  "document",
  "fetch",
  "globalThis",
  "localStorage",
  "navigator",
  "performance",
  "process",
  "queueMicrotask",
  "require",
  "requestAnimationFrame",
  "requestIdleCallback",
  "setImmediate",
  "setInterval",
  "setTimeout",
  "self",
  "window",
  "activeWindow",
  "activeDocument",
]);

export function impurities(files: readonly Text[]): readonly Offence[] {
  return files.flatMap((file) => {
    const offence = (line: number, what: string): Offence => ({
      path: file.path,
      line,
      law: `a pure room has no clock, chance, timer, network, console or platform; it mentions ${what}`,
    });
    const imported = importsOf(file)
      .filter(({ from, kind }) => kind === "late" || from === "obsidian" || isBuiltin(from))
      .map(({ from, line }) => offence(line, `"${from}"`));
    const mentioned = [...nodesOf(treeOf(file))].flatMap((node) => {
      const what = outsideAt(node);
      return what === undefined ? [] : [offence(lineOf(node), what)];
    });
    return [...imported, ...mentioned];
  });
}

function outsideAt(node: ts.Node): string | undefined {
  if (ts.isIdentifier(node)) return OUTSIDE.has(node.text) && isMention(node) ? node.text : undefined;
  if (ts.isNewExpression(node))
    return isNamed(node.expression, "Date") && !node.arguments?.length ? "new Date()" : undefined;
  if (ts.isCallExpression(node)) return isNamed(node.expression, "Date") ? "Date()" : undefined;
  const member = memberAt(node);
  if (member === undefined) return undefined;
  if (isNamed(member.of, "Date") && member.name === "now") return "Date.now";
  return isNamed(member.of, "Math") && member.name === "random" ? "Math.random" : undefined;
}

/** Anything but a member's or a property's own name: `step.process` and `{ window: 3 }` touch nothing outside. */
function isMention(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isQualifiedName(parent)) return parent.left === node;
  if (ts.isBindingElement(parent)) return parent.propertyName !== node;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return false;
  return !(
    (ts.isPropertyAssignment(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isPropertyDeclaration(parent) ||
      ts.isMethodSignature(parent) ||
      ts.isMethodDeclaration(parent) ||
      ts.isEnumMember(parent) ||
      ts.isAccessor(parent) ||
      ts.isNamedTupleMember(parent)) &&
    parent.name === node
  );
}

function isNamed(node: ts.Expression, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name;
}

/** `of.name`, `of?.name` and `of["name"]`. */
function memberAt(node: ts.Node): { readonly of: ts.Expression; readonly name: string } | undefined {
  if (ts.isPropertyAccessExpression(node)) return { of: node.expression, name: node.name.text };
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression))
    return { of: node.expression, name: node.argumentExpression.text };
  return undefined;
}

export function forbiddenWords(files: readonly Text[]): readonly Offence[] {
  return files.flatMap((file) =>
    [...nodesOf(treeOf(file))].flatMap((node) => {
      const law = forbiddenAt(node);
      return law === undefined ? [] : [{ path: file.path, line: lineOf(node), law }];
    }),
  );
}

/** JSON that is parsed without the limits of the one door for it. A terminal names the faulty line of a file. */
export function bypassedDoors(files: readonly Text[]): readonly Offence[] {
  const law = "JSON is parsed by kit/json.ts alone, which limits its size and depth";
  const isDoor = (path: string): boolean => ["src/kit/json.ts", "src/terminal/json.ts"].includes(path);
  return files.flatMap((file) =>
    isDoor(file.path)
      ? []
      : [...nodesOf(treeOf(file))].flatMap((node) => {
          const member = memberAt(node);
          return member !== undefined && isNamed(member.of, "JSON") && member.name === "parse"
            ? [{ path: file.path, line: lineOf(node), law }]
            : [];
        }),
  );
}

function forbiddenAt(node: ts.Node): string | undefined {
  const member = memberAt(node);
  if (member) return forbiddenMember(member.of, member.name);
  if (ts.isIdentifier(node) && node.text === "eval" && isMention(node))
    return "no text is run as code (eval)";
  if (ts.isIdentifier(node) && node.text === "Function" && isMention(node) && !isTypeName(node))
    return "no text is run as code (Function)";
  if (ts.isRegularExpressionLiteral(node) && hasLookbehind(node.text))
    return "older phones cannot read a lookbehind";
  if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && isNamed(node.expression, "RegExp")) {
    const [source] = node.arguments ?? [];
    if (source && ts.isStringLiteralLike(source) && hasLookbehind(source.text))
      return "older phones cannot read a lookbehind";
  }
  return undefined;
}

function forbiddenMember(of: ts.Expression, name: string): string | undefined {
  const owner = ts.isIdentifier(of) ? of.text : ts.isPropertyAccessExpression(of) ? of.name.text : "";
  if (/vault$/i.test(owner) && (name === "delete" || name === "trash"))
    return `nothing in a vault is deleted (${owner}.${name})`;
  if (/matter$/i.test(owner) && name === "stringify")
    return "frontmatter is edited in place; matter.stringify drops comments";
  if (name === "processFrontMatter")
    return "frontmatter is edited in place; processFrontMatter drops comments";
  if (name === "trashFile") return "nothing in a vault is deleted (trashFile)";
  return ["innerHTML", "outerHTML", "insertAdjacentHTML"].includes(name)
    ? `text never becomes markup (${name})`
    : undefined;
}

function isTypeName(node: ts.Identifier): boolean {
  return (
    ts.isTypeReferenceNode(node.parent) ||
    (ts.isBinaryExpression(node.parent) && node.parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword)
  );
}

/** `(?<=` or `(?<!` that opens a group: not escaped, and not inside a class of characters. */
function hasLookbehind(pattern: string): boolean {
  const bare = pattern.replace(/\\./gs, "").replace(/\[[^\]]*\]/g, "");
  return /\(\?<[=!]/.test(bare);
}

/** `What is sent`, as the first words of a comment, behind code or on a line of its own. */
const NOUNLESS = /(?:^|\s)(?:\/\*\*?|\/\/)\s(?:What|Whatever|Who|Whoever|Whom|Whose|Nobody|Somebody)\b/;
const NOUNLESS_BENEATH = /^\s*\*\s(?:What|Whatever|Who|Whoever|Whom|Whose|Nobody|Somebody)\b/;

/** A comment whose first word stands in the place of the noun that it is about. Only the first line of one is judged. */
export function nounlessComments(files: readonly Text[]): readonly Offence[] {
  return files.flatMap(({ path, text }) => {
    const lines = text.split("\n");
    return lines.flatMap((line, at) => {
      const before = lines[at - 1] ?? "";
      const opens = NOUNLESS.test(line)
        ? !/^\s*\/\//.test(line) || !/^\s*\/\//.test(before)
        : NOUNLESS_BENEATH.test(line) && /^\s*\/\*\*?$/.test(before);
      return opens ? [{ path, line: at + 1, law: "the first words of a comment name its noun" }] : [];
    });
  });
}
