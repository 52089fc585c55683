/**
 * Words that no screen shows: the notes have them, as properties, names of folders and of commands, and a person who
 * reads a screen has one word for each thing (the states of the inbox).
 */
import ts from "typescript";
import { lineOf, nodesOf, treeOf, type Offence, type Text } from "./read";

/** The rooms whose strings are shown: the app, what both faces tell, and the terminal. */
const SHOWN = /^src\/(?:app\/ui|overview|terminal)\//;
const FORBIDDEN = /\b(?:blocked|missions?|arguments?|acts|requests?|tools?|rules?)\b/i;

/** The rooms whose reasons and replies are shown: the settings, too, call a tool a function and an argument a field. */
const TOLD = /^src\/(?:approval|note\/action|settings|engine\/(?:commands|perform))\//;
const NAMED_OTHERWISE = /\b(?:tools?|arguments?)\b/i;

/** A string is told by a part of it. Each row says why it may stay. */
const ALLOWED: readonly (readonly [why: string, ...parts: readonly string[]])[] = [
  ["names of commands", "Request approval", "Adopt requests…", "Open mission view", "{do:request 0}"],
  ["a word of the status of a plan", "Sets the plan to Blocked"],
  ["keys and classes, not words", "planwright-", "request 0", "tool-use-preview"],
];

/** Places that speak of one note to approve, and of how it goes out, in its dialog. */
const REVIEW = /^src\/app\/ui\/(?:review\/|inbox\/|words\/(?:inbox|request)Words\.ts)/;

export function forbiddenShownWords(files: readonly Text[]): readonly Offence[] {
  return files
    .filter(({ path }) => wordsOf(path) !== null)
    .flatMap((file) =>
      [...nodesOf(treeOf(file))].flatMap((node) => {
        const text = textOf(node);
        const word = text === undefined || !isProse(text) ? null : wordsOf(file.path)?.exec(text);
        if (text === undefined || word == null || isAllowed(text) || isNamedReview(node)) return [];
        return [
          { path: file.path, line: lineOf(node), law: `no screen says “${word[0]}”, and this does: ${text}` },
        ];
      }),
    );
}

/** The words that a file must not say; null for a file that says nothing to anybody. */
function wordsOf(path: string): RegExp | null {
  if (SHOWN.test(path)) return REVIEW.test(path) ? NAMED_OTHERWISE : FORBIDDEN;
  return TOLD.test(path) ? NAMED_OTHERWISE : null;
}

/** A template has a zero for each value. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return ts.isImportDeclaration(node.parent) ? undefined : node.text;
  return ts.isTemplateExpression(node)
    ? node.head.text + node.templateSpans.map(({ literal }) => `0${literal.text}`).join("")
    : undefined;
}

/** One word may be a key; two are said to somebody. */
function isProse(text: string): boolean {
  return /\S\s+\S/.test(text);
}

function isAllowed(text: string): boolean {
  return ALLOWED.some(([, ...parts]) => parts.some((part) => text.includes(part)));
}

/** The words of the review stand among the others, under a key of their own. */
function isNamedReview(node: ts.Node): boolean {
  for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent)
    if (ts.isPropertyAssignment(at) && ts.isIdentifier(at.name) && at.name.text === "review") return true;
  return false;
}
