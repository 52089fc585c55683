/**
 * Two real Syncthing nodes that know only each other, over loopback: no discovery, relays, NAT, reports or upgrades.
 * One folder is shared for the whole time; every run lives in a folder of its own below, so that no run knows another's
 * names.
 */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { filesOf } from "./people";
import type { Tool } from "./play";
import type { Bench } from "./run";
import { PEERS, type Peer } from "./scripts";

const execute = promisify(execFile);
const FOLDER = "vault";
/** Between two questions to a node. Milliseconds. */
const ASK = 15;
/** Nothing takes this long when it is right. Milliseconds. */
const PATIENCE = 90_000;

/** Null when there is no Syncthing. */
export async function syncthingVersion(): Promise<string | null> {
  return execute("syncthing", ["--version"]).then(
    ({ stdout }) => /v(\d[\w.-]*)/.exec(stdout)?.[1] ?? stdout.trim(),
    () => null,
  );
}

interface Node {
  readonly peer: Peer;
  readonly vault: string;
  readonly device: string;
  readonly port: number;
  readonly process: ChildProcess;
  ask(method: "GET" | "POST" | "PATCH" | "PUT", route: string, body?: unknown): Promise<unknown>;
}

interface Status {
  readonly state: string;
  readonly sequence: number;
  readonly needTotalItems: number;
}

interface Completion {
  readonly needItems: number;
  readonly needDeletes: number;
}

export async function openNodes(room: string): Promise<Bench> {
  const nodes = { ana: await start("ana", room), ben: await start("ben", room) };
  const other = (peer: Peer): Node => (peer === "ana" ? nodes.ben : nodes.ana);
  const each = <T>(ask: (node: Node) => Promise<T>): Promise<readonly T[]> =>
    Promise.all(PEERS.map((peer) => ask(nodes[peer])));
  const offline = new Set<Peer>();

  const close = async (): Promise<void> => {
    await each(async ({ process }) => {
      const ended =
        process.exitCode !== null || process.signalCode !== null
          ? Promise.resolve()
          : new Promise((resolve) => process.once("exit", resolve));
      process.kill("SIGTERM");
      await ended;
    });
  };

  const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
    for (const end = Date.now() + PATIENCE; !(await holds()); await pause(ASK)) {
      if (Date.now() > end)
        throw new Error(`The nodes did not come to this: ${what}. ${JSON.stringify(await each(statusOf))}`);
    }
  };

  const isConnected = async (node: Node): Promise<boolean> => {
    const { connections } = (await node.ask("GET", "system/connections")) as {
      connections: Record<string, { connected: boolean }>;
    };
    return connections[other(node.peer).device]?.connected === true;
  };

  /** Each side holds what it needs, and has heard that the other does. */
  const isSettled = async (): Promise<boolean> => {
    for (const peer of PEERS) {
      const { state, needTotalItems } = await statusOf(nodes[peer]);
      if (state !== "idle") return false;
      if (offline.size > 0) continue;
      const { needItems, needDeletes } = (await nodes[peer].ask(
        "GET",
        `db/completion?folder=${FOLDER}&device=${other(peer).device}`,
      )) as Completion;
      if (needTotalItems + needItems + needDeletes > 0) return false;
    }
    return true;
  };

  const setOnline = async (peer: Peer, online: boolean): Promise<void> => {
    // One connection serves all runs: who comes second finds it done.
    if (online === !offline.has(peer)) return;
    if (online) offline.delete(peer);
    else offline.add(peer);
    await nodes[peer].ask("PATCH", `config/devices/${other(peer).device}`, { paused: !online });
    const expected = offline.size === 0;
    await until(expected ? "connected" : "apart", async () =>
      (await each(isConnected)).every((connected) => connected === expected),
    );
  };

  async function connect(): Promise<void> {
    await each(async (node) => {
      const { device, port } = other(node.peer);
      await node.ask("POST", "config/devices", {
        deviceID: device,
        name: other(node.peer).peer,
        addresses: [`tcp://127.0.0.1:${port}`],
      });
      await node.ask("POST", "config/folders", {
        id: FOLDER,
        path: node.vault,
        type: "sendreceive",
        devices: [{ deviceID: node.device }, { deviceID: device }],
        rescanIntervalS: 0,
        fsWatcherEnabled: false,
        disableFsync: true,
        pullerPauseS: 1,
        minDiskFree: { value: 0, unit: "" },
      });
    });
    await until("connected", async () => (await each(isConnected)).every((connected) => connected));
    await until("settled", isSettled);
  }

  try {
    await connect();
  } catch (error) {
    await close();
    throw error;
  }

  let count = 0;
  return {
    close,
    next: async (): Promise<Tool> => {
      for (const peer of [...offline]) await setOnline(peer, true);
      const run = `run${(count += 1)}`;
      const folders = { ana: path.join(nodes.ana.vault, run), ben: path.join(nodes.ben.vault, run) };
      for (const peer of PEERS) await mkdir(folders[peer], { recursive: true });
      const scan = (peer: Peer, sub = ""): Promise<unknown> =>
        nodes[peer].ask("POST", `db/scan?folder=${FOLDER}&sub=${encodeURIComponent(`${run}${sub}`)}`);
      const picture = async (): Promise<string> =>
        JSON.stringify([
          await each(statusOf),
          await Promise.all(PEERS.map(async (peer) => [...(await filesOf(folders[peer]))])),
        ]);
      return {
        folders,
        nameOf: (id) => PEERS.find((peer) => nodes[peer].device.startsWith(id)) ?? id,
        setOnline,
        async some(peer, chance) {
          const paths = [...(await filesOf(folders[peer])).keys()];
          const folderNames = [
            "",
            "",
            ...new Set(paths.map((name) => `/${path.posix.dirname(name)}`)),
            ...paths.map((name) => `/${name}`),
          ];
          await scan(peer, folderNames[Math.floor(chance() * folderNames.length)]);
        },
        async quiet(first) {
          const order = first === "ana" ? PEERS : [...PEERS].reverse();
          for (let before = "none", now = ""; before !== now;) {
            before = now;
            for (const peer of order) await scan(peer);
            await until("settled", isSettled);
            now = await picture();
          }
        },
      };
    },
  };
}

