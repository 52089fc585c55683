/** Puts the page on: makes its script and host in a temporary folder, and serves a vault. For npm start, the rig of the tests, and pictures. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "../bundle.mjs";
import { bundlePage } from "./bundle.mjs";
import { servePage } from "./server.mjs";

/** `vault`, `state`: absolute folders. main.js and dist are taken as built. Answers `{ url, stop }`. */
export async function openPage({ vault, state, port = 0 }) {
  const folder = await mkdtemp(path.join(tmpdir(), "planwright-page-"));
  try {
    const { page, host } = await bundlePage(folder);
    const served = await servePage({ project: root, script: page, hostFile: host, vault, state, port });
    return {
      ...served,
      async stop() {
        await served.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
