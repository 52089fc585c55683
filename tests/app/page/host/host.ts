/**
 * The page's Node: one process for one open page, as the app's window is one process. It answers the page's calls and
 * ends with it, and with it end the programs and locks that the page held. It speaks to the server over the channel
 * it was forked with.
 */
import { constants, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { folderDisk } from "../../disk";
import { type Answer, type Call, decode, encode, type Happening, troubleOf } from "../wire";
import { confineTo } from "./confine";
import { fileFunctions } from "./files";
import { programFunctions } from "./programs";
import { watchFolder } from "./sight";
import { webFunctions } from "./web";

/** Variables that a program may be given; the page sees no others. */
const VARIABLES =
  "PATH HOME USER LOGNAME SHELL TERM LANG LC_ALL TZ TMPDIR TEMP TMP SystemRoot SystemDrive ComSpec PATHEXT USERPROFILE USERNAME APPDATA LOCALAPPDATA";

const [, , vault = "", state = "", device = "desktop"] = process.argv;
const root = realpathSync(vault);
mkdirSync(join(state, "home"), { recursive: true, mode: 0o700 });
const home = realpathSync(join(state, "home"));
const profileFile = join(realpathSync(state), `${device}.json`);

const send = (message: object): void => {
  // The server may leave while this is on its way; “disconnect” tells of that.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
};
const tell = (happening: Happening): void => send({ event: encode(happening) });
let answering = 0;
let leaving = false;
/** A call that is under way ends first: a write is never cut in the middle. */
const leave = (): void => {
  leaving = true;
  programs.endAll();
  if (answering > 0) return;
  // Messages on their way arrive first; “disconnect” brings it here again.
  if (process.connected) process.disconnect();
  else process.exit(0);
};

const confinement = confineTo([root, realpathSync(state)]);
const programs = programFunctions(tell);
const disk = await folderDisk(root);
const own = (path: string): string => {
  confinement.inside(path === "" ? root : join(root, path));
  return path;
};

const readProfile = (): unknown => {
  try {
    return JSON.parse(readFileSync(profileFile, "utf8"));
  } catch {
    return { local: [], secrets: [] };
  }
};

const answered = async (run: () => unknown): Promise<Answer> => {
  try {
    return { value: (await run()) ?? null };
  } catch (error) {
    return { trouble: troubleOf(error) };
  }
};

const functions: Readonly<Record<string, (...args: never[]) => unknown>> = {
  /** Brings the calls before it. */
  nothing: () => null,
  hello: () => {
    const variables = VARIABLES.split(" ").flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    return {
      root,
      home,
      hostname: hostname(),
      pid: process.pid,
      platform: process.platform,
      constants: { ...constants },
      env: {
        ...Object.fromEntries(variables),
        XDG_CONFIG_HOME: join(home, "config"),
        XDG_STATE_HOME: join(home, "state"),
      },
      profile: readProfile(),
    };
  },
  "profile.keep": (profile: unknown) => {
    writeFileSync(`${profileFile}.new`, JSON.stringify(profile), { mode: 0o600 });
    renameSync(`${profileFile}.new`, profileFile);
  },
  /** The page's last call: what was typed and is not on the disk. No call comes after it, and the host ends. */
  goodbye: async (unsaved: readonly { readonly path: string; readonly text: string }[]) => {
    leaving = true;
    for (const { path, text } of unsaved) await disk.write(own(path), new TextEncoder().encode(text));
  },
  "disk.read": async (path: string) => Uint8Array.from(await disk.read(own(path))),
  "disk.reads": (paths: readonly string[]) =>
    Promise.all(paths.map((path) => answered(async () => Uint8Array.from(await disk.read(own(path)))))),
  "disk.write": (path: string, bytes: Uint8Array) => disk.write(own(path), bytes),
  "disk.append": (path: string, bytes: Uint8Array) => disk.append(own(path), bytes),
  "disk.rename": (from: string, to: string) => disk.rename(own(from), own(to)),
  "disk.remove": (path: string) => disk.remove(own(path)),
  "disk.removeFolder": (path: string, recursive: boolean) => disk.removeFolder(own(path), recursive),
  "disk.makeFolder": (path: string) => disk.makeFolder(own(path)),
  "disk.list": (path: string) => disk.list(own(path)),
  "disk.stats": (paths: readonly string[]) =>
    Promise.all(paths.map((path) => answered(() => disk.stat(own(path))))),
  "disk.touch": (path: string, modified: number) => disk.touch(own(path), modified),
  ...webFunctions(tell),
  ...(device === "phone" ? {} : { ...fileFunctions(confinement, new Set()), ...programs.functions }),
};

const answerTo = async ({ name, args, first = [] }: Call): Promise<Answer> => {
  for (const each of first) await answerTo(each);
  return answered(() => {
    const run = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (run === undefined) throw new Error(`The host has no ${name}.`);
    return run(...(args as never[]));
  });
};

process.on("message", ({ id, text }: { readonly id: number; readonly text: string }) => {
  answering += 1;
  void answerTo(decode(text) as Call).then((answer) => {
    answering -= 1;
    send({ id, text: encode(answer) });
    if (leaving) leave();
  });
});
process.on("disconnect", leave);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, leave);
watchFolder(root, [".obsidian/plugins/planwright/data.json"], tell);
send({ ready: true });
