/** Asks the compiler whether it lets a mutant pass: what it refuses never gets as far as a test. */
import path from "node:path";
import ts from "typescript";
import { root } from "../../scripts/bundle.mjs";

/** Names left without use are a matter of neatness, not of types. */
const LENIENT = { noUnusedLocals: false, noUnusedParameters: false, noEmit: true };

/** @returns {(name: string, text: string) => string | null} why the compiler refuses the file with this text; null when it does not */
export function createCompiler() {
  const read = ts.readConfigFile(path.join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, root);
  const changed = new Map();
  const host = {
    getCompilationSettings: () => ({ ...options, ...LENIENT }),
    getScriptFileNames: () => ["src/main.ts", "src/cli.ts"].map((name) => path.join(root, name)),
    getScriptVersion: (name) => String(changed.get(name)?.version ?? 0),
    getScriptSnapshot: (name) => {
      const text = changed.get(name)?.text ?? ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  };
  const service = ts.createLanguageService(host);
  let version = 0;
  let last = null;
  return (name, text) => {
    const file = path.join(root, name);
    version += 1;
    if (last !== null && last !== file) changed.set(last, { version, text: ts.sys.readFile(last) });
    changed.set(file, { version, text });
    last = file;
    const [first] = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)];
    return first === undefined ? null : ts.flattenDiagnosticMessageText(first.messageText, " ");
  };
}

/** The source with the mutant in its place. */
export function withMutant(source, { location: { start, end }, replacement }) {
  const lines = source.split("\n");
  const offset = ({ line, column }) =>
    lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + column;
  return {
    text: source.slice(0, offset(start)) + replacement + source.slice(offset(end)),
    was: source.slice(offset(start), offset(end)),
  };
}
