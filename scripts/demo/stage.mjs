/**
 * Where the demo takes place: a temporary folder with a copy of the sample vault, and what Planwright needs besides.
 */
import { cp, mkdtemp, mkdir, readFile, readdir, realpath, rename, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { start } from "./programs.mjs";

/**
 * Seconds: how long a note lies still before it is taken as written, and how long an approval can be taken back. Short,
 * for a demo.
 */
const QUIET = 0.5;
const GRACE = 1;
/**
 * Seconds that a call may take. For as long after one was cut off, and some more, nobody can say yet whether it
 * happened.
 */
const CALL = 4;

/**
 * `root`: the project. `program`: the terminal program. `port`: of the SMTP server on loopback, where the
 * story has one.
 */
export async function openStage({ root, program, port = 0 }) {
  const folder = await mkdtemp(path.join(await realpath(tmpdir()), "planwright-demo-"));
  const at = (name) => path.join(folder, name);
  const vault = at("vault");
  await cp(path.join(root, "examples/vault"), vault, { recursive: true });
  await mkdir(at("mail"));
  const note = (name) => path.join(vault, name);

  /**
   * Runs Planwright to its end. Answers what `--json` says, and `says`: its lines on standard error. Throws one
   * sentence when it fails.
   */
  const settle = async (settings) => {
    const { code, out, err } = await startSettling(settings).ended;
    const says = err.split("\n").filter((line) => line.trim() !== "");
    if (code !== 0)
      throw new Error(
        `Planwright ended ${code === null ? "by a signal" : `with ${code}`}. ${says.at(-1) ?? ""}`.trim(),
      );
    return { ...JSON.parse(out), says };
  };
  const startWith = (settings, ...words) =>
    start([program, ...words, "--vault", vault, "--settings", settings, "--device", at("device")]);
  const startSettling = (settings) =>
    startWith(settings, "settle", "--executor", "--json", "--grace", String(GRACE));

  return {
    folder,
    vault,
    grace: GRACE,
    settle,
    startSettling,
    start: startWith,
    /** Another command of Planwright’s, to its end. Answers what it prints. */
    async run(settings, ...words) {
      const { code, out, err } = await startWith(settings, ...words).ended;
      if (code !== 0) throw new Error(`“planwright ${words[0]}” failed. ${err.trim().split("\n").at(-1)}`);
      return out;
    },
    /** A place beside the vault. */
    file: at,
    /** Writes a note as if so many seconds ago. */
    async write(name, text, ago = 0) {
      await writeFile(note(name), text);
      const when = Date.now() / 1000 - ago;
      await utimes(note(name), when, when);
    },
    read: (name) => readFile(note(name), "utf8"),
    async list(name) {
      return (await readdir(note(name))).filter((each) => each.endsWith(".md")).sort();
    },
    async folders(name) {
      const entries = await readdir(note(name), { withFileTypes: true });
      return entries.flatMap((each) => (each.isDirectory() ? [each.name] : [])).sort();
    },
    path: note,
    move: (from, to) => rename(note(from), note(to)),
    /** Replaces the one place where `from` stands. */
    async edit(name, from, to) {
      const text = await readFile(note(name), "utf8");
      if (text.split(from).length !== 2) throw new Error(`${name} does not hold “${from}” once.`);
      await writeFile(
        note(name),
        text.replace(from, () => to),
      );
    },
    /** A mail server by others, as its users install it. It does not let the caller choose the Message-ID. */
    mailByOthers: () =>
      writeSettings(at("settings-1.json"), {
        program: path.join(root, "node_modules/@codefuturist/email-mcp/dist/main.js"),
        env: {
          MCP_EMAIL_ADDRESS: "tove@example.com",
          MCP_EMAIL_FULL_NAME: "Tove Lindqvist",
          MCP_EMAIL_PASSWORD: "not-needed-here",
          MCP_EMAIL_IMAP_HOST: "127.0.0.1",
          MCP_EMAIL_SMTP_HOST: "127.0.0.1",
          MCP_EMAIL_SMTP_PORT: String(port),
          MCP_EMAIL_SMTP_TLS: "false",
          MCP_EMAIL_SMTP_POOL_ENABLED: "false",
          XDG_CONFIG_HOME: at("mail"),
          XDG_DATA_HOME: at("mail"),
          XDG_STATE_HOME: at("mail"),
        },
        mapping: { target_argument: "to" },
      }),
    /** Ours, which does. */
    mailWithIds: () =>
      writeSettings(at("settings-2.json"), {
        program: path.join(root, "scripts/parts/mail-server.mjs"),
        env: { SMTP_PORT: String(port), MAIL_FROM: "Tove Lindqvist <tove@example.com>" },
        mapping: { target_argument: "to", idempotency_argument: "message_id" },
        // The model of the demo: it replays a file, and says so wherever it is named.
        agents: {
          models: { script: { provider: "scripted", file: path.join(root, "scripts/demo/answers.json") } },
          roles: { worker: "script" },
        },
      }),
  };
}

async function writeSettings(file, { program, env, mapping, agents = {} }) {
  const settings = {
    quiet_seconds: QUIET,
    call_timeout_seconds: CALL,
    servers: { mail: { command: process.execPath, args: [program], env } },
    actions: { email: { server: "mail", tool: "send_email", ...mapping } },
    ...agents,
  };
  await writeFile(file, `${JSON.stringify(settings, null, 2)}\n`);
  return file;
}
