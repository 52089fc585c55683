/**
 * The world outside the sample vault: a post office and a bank that keep what they are given, a mail server by
 * others, and a model that is a script. All of it is on this computer. Prepares a fresh copy of the vault with
 * settings for all of them.
 */
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { root } from "../bundle.mjs";
import { startImap } from "../parts/imap-sink.mjs";
import { startSink } from "../parts/smtp-sink.mjs";
import { startBank } from "./bank.mjs";
import { startModel } from "./model.mjs";

/**
 * Seconds between the start of the app and the first action: less than a person's minute, enough to see the word for
 * it.
 */
const START_DELAY = 5;

/**
 * `script`: a file of the model's answers. `list()` of the answer has what went out, newest last: `{ kind: "mail" |
 * "transfer", to, title, text }`.
 */
export async function openOutside({ script = path.join(root, "scripts/demo/answers.json") } = {}) {
  const sent = [];
  const ears = new Set();
  const add = (thing) => {
    sent.push(thing);
    for (const hear of ears) hear();
  };
  const sink = await startSink();
  const imap = await startImap();
  const bank = await startBank(({ payee, iban, amount, currency, reference = "" }) =>
    add({ kind: "transfer", to: `${payee}, ${iban}`, title: `${amount} ${currency}`, text: reference }),
  );
  const model = await startModel(script);
  let counted = 0;
  let open = true;
  const collect = async () => {
    while (open) {
      await sink.arrived(counted + 1);
      for (; counted < sink.messages.length; counted += 1) {
        const { recipients, subject = "", text = "" } = sink.messages[counted];
        add({ kind: "mail", to: recipients.join(", "), title: subject, text });
      }
    }
  };
  void collect();
  return {
    sink,
    imap,
    bank,
    model,
    list: () => sent.slice(),
    /** Answers how to hear no more. */
    onChange: (hear) => {
      ears.add(hear);
      return () => void ears.delete(hear);
    },
    async stop() {
      open = false;
      await Promise.all([sink.stop(), imap.stop(), bank.stop(), model.stop()]);
    },
  };
}

/** `settings`: more, or other ones. Makes `vault` and what the mail server keeps, in `place`. */
export async function copySample({ place, outside, settings = {} }) {
  const vault = path.join(place, "vault");
  const post = path.join(place, "post");
  await cp(path.join(root, "examples/vault"), vault, { recursive: true });
  await cp(path.join(root, "scripts/start/rent.md"), path.join(vault, "Plans/Rent for December.md"));
  await mkdir(post);
  await mkdir(path.join(place, "state"));
  const folder = path.join(vault, ".obsidian/plugins/planwright");
  await mkdir(folder, { recursive: true });
  const data = { ...settingsFor(outside, post), ...settings };
  await writeFile(path.join(folder, "data.json"), `${JSON.stringify(data, null, 2)}\n`);
  await writeFile(path.join(folder, "manifest.json"), await readFile(path.join(root, "manifest.json")));
  return { vault, state: path.join(place, "state") };
}

/** The mail server is email-mcp, as its users install it; the bank has an address. */
function settingsFor({ sink, imap, bank, model }, post) {
  return {
    start_delay_seconds: START_DELAY,
    servers: {
      mail: {
        command: process.execPath,
        args: [path.join(root, "node_modules/@codefuturist/email-mcp/dist/main.js")],
        env: {
          MCP_EMAIL_ADDRESS: "tove@example.com",
          MCP_EMAIL_FULL_NAME: "Tove Lindqvist",
          MCP_EMAIL_PASSWORD: "not-needed-here",
          MCP_EMAIL_IMAP_HOST: "127.0.0.1",
          MCP_EMAIL_IMAP_PORT: String(imap.port),
          MCP_EMAIL_IMAP_TLS: "false",
          MCP_EMAIL_SMTP_HOST: "127.0.0.1",
          MCP_EMAIL_SMTP_PORT: String(sink.port),
          MCP_EMAIL_SMTP_TLS: "false",
          MCP_EMAIL_SMTP_POOL_ENABLED: "false",
          MCP_EMAIL_RATE_LIMIT: "30",
          XDG_CONFIG_HOME: post,
          XDG_DATA_HOME: post,
          XDG_STATE_HOME: post,
        },
      },
      bank: { url: bank.url },
    },
    actions: {
      email: {
        server: "mail",
        tool: "send_email",
        target_argument: "to",
        fixed_arguments: { account: "default" },
        nothing_happened_words: ["Rate limit exceeded for account"],
      },
      payment: { server: "bank", tool: "create_transfer", target_argument: "payee" },
    },
    models: { script: { provider: "openai-compatible", url: model.url, model: "a-script" } },
    roles: { worker: "script" },
  };
}
