/** Everything the engine reaches the world through, on this device. Opening it reads no note and starts no server. */
import { FileSystemAdapter, Platform, type App } from "obsidian";
import { toHex } from "../../kit/hash";
import { SECOND } from "../../kit/dates";
import type { Settings } from "../../settings/settings";
import type { Host } from "../../kit/ports/host";
import type { ClockPort } from "../../kit/ports/clock";
import type { NoticePort } from "../../kit/ports/notice";
import { noPrograms, type ProgramsPort } from "../../kit/ports/programs";
import type { RandomPort } from "../../kit/ports/random";
import type { ShelfPort } from "../../kit/ports/shelf";
import type { StorePort } from "../../kit/ports/store";
import type { ModelPort, ModelSizes } from "../../kit/ports/model";
import type { ToolsPort } from "../../kit/ports/tools";
import { noModels } from "../models/noModels";
import { NOTHING_USED } from "../models/usage";
import { openModels } from "../models/openModels";
import { withKeychain } from "../mcp/withKeychain";
import type { NodePrograms } from "../node/programGroup";
import type { Keychain } from "../net/keychain";
import { createMcpTools } from "../mcp/mcpTools";
import { createWindowClock } from "./createWindowClock";
import { openDisk } from "./openDisk";
import { fetchDirectly } from "./fetchDirectly";
import { createLocalStore, installationId } from "./local";
import { createAppNotice } from "./createAppNotice";
import { createWindowRandom } from "./createWindowRandom";
import { phoneSight, type Sight } from "./sight";
import { createAppVault, type AppVault } from "./vault";

export interface AppPorts {
  readonly vault: AppVault;
  readonly tools: ToolsPort;
  readonly models: ModelPort & ModelSizes;
  readonly programs: ProgramsPort;
  readonly clock: ClockPort;
  readonly random: RandomPort;
  readonly store: StorePort;
  readonly notice: NoticePort;
  readonly host: Host;
  readonly shelf?: ShelfPort;
  /** Random; tells this run of the app from every other. */
  readonly run: string;
  /** The other run on this computer that works on this vault, by its nonce; null where none does. */
  runAtWork(): Promise<string | null>;
  /** Claims this device's memory for this run. Answers how to let it go, or a sentence saying who has it. */
  lock(): Promise<(() => Promise<void>) | string>;
}

/**
 * `typed`: secrets that are being tried and are not in the keychain yet, by id.
 * `mayReach`: whether servers may be started or contacted now, asked at every use; a sentence says why not.
 */
