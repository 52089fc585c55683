/** Reads the options of the check commands: each option is one row. */
import { parseArgs } from "node:util";

/**
 * @typedef {import("./options.d.mts").Row} Row
 * @param {readonly string[]} args
 * @param {{ command: string, does: string, options: Readonly<Record<string, Row>> }} use
 */
export function readOptions(args, { command, does, options, word }) {
  if (args.includes("--help") || args.includes("-h"))
    return { kind: "help", say: helpOn({ command, does, options, word }) };
  const bad = (why) => ({
    kind: "bad",
    say: `${why} “npm ${command === "start" ? "start" : `run ${command}`} -- --help” tells what there is.`,
  });
  const kinds = Object.fromEntries(
    Object.entries(options).map(([name, row]) => [name, { type: isFlag(row) ? "boolean" : "string" }]),
  );
  const { tokens } = parseArgs({ args: [...args], options: kinds, strict: false, tokens: true });
  const values = Object.fromEntries(
    Object.entries(options).map(([name, row]) => [
      name,
      row.otherwise ?? (row.many === true ? [] : isFlag(row) ? false : null),
    ]),
  );
  if (word !== undefined) values.word = null;
  for (const token of tokens) {
    if (token.kind === "positional" && word !== undefined && values.word === null) {
      values.word = token.value;
      continue;
    }
    const row =
      token.kind === "option" && Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (row === undefined) return bad(`“${args[token.index]}” is not known.`);
    const why = isFlag(row)
      ? token.value === undefined
        ? null
        : `${token.rawName} takes nothing behind it.`
      : wrongWith(token, row);
    if (why !== null) return bad(why);
    const value = isFlag(row) ? true : row.least === undefined ? token.value : Number(token.value);
    values[token.name] = row.many === true ? [...values[token.name], value] : value;
  }
  return { kind: "options", values };
}

/**
 * The values, by name; first it says what the command does. Where they cannot be read, or help is asked for, the
 * process says so and ends here.
 */
export function optionsOf(use) {
  const read = readOptions(process.argv.slice(2), use);
  if (read.kind === "options") {
    process.stdout.write(`${use.does}\n`);
    return read.values;
  }
  (read.kind === "bad" ? process.stderr : process.stdout).write(`${read.say}\n`);
  return process.exit(read.kind === "bad" ? 2 : 0);
}

/** Takes nothing behind it. */
function isFlag({ least, names, takes }) {
  return least === undefined && names === undefined && takes === undefined;
}

function wrongWith({ rawName, value = "" }, { least, names }) {
  if (value === "")
    return `${rawName} needs ${least === undefined ? "something" : "a whole number"} behind it.`;
  if (names !== undefined)
    return names.includes(value) ? null : `${rawName} takes one of ${names.join(", ")}, not “${value}”.`;
  return least === undefined || (/^\d{1,15}$/.test(value) && Number(value) >= least)
    ? null
    : `${rawName} takes a whole number from ${String(least)}, not “${value}”.`;
}

function helpOn({ command, does, options, word }) {
  const rows = Object.entries(options).map(([name, row]) => {
    const takes = isFlag(row) ? "" : ` ${row.takes ?? (row.least === undefined ? "NAME" : "N")}`;
    const notes = [
      ...(row.many === true ? ["may be given again"] : []),
      ...(row.names === undefined ? [] : [`one of ${row.names.join(", ")}`]),
      ...(row.otherwise === undefined ? [] : [`otherwise ${String(row.otherwise)}`]),
    ];
    return [`--${name}${takes}`, `${row.says}${notes.length === 0 ? "" : `; ${notes.join("; ")}`}`];
  });
  if (word !== undefined) rows.unshift([word.takes, word.says]);
  const width = Math.max(...rows.map(([left]) => left.length));
  return [
    does,
    "",
    `  npm ${command === "start" ? "start" : `run ${command}`} -- …`,
    "",
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
  ].join("\n");
}