async function statusOf(node: Node): Promise<Status> {
  const { state, sequence, needTotalItems } = (await node.ask("GET", `db/status?folder=${FOLDER}`)) as Status;
  return { state, sequence, needTotalItems };
}

async function start(peer: Peer, room: string): Promise<Node> {
  const home = path.join(room, `${peer}-home`);
  const vault = path.join(room, peer);
  await mkdir(vault, { recursive: true });
  const { stdout } = await execute("syncthing", [
    "generate",
    `--home=${home}`,
    "--no-default-folder",
    "--skip-port-probing",
  ]);
  const device =
    /Device ID: (\S+)/.exec(stdout)?.[1] ??
    (await execute("syncthing", ["serve", `--home=${home}`, "--device-id"])).stdout.trim();
  const [port, face] = await freePorts(2);
  const file = path.join(home, "config.xml");
  const key = "calibration";
  const settings: Readonly<Record<string, string>> = {
    listenAddress: `tcp://127.0.0.1:${port}`,
    globalAnnounceEnabled: "false",
    localAnnounceEnabled: "false",
    relaysEnabled: "false",
    natEnabled: "false",
    startBrowser: "false",
    urAccepted: "-1",
    autoUpgradeIntervalH: "0",
    crashReportingEnabled: "false",
    announceLANAddresses: "false",
    stunServer: "",
    stunKeepaliveStartS: "0",
    reconnectionIntervalS: "5",
    setLowPriority: "false",
    apikey: key,
  };
  let config = await readFile(file, "utf8");
  for (const [name, value] of Object.entries(settings))
    config = config.replace(new RegExp(`<${name}>[^<]*</${name}>`), () => `<${name}>${value}</${name}>`);
  await writeFile(file, config.replace("127.0.0.1:8384", `127.0.0.1:${face}`));
  const child = spawn(
    "syncthing",
    [
      "serve",
      `--home=${home}`,
      "--no-browser",
      "--no-restart",
      "--no-upgrade",
      `--logfile=${path.join(home, "log")}`,
    ],
    { stdio: "ignore", env: { ...process.env, HOME: home, STNODEFAULTFOLDER: "1" } },
  );
  // A node never outlives the script, however that ends. It is two processes: only a polite signal reaches both.
  const kill = () => void child.kill("SIGTERM");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));

  const ask: Node["ask"] = async (method, route, body) => {
    const answer = await fetch(`http://127.0.0.1:${face}/rest/${route}`, {
      method,
      headers: { "X-API-Key": key, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`Syncthing answered ${answer.status} to ${method} ${route}: ${text}`);
    return text === "" ? null : (JSON.parse(text) as unknown);
  };
  const awake = async (): Promise<boolean> =>
    ask("GET", "system/ping").then(
      () => true,
      () => false,
    );
  for (const end = Date.now() + PATIENCE; !(await awake()); await pause(ASK)) {
    if (child.exitCode !== null || Date.now() > end)
      throw new Error(
        `Syncthing did not start: ${await readFile(path.join(home, "log"), "utf8").catch(() => "it left no log")}`,
      );
  }
  return { peer, vault, device, port: port ?? 0, process: child, ask };
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<net.Server>((resolve) => {
          const server = net.createServer();
          server.listen(0, "127.0.0.1", () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => (server.address() as net.AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
