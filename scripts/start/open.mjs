/**
 * Puts the page on: makes its script and host in a temporary folder, and serves a vault. For npm start, the rig of
 * the tests, and pictures.
 */
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "../bundle.mjs";
import { bundlePage } from "./bundle.mjs";
import { servePage } from "./server.mjs";

/**
 * `vault`, `state`: absolute folders. `outside`: what servers there are beside the page, with what went out by them;
 * see outside.mjs. `made`: by makePage; without it the page is made for this once. Answers `{ url, stop }`.
 */
export async function openPage({ vault, state, outside = null, port = 0, made }) {
  const own = made ?? (await makePage());
  const clear = () => (made === undefined ? own.clear() : Promise.resolve());
  try {
    const served = await servePage({ project: root, made: own, vault, state, outside, port });
    return { ...served, stop: () => served.stop().finally(clear) };
  } catch (error) {
    await clear();
    throw error;
  }
}

/** The files of the page, for any number of pages, until `clear`. */
export async function makePage() {
  const folder = await mkdtemp(path.join(await realpath(tmpdir()), "planwright-page-"));
  const clear = () => rm(folder, { recursive: true, force: true });
  try {
    return { ...(await bundlePage(folder)), clear };
  } catch (error) {
    await clear();
    throw error;
  }
}
