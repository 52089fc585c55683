/**
 * The rooms that each room may know: the import law, the rooms that exist, cycles, and the rooms that may know the app
 * and Node.
 */
import { isBuiltin } from "node:module";
import path from "node:path";
import ts from "typescript";
import { importsOf, targetOf, treeOf, type Import, type Offence, type Text } from "./read";

/**
 * Room → the rooms it may import, in words between spaces. A file directly in src is a room of its own, by its file
 * name; "app/ui" is a room within a folder that is one, too.
 */
export type Rooms = Readonly<Record<string, string>>;

/**
 * "src/note/plan/parse.ts" → "plan"; "src/engine/scan/index.ts" → "engine/scan" where that is in the table; "src/main.ts" →
 * "main.ts".
 */
export function roomOf(file: string, rooms: Rooms): string {
  const [, outer = file, inner, ...rest] = file.split("/");
  const within = `${outer}/${inner ?? ""}`;
  return rest.length > 0 && within in rooms ? within : outer;
}

export function unknownRooms(files: readonly Text[], rooms: Rooms): readonly Offence[] {
  return files
    .filter((file) => !(roomOf(file.path, rooms) in rooms))
    .map((file) => ({
      path: file.path,
      line: 1,
      law: `every room stands in the table of the import law; "${roomOf(file.path, rooms)}" does not`,
    }));
}

export function forbiddenImports(files: readonly Text[], rooms: Rooms): readonly Offence[] {
  const paths = new Set(files.map((file) => file.path));
  return files.flatMap((file) => {
    const own = roomOf(file.path, rooms);
    const allowed = new Set([own, ...(rooms[own] ?? "").split(" ")]);
    return importsOf(file)
      .filter(({ from }) => from.startsWith("."))
      .flatMap(({ from, line }): Offence[] => {
        const target = targetOf(file, from, paths);
        if (target === undefined)
          return [{ path: file.path, line, law: `an import names a file in src; "${from}" is none` }];
        if (/\.[cm]?[jt]s$/.test(from))
          return [
            { path: file.path, line, law: `an import names a file without its ending; "${from}" has one` },
          ];
        if (allowed.has(roomOf(target, rooms))) return [];
        return [
          {
            path: file.path,
            line,
            law: `${own} may import ${rooms[own] || "nothing"}; not ${roomOf(target, rooms)} ("${from}")`,
          },
        ];
      });
  });
}

/**
 * One offence per circle, at the import of its first file that begins the way back. Imports of types count: they tangle
 * as well.
 */
export function importCycles(files: readonly Text[]): readonly Offence[] {
  const paths = new Set(files.map((file) => file.path));
  const next = new Map(
    files.map((file) => [
      file.path,
      importsOf(file).flatMap(({ from, line }) => {
        const target = targetOf(file, from, paths);
        return target === undefined ? [] : [{ target, line }];
      }),
    ]),
  );
  const told = new Set<string>();
  return files.flatMap((file) => {
    for (const { target, line } of told.has(file.path) ? [] : (next.get(file.path) ?? [])) {
      const way = wayBack(target, file.path, (from) => (next.get(from) ?? []).map((edge) => edge.target));
      if (!way) continue;
      for (const member of way) told.add(member);
      return [
        {
          path: file.path,
          line,
          law: `files do not import each other in a circle: ${[file.path, ...way].join(" → ")}`,
        },
      ];
    }
    return [];
  });
}

/** A shortest way from one file to another, both named, or undefined. */
function wayBack(
  start: string,
  goal: string,
  next: (file: string) => readonly string[],
): readonly string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[start, undefined]]);
  for (const file of cameFrom.keys()) {
    if (file === goal) {
      const way: string[] = [];
      for (let at: string | undefined = goal; at !== undefined; at = cameFrom.get(at)) way.unshift(at);
      return way;
    }
    for (const target of next(file)) if (!cameFrom.has(target)) cameFrom.set(target, file);
  }
  return undefined;
}

/** Places as paths: a folder ends in `/`, anything else is how a path begins. */
export interface Places {
  readonly app: readonly string[];
  readonly node: readonly string[];
}

export function misplacedPlatforms(files: readonly Text[], places: Places): readonly Offence[] {
  const isIn = (file: Text, list: readonly string[]): boolean =>
    list.some((place) => file.path.startsWith(place));
  const judge = (file: Text, { from, kind, line }: Import): readonly Offence[] => {
    if (from === "obsidian" && !isIn(file, places.app))
      return [{ path: file.path, line, law: `obsidian is known only to ${places.app.join(", ")}` }];
    if (isBuiltin(from) && (kind === "static" || kind === "type") && !isIn(file, places.node)) {
      return [
        {
          path: file.path,
          line,
          law: `"${from}" is imported only by ${places.node.join(", ")}, and by import() elsewhere`,
        },
      ];
    }
    return [];
  };
  return files.flatMap((file) => importsOf(file).flatMap((one) => judge(file, one)));
}

/**
 * A line of a comment that is wider than `limit` characters. Code and what a person reads are laid out by the
 * formatter.
 */
export function wideComments(files: readonly Text[], limit: number): readonly Offence[] {
  return files.flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, at) =>
        line.length > limit && /^\s*(?:\/\*\*|\*|\/\/) /.test(line)
          ? [{ path, line: at + 1, law: `a line of a comment has ${limit} characters at most` }]
          : [],
      ),
  );
}

export function tooLong(files: readonly Text[], limit: number): readonly Offence[] {
  return files.flatMap((file) => {
    const lines = file.text.replace(/\n$/, "").split("\n").length;
    return lines > limit
      ? [
          {
            path: file.path,
            line: limit + 1,
            law: `a file is one thing, in ${limit} lines at most; this has ${lines}`,
          },
        ]
      : [];
  });
}

/** A file that exports one name bears it; a constant’s “MOVE_RULES” stands in “moveRules.ts”. The doors are named by others. */
export function misnamedFiles(files: readonly Text[]): readonly Offence[] {
  return files.flatMap((file) => {
    const [name, ...more] = treeOf(file).statements.flatMap(exportedNames);
    const own = path.posix.basename(file.path, ".ts");
    const isSame = name?.replaceAll("_", "").replace(/Port$/, "").toLowerCase() === own.toLowerCase();
    return name === undefined || more.length > 0 || isSame || file.path.split("/").length < 3
      ? []
      : [
          {
            path: file.path,
            line: 1,
            law: `the one name that a file exports is the file’s; here it is ${name}`,
          },
        ];
  });
}

function exportedNames(of: ts.Statement): readonly string[] {
  if (
    !ts.canHaveModifiers(of) ||
    !ts.getModifiers(of)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  )
    return [];
  if (ts.isVariableStatement(of)) return of.declarationList.declarations.map(({ name }) => name.getText());
  return "name" in of && of.name !== undefined ? [(of.name as ts.Identifier).text] : [];
}

/** Judges file and folder names word by word, so that "dateUtils.ts" and "plan-helper.ts" count. */
export function emptyNames(files: readonly Text[], words: readonly string[]): readonly Offence[] {
  return files.flatMap((file) => {
    const parts = file.path
      .replace(/\.ts$/, "")
      .split("/")
      .flatMap((name) => path.posix.basename(name).split(/[^A-Za-z]+|(?=[A-Z])/));
    const word = parts.find((part) => words.includes(part.toLowerCase()));
    return word === undefined
      ? []
      : [{ path: file.path, line: 1, law: `a name says what is inside; "${word}" does not` }];
  });
}
