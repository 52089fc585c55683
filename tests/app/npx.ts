/**
 * The word `npx` for programs that the plugin starts: it runs the package that is installed here, without a network.
 */
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { root } from "../../scripts/bundle.mjs";

/** Answers how to take it back. Programs find no home of whoever runs the tests either. */
export async function ownNpx(): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(tmpdir(), "planwright-npx-"));
  const before = { PATH: process.env["PATH"], HOME: process.env["HOME"] };
  const program = join(root, "node_modules/@codefuturist/email-mcp/dist/main.js");
  await writeFile(
    join(home, "npx"),
    `#!/bin/sh\n[ "$1 $2" = "-y @codefuturist/email-mcp@0.2.0" ] || exit 1\nexec "${process.execPath}" "${program}"\n`,
  );
  await chmod(join(home, "npx"), 0o755);
  process.env["PATH"] = `${home}${delimiter}${before.PATH ?? ""}`;
  process.env["HOME"] = home;
  return async () => {
    Object.assign(process.env, before);
    await rm(home, { recursive: true, force: true });
  };
}