export async function openAppPorts(
  app: App,
  settings: Pick<Settings, "start_timeout_seconds">,
  typed: ReadonlyMap<string, string>,
  mayReach: () => string | null,
): Promise<AppPorts> {
  const random = createWindowRandom();
  const shared = {
    clock: createWindowClock(),
    random,
    notice: createAppNotice(),
    run: toHex(random.bytes(16)),
  };
  if (Platform.isDesktop) {
    const { adapter } = app.vault;
    const disk = adapter instanceof FileSystemAdapter ? await openDisk(adapter.getBasePath(), adapter) : null;
    if (disk !== null) {
      const { createDiskStore } = await import("../node/createDiskStore");
      const { storeFolder } = await import("../node/home");
      const { describeHost } = await import("../node/describeHost");
      const { createDiskShelf } = await import("../folder/createDiskShelf");
      const { lockVault, runAtWork } = await import("../node/lockVault");
      const node = async (): Promise<NodePrograms> => (await import("../node/nodePrograms")).nodePrograms;
      const { createNodePrograms } = await import("../node/createNodePrograms");
      const folder = storeFolder(disk.root);
      const at = { store: folder, vault: disk.root };
      const tools = createMcpTools({
        node,
        clock: shared.clock,
        fetch: fetchDirectly,
        lookTimeout: settings.start_timeout_seconds * SECOND,
      });
      const keychain: Keychain = {
        find: (name) => typed.get(name) ?? app.secretStorage.getSecret(name),
        placeOf: (name) => `the secret “${name}” in the keychain of this device`,
        sayMissing: (name) =>
          `The secret “${name}” is not in the keychain of this device. Store it there under that name (Settings, Keychain).`,
      };
      return {
        ...shared,
        vault: createAppVault(app.vault, disk.sight),
        tools: guarded(withKeychain(tools, keychain), mayReach),
        models: guardedModels(
          openModels({
            fetch: fetchDirectly,
            keychain,
            // A script lies outside the vault, where the app reads nothing.
            readScript: () => Promise.resolve(null),
            clock: shared.clock,
          }),
          mayReach,
        ),
        programs: guardedPrograms(
          createNodePrograms({ root: disk.root, runs: `${folder}/runs` }, node, shared.clock),
          mayReach,
        ),
        store: createDiskStore(folder),
        host: await describeHost(disk.root),
        shelf: guardedShelf(createDiskShelf(), mayReach),
        runAtWork: () => runAtWork(at),
        lock: async () => {
          const lock = await lockVault(at, shared.run);
          if (lock.kind === "busy") return lock.by;
          if (lock.warning !== null) shared.notice.say(lock.warning);
          return () => lock.release();
        },
      };
    }
  }
  const sight: Sight = phoneSight(app.vault);
  const noServers = createMcpTools({ node: null, clock: shared.clock, fetch: fetchDirectly });
  return {
    ...shared,
    vault: createAppVault(app.vault, sight),
    tools: guarded(noServers, () => "This device does not contact servers; the acting device does."),
    models: noModels,
    programs: noPrograms("Phones and tablets run no programs."),
    store: createLocalStore(app),
    host: { name: deviceName(), machine: installationId(app, random), vault: app.vault.getName() },
    runAtWork: () => Promise.resolve(null),
    lock: () => Promise.resolve("Phones and tablets do not act."),
  };
}

function deviceName(): string {
  if (Platform.isIosApp) return Platform.isTablet ? "iPad" : "iPhone";
  if (Platform.isAndroidApp) return Platform.isTablet ? "Android tablet" : "Android phone";
  return "this device";
}

/** The settings that say which programs run arrive by sync, too. */
function guardedPrograms(programs: ProgramsPort, mayReach: () => string | null): ProgramsPort {
  return {
    ...programs,
    run(call) {
      const why = mayReach();
      return why === null ? programs.run(call) : Promise.resolve({ kind: "not-started", why });
    },
  };
}

/** A model’s address arrives by sync, too: nothing is sent there before a person here has seen it. */
function guardedModels(
  models: ModelPort & ModelSizes,
  mayReach: () => string | null,
): ModelPort & ModelSizes {
  return {
    async ask(question, progress, signal) {
      const why = mayReach();
      return why === null
        ? await models.ask(question, progress, signal)
        : { kind: "failed", code: "not-reached", why, usage: NOTHING_USED };
    },
    contextOf: (definition, signal) =>
      mayReach() === null ? models.contextOf(definition, signal) : Promise.resolve(null),
    list: (definition, signal) =>
      mayReach() === null ? models.list(definition, signal) : Promise.resolve(null),
  };
}

/** The settings that name the folders arrive by sync, too, and models are told what is in these folders. */
function guardedShelf(shelf: ShelfPort, mayReach: () => string | null): ShelfPort {
  return {
    ...shelf,
    async folder(path) {
      const why = mayReach();
      return why === null ? await shelf.folder(path) : { kind: "refused", why };
    },
  };
}

/**
 * Settings arrive by sync, and a server's definition is a command line: nothing of it is used before a person here has
 * seen it.
 */
function guarded(tools: ToolsPort, mayReach: () => string | null): ToolsPort {
  return {
    async look(server, definition) {
      const why = mayReach();
      return why === null ? await tools.look(server, definition) : { kind: "down", why };
    },
    async call(call) {
      const why = mayReach();
      return why === null ? await tools.call(call) : { kind: "not-sent", why };
    },
    halt: () => tools.halt(),
    close: () => tools.close(),
  };
}
