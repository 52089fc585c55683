/** Makes the ports for a folder: vault, device store, servers, clock. Opening writes nothing. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { createDiskShelf } from "../adapters/folder/createDiskShelf";
import { createFolderVault } from "../adapters/folder/vault";
import { withKeychain } from "../adapters/mcp/withKeychain";
import { keychainOf } from "../adapters/node/keychainOf";
import { openModels } from "../adapters/models/openModels";
import { telling } from "../adapters/mcp/telling";
import { createSystemClock } from "../adapters/node/createSystemClock";
import { storeFolder } from "../adapters/node/home";
import { describeHost } from "../adapters/node/describeHost";
import { createSystemRandom } from "../adapters/node/createSystemRandom";
import { nodePrograms } from "../adapters/node/nodePrograms";
import { createNodePrograms } from "../adapters/node/createNodePrograms";
import { createDiskStore } from "../adapters/node/createDiskStore";
import { parseActing } from "../approval/device/acting";
import { addUp, readRecords } from "../approval/device/ledger";
import { SECOND } from "../kit/dates";
import { BYTE_ORDER_MARK } from "../kit/frontmatter";
import type { Ports } from "../engine/perform/ports";
import type { ClockPort } from "../kit/ports/clock";
import type { ModelPort, ModelSizes } from "../kit/ports/model";
import type { VaultPort } from "../kit/ports/vault";
import { sayUnknown } from "../settings/mistakes";
import { DEFAULT_SETTINGS, pathOf, readSettings, type Settings } from "../settings/settings";
import { faultyLine, jsonOf } from "./json";
import { lateTools } from "./lateTools";
import { quoteWord } from "./paste";
import { place, shortHome, vaultAround } from "./place";
import { findProposals, readSettingsFile, type Proposals, type SettingsFile } from "./proposed";
import { ROWS } from "./commands";
import type { Asked, Call } from "./words";

export type Opened =
  | {
      readonly kind: "open";
      readonly call: Call;
      readonly ports: Ports;
      readonly settings: Settings;
      readonly root: string;
      readonly storeFolder: string;
      readonly warnings: readonly string[];
      /** Sentences that name the vault and the settings, where the call did not. */
      readonly lines: readonly string[];
      /** The file that the call names; null when it names none. */
      readonly named: SettingsFile | null;
      /** That file, or one that was confirmed on this device; null where everything is at its default. */
      readonly file: SettingsFile | null;
    }
  /** Wrong use: a path or a file given on the command line cannot be used. */
  | { readonly kind: "wrong"; readonly say: string };

/** `argv`: the words of the call as typed. */
export async function openPorts(
  asked: Asked,
  argv: readonly string[],
  say: (text: string) => void,
): Promise<Opened> {
  const typed = asked.settings === null ? null : await loadNamed(asked.settings, asked);
  if (typed?.kind === "wrong") return typed;
  const placed = await place(asked, argv, typed?.settings ?? DEFAULT_SETTINGS);
  if (placed.kind === "wrong") return placed;
  const { call, line } = placed;
  const opening = await createFolderVault(call.vault, { keepAlive: true });
  if (opening.kind === "refused")
    return {
      kind: "wrong",
      say:
        call.verb === "init" && !existsSync(call.vault)
          ? `There is no folder ${call.vault}. Make it first (mkdir ${call.vault}), or give another.`
          : opening.why,
    };
  const { root } = opening;
  const folder = call.device === null ? storeFolder(root) : resolve(call.device);
  if (folder === root || folder.startsWith(`${root}/`))
    return {
      kind: "wrong",
      say: `${folder} is in the vault; this device’s private data must be outside it.`,
    };
  const store = createDiskStore(folder);
  const proposals = typed === null ? await findProposals(root, store) : NO_PROPOSALS;
  const loaded = typed ?? loadText(proposals.confirmed, call);
  if (loaded.kind === "wrong") return loaded;
  const around = call.verb === "init" ? vaultAround(dirname(root), loaded.settings) : null;
  if (around !== null)
    return {
      kind: "wrong",
      say: `${call.vault} is inside the vault ${around}, so nothing was made. For that vault: planwright init --vault ${quoteWord(around)}`,
    };
  const inside = isInside(root, loaded.settings)
    ? `${call.vault} looks like a folder inside a vault, not the vault; did you mean the folder above?`
    : null;
  if (ROWS[call.verb].anywhere !== true && !(await isSetUp(opening.vault, loaded.settings)))
    return {
      kind: "wrong",
      say:
        inside ??
        `${call.vault} is not set up yet: it has none of Planwright’s folders. If they have other names, give the settings file that says so (--settings FILE). If it is new, run “init” first; it lists what it makes.`,
    };
  const warnings = [...proposals.notes, ...loaded.warnings, ...(inside === null ? [] : [inside])];
  const clock = createSystemClock();
  const tools = lateTools(async () => {
    const { createMcpTools } = await import("../adapters/mcp/mcpTools");
    return createMcpTools({
      node: () => Promise.resolve(nodePrograms),
      clock,
      fetch: (input, init) => fetch(input, init),
      lookTimeout: loaded.settings.start_timeout_seconds * SECOND,
    });
  });
  const ports: Ports = {
    vault: opening.vault,
    clock,
    random: createSystemRandom(),
    store,
    tools: withKeychain(
      telling(tools, clock, loaded.settings.start_timeout_seconds, say),
      keychainOf(process.env),
    ),
    models: modelsHere(clock),
    programs: createNodePrograms(
      { root, runs: join(folder, "runs") },
      () => Promise.resolve(nodePrograms),
      clock,
    ),
    notice: { say },
    host: await describeHost(root),
    shelf: createDiskShelf(),
  };
  return {
    kind: "open",
    call,
    ports,
    settings: loaded.settings,
    root,
    storeFolder: folder,
    warnings,
    lines: [
      ...(line === null ? [] : [line]),
      ...(typed === null && loaded.file !== null
        ? [`Settings: ${shortHome(loaded.file.path)}, as confirmed on this device.`]
        : []),
    ],
    named: typed?.file ?? null,
    file: loaded.file,
  };
}

