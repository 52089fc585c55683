/**
 * Strings that a person reads in the app. They are in the files of words alone, where they can be compared and
 * translated.
 */
import ts from "typescript";
import { lineOf, nodesOf, treeOf, type Offence, type Text } from "./read";

const FACES = /^src\/(?:app\/ui\/|main\.ts$)/;
const WORDS_FILES = /^src\/app\/ui\/(?:words\.ts|words\/\w+\.ts|settings\/settingsWords\.ts)$/;

/** Keys and methods whose string is shown, be it one word. */
const SHOWN_KEYS = new Set(["label", "title", "text", "leave", "desc", "aria-label"]);
const SHOWN_BY = new Set(["setName", "setDesc", "setText", "setTitle", "setButtonText", "setTooltip", "say"]);
/** Methods whose string selects elements, and what only a selector holds. */
const SELECTS = new Set(["querySelector", "querySelectorAll", "closest", "matches", "find", "findAll"]);
const SELECTOR = /(?:^|[\s,])\.[a-z]|\[[a-z-]+[\]=]/;
/** The attribute that names keys of the keyboard. */
const KEYS_OF_KEYS = new Set(["aria-keyshortcuts"]);

export function strayStrings(files: readonly Text[]): readonly Offence[] {
  return files
    .filter(({ path }) => FACES.test(path) && !WORDS_FILES.test(path))
    .flatMap((file) =>
      [...nodesOf(treeOf(file))].flatMap((node) => {
        const text = textOf(node);
        return text === undefined || !isShown(node, text)
          ? []
          : [
              {
                path: file.path,
                line: lineOf(node),
                law: `strings that a person reads are in src/app/ui/words; this one is not: ${text}`,
              },
            ];
      }),
    );
}

/** Of a template, with a zero for each value. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node)
    ? node.head.text + node.templateSpans.map(({ literal }) => `0${literal.text}`).join("")
    : undefined;
}

function isShown(node: ts.Node, text: string): boolean {
  if (calledBy(node, SELECTS) || SELECTOR.test(text) || isUnderKey(node, KEYS_OF_KEYS)) return false;
  if (/\p{L}/u.test(text) && (isUnderKey(node, SHOWN_KEYS) || calledBy(node, SHOWN_BY))) return true;
  const words = text.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  const isProse = /\p{L}\S*\s+\S*[\p{L}\d]|\d\S*\s+\S*\p{L}/u.test(text);
  return isProse && !words.every((word) => /^[a-z]+(?:-[a-z0-9]+)+$/.test(word));
}

/** The call or the property to which a string goes, also by way of `a ? b : c` and parentheses. */
function goesTo(node: ts.Node): { readonly parent: ts.Node; readonly as: ts.Node } {
  let as = node;
  while (
    ts.isParenthesizedExpression(as.parent) ||
    (ts.isConditionalExpression(as.parent) && as.parent.condition !== as)
  )
    as = as.parent;
  return { parent: as.parent, as };
}

function calledBy(node: ts.Node, names: ReadonlySet<string>): boolean {
  const { parent, as } = goesTo(node);
  return (
    ts.isCallExpression(parent) &&
    parent.expression !== as &&
    ts.isPropertyAccessExpression(parent.expression) &&
    names.has(parent.expression.name.text)
  );
}

function isUnderKey(node: ts.Node, names: ReadonlySet<string>): boolean {
  const { parent, as } = goesTo(node);
  return (
    ts.isPropertyAssignment(parent) &&
    parent.initializer === as &&
    (ts.isIdentifier(parent.name) || ts.isStringLiteral(parent.name)) &&
    names.has(parent.name.text)
  );
}
