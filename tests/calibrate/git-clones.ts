/** Two real git clones with a bare repository between, on this machine, with no configuration but ours. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { filesOf } from "./people";
import type { Tool } from "./play";
import { PEERS, type Peer } from "./scripts";

const execute = promisify(execFile);

/** Null when there is no git. */
export async function gitVersion(): Promise<string | null> {
  return execute("git", ["--version"]).then(
    ({ stdout }) => /\d[\d.]*/.exec(stdout)?.[0] ?? stdout.trim(),
    () => null,
  );
}

/** Empty clones, made once and copied for every run. */
export async function openTemplate(room: string): Promise<string> {
  const template = path.join(room, "template");
  await mkdir(template, { recursive: true });
  const env = environment(template);
  await execute("git", ["init", "--quiet", "--bare", "--initial-branch=main", "middle.git"], {
    cwd: template,
    env,
  });
  for (const peer of PEERS) {
    await execute("git", ["init", "--quiet", "--initial-branch=main", peer], { cwd: template, env });
    await execute("git", ["remote", "add", "origin", "../middle.git"], {
      cwd: path.join(template, peer),
      env,
    });
  }
  return template;
}

/**
 * Opens the clones of two people. A command that would do nothing is not started: a process costs more than all the
 * rest.
 */
export async function openClones(template: string, room: string): Promise<Tool> {
  await cp(template, room, { recursive: true });
  const folders = { ana: path.join(room, "ana"), ben: path.join(room, "ben") };
  const env = environment(room);
  const offline = new Set<Peer>();
  const committed = { ana: "[]", ben: "[]" };
  const merged = { ana: "", ben: "" };
  /** Whether git said yes. */
  const git = (peer: Peer, ...args: string[]): Promise<boolean> =>
    execute("git", args, { cwd: folders[peer], env }).then(
      () => true,
      () => false,
    );
  const must = (peer: Peer, ...args: string[]): Promise<unknown> =>
    execute("git", args, { cwd: folders[peer], env });
  const ref = (...names: string[]): Promise<string> =>
    readFile(path.join(room, ...names), "utf8").then(
      (text) => text.trim(),
      () => "",
    );
  const head = (peer: Peer): Promise<string> => ref(peer, ".git", "refs", "heads", "main");
  const fetched = (peer: Peer): Promise<string> => ref(peer, ".git", "refs", "remotes", "origin", "main");
  const middle = (): Promise<string> => ref("middle.git", "refs", "heads", "main");
  const picture = async (peer: Peer): Promise<string> => JSON.stringify([...(await filesOf(folders[peer]))]);

  const acts = {
    async commits(peer: Peer) {
      const merging = existsSync(path.join(folders[peer], ".git", "MERGE_HEAD"));
      const now = await picture(peer);
      if (!merging && now === committed[peer]) return;
      await must(peer, "add", "--all");
      // Nothing to commit is an answer.
      await git(peer, "commit", "--quiet", "--no-edit", ...(merging ? [] : ["--message", "Vault"]));
      committed[peer] = now;
    },
    async fetches(peer: Peer) {
      if ((await middle()) !== (await fetched(peer))) await must(peer, "fetch", "--quiet", "origin");
    },
    async merges(peer: Peer) {
      const newest = await fetched(peer);
      if (
        newest === "" ||
        newest === merged[peer] ||
        existsSync(path.join(folders[peer], ".git", "MERGE_HEAD"))
      )
        return;
      const clean = (await picture(peer)) === committed[peer];
      const yes = await git(peer, "merge", "--quiet", "--no-edit", "origin/main");
      // Refused, because it would run over something not committed.
      if (!yes && !existsSync(path.join(folders[peer], ".git", "MERGE_HEAD"))) return;
      merged[peer] = newest;
      if (clean && yes) committed[peer] = await picture(peer);
    },
    async pushes(peer: Peer) {
      const mine = await head(peer);
      if (mine !== "" && mine !== (await middle()))
        await git(peer, "push", "--quiet", "origin", "HEAD:refs/heads/main");
    },
  };

  return {
    folders,
    nameOf: (id) => id,
    async setOnline(peer, online) {
      if (online) offline.delete(peer);
      else offline.add(peer);
    },
    async some(peer, chance) {
      const names = offline.has(peer)
        ? (["commits", "merges"] as const)
        : (["commits", "fetches", "merges", "pushes"] as const);
      await acts[names[Math.floor(chance() * names.length)] ?? "commits"](peer);
    },
    async quiet(first) {
      const order = first === "ana" ? PEERS : [...PEERS].reverse();
      for (let before = "none", now = ""; before !== now;) {
        before = now;
        for (const peer of order) {
          await acts.commits(peer);
          if (offline.has(peer)) continue;
          await acts.fetches(peer);
          await acts.merges(peer);
          await acts.commits(peer);
          await acts.pushes(peer);
        }
        now = JSON.stringify(await Promise.all(PEERS.flatMap((peer) => [head(peer), picture(peer)])));
      }
    },
  };
}

function environment(room: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env["PATH"],
    HOME: room,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    LC_ALL: "C",
    GIT_AUTHOR_NAME: "Vault",
    GIT_AUTHOR_EMAIL: "vault@example.com",
    GIT_COMMITTER_NAME: "Vault",
    GIT_COMMITTER_EMAIL: "vault@example.com",
  };
}