/** The models that this program reaches: keys are in its environment, scripts are files. */
export function modelsHere(clock: ClockPort): ModelPort & ModelSizes {
  return openModels({
    fetch: (input, init) => fetch(input, init),
    keychain: keychainOf(process.env),
    readScript: (file) => readFile(file, "utf8").catch(() => null),
    clock,
  });
}

const NO_PROPOSALS: Proposals = { confirmed: null, notes: [] };

/** Looking harms no folder, and `init` is what makes a vault of one. */
/** Folders with names that others use for other things, and that are not read, are no sign of a vault of ours. */
const READ_FOLDERS = ["plans", "pending", "approved", "rejected", "done_plans", "done_actions"] as const;

/** One that is there and cannot be listed counts: it is told of by its own name. */
async function isSetUp(vault: VaultPort, settings: Settings): Promise<boolean> {
  for (const each of READ_FOLDERS)
    if ((await vault.list(pathOf(settings, each))).kind !== "absent") return true;
  return false;
}

/** A folder of ours given instead of the vault: folders made in it would be a vault within a vault. */
function isInside(root: string, { folders }: Settings): boolean {
  const top = Object.values(folders).map((each) => (each.split("/")[0] ?? "").toLowerCase());
  return (
    top.includes(basename(root).toLowerCase()) &&
    existsSync(join(dirname(root), folders.pending)) &&
    !existsSync(join(root, folders.pending))
  );
}

type Loaded =
  | {
      readonly kind: "settings";
      readonly settings: Settings;
      readonly warnings: readonly string[];
      readonly file: SettingsFile | null;
    }
  | { readonly kind: "wrong"; readonly say: string };

/** A settings file that a call names. */
export async function loadNamed(path: string, call: Pick<Call, "grace">): Promise<Loaded> {
  try {
    return loadText(await readSettingsFile(path), call);
  } catch (error) {
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return {
      kind: "wrong",
      say: missing ? `There is no settings file ${path}.` : `The settings file ${path} cannot be read.`,
    };
  }
}

/** Without a file, everything is at its default. */
export function loadText(file: SettingsFile | null, { grace }: Pick<Call, "grace">): Loaded {
  const text = file?.text.replace(BYTE_ORDER_MARK, "") ?? "{}";
  const name = file?.path ?? "";
  const line = faultyLine(text);
  if (line !== null)
    return {
      kind: "wrong",
      say: `The settings file ${name} is not valid JSON; check line ${String(line)}: a comma, quote or bracket is missing or extra there, or just before.`,
    };
  const parsed = readSettings(jsonOf(text));
  if (parsed.kind === "bad")
    return { kind: "wrong", say: `The settings file ${name} cannot be used: ${parsed.why}.` };
  const { settings } = parsed;
  const warnings = parsed.unknown.map((key) => sayUnknown(key, settings, "The settings file has"));
  return {
    kind: "settings",
    settings: {
      ...settings,
      servers: file === null ? settings.servers : beside(settings.servers, dirname(resolve(file.path))),
      models: file === null ? settings.models : scriptsBeside(settings.models, dirname(resolve(file.path))),
      grace_seconds: grace,
      start_delay_seconds: 0,
    },
    warnings,
    file,
  };
}

/**
 * Servers without a folder of their own run beside the settings file, so that `server.mjs` means the one that lies
 * there.
 */
function beside(servers: Settings["servers"], folder: string): Settings["servers"] {
  return Object.fromEntries(
    Object.entries(servers).map(([name, each]) => [
      name,
      "command" in each
        ? { ...each, cwd: each.cwd === undefined ? folder : resolve(folder, each.cwd) }
        : each,
    ]),
  );
}

/** The file of a scripted model lies beside the settings file, as a server does. */
function scriptsBeside(models: Settings["models"], folder: string): Settings["models"] {
  return Object.fromEntries(
    Object.entries(models).map(([name, each]) => [
      name,
      each.provider === "scripted" ? { ...each, file: resolve(folder, each.file) } : each,
    ]),
  );
}

/**
 * A sentence when this device last acted with a settings file and this run was given none, or nobody can tell:
 * without its servers every open request would look changed, and what was to be sent would be asked for by hand.
 */
export async function missingSettings({
  file,
  ports,
}: Extract<Opened, { kind: "open" }>): Promise<string | null> {
  if (file !== null) return null;
  const content = await ports.store.load();
  if (content.kind === "busy")
    return `This device’s memory cannot be read now, so it is unknown whether it uses a settings file. ${content.why} Nothing runs until it can be read.`;
  const parsed = content.kind === "records" ? readRecords(content.records) : content;
  const known = parsed.kind === "records" && addUp(parsed.records).trusted.has("settings");
  return known
    ? "This device uses a settings file. Add --settings FILE as before; to continue without settings, give a file with only {}."
    : null;
}

/** Whether the vault names the device whose store this is: then its own view is shown without `--executor`, too. */
export async function isActing(ports: Ports, settings: Settings): Promise<boolean> {
  const content = await ports.store.load();
  const parsed = content.kind === "records" ? readRecords(content.records) : content;
  const own = parsed.kind === "records" ? addUp(parsed.records).device?.id : undefined;
  const note = await ports.vault.read(pathOf(settings, "acting"));
  const acting = parseActing(note.kind === "text" ? note.text : null);
  return own !== undefined && acting.kind === "named" && acting.device === own;
}
