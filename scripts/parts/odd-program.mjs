/**
 * A program that behaves as its first argument says, for tests of what runs programs: `say` (what it was given),
 * `fail`, `hang` (and does not leave when asked), `brood` (starts a child that hangs, then exits), `nest` (starts one
 * and hangs), `flood` (writes without end), `long` (one long line), `split` (a letter in two pieces), `die` (by a
 * signal), `leave` (copies what it was given to where its result is taken, beside what is not to be taken), `change`
 * (changes files of the folder that its second argument names).
 */
import { spawn } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

const [how = "say", ...more] = process.argv.slice(2);

function hang() {
  process.on("SIGTERM", () => undefined);
  setInterval(() => undefined, 1000);
}

/** It writes its id once it cannot be asked to leave any more. */
function brood(done) {
  const child = spawn(process.execPath, [process.argv[1], "child"], { stdio: ["ignore", "pipe", "inherit"] });
  child.stdout.once("data", (id) => {
    console.log(`child ${String(id).trim()}`);
    done();
  });
}

if (how === "say") {
  let read = "";
  for await (const chunk of process.stdin) read += chunk;
  console.log(
    JSON.stringify({
      args: more,
      read,
      folder: process.cwd(),
      names: Object.keys(process.env).sort(),
      work: process.env.WORK ?? null,
    }),
  );
  console.error("on the side");
} else if (how === "fail") {
  console.log("one");
  console.error("two");
  process.exitCode = 3;
} else if (how === "hang") {
  hang();
  console.log("ready");
} else if (how === "child") {
  hang();
  console.log(process.pid);
} else if (how === "brood") {
  brood(() => process.exit(0));
} else if (how === "nest") {
  hang();
  brood(() => undefined);
} else if (how === "flood") {
  const text = `${"x".repeat(99_999)}\n`;
  const write = () => {
    while (process.stdout.write(text));
    process.stdout.once("drain", write);
  };
  write();
} else if (how === "long") {
  process.stdout.write(`${"y".repeat(3_000_000)}\nlast`);
} else if (how === "split") {
  const bytes = Buffer.from("Grüße 🌱\r\n");
  process.stdout.write(bytes.subarray(0, 3));
  setTimeout(() => process.stdout.write(bytes.subarray(3)), 50);
} else if (how === "leave") {
  console.log(readdirSync("in").join());
  cpSync("in", "out", { recursive: true });
  mkdirSync("out/folder");
  symlinkSync(process.argv[1], "out/link.md");
  writeFileSync("out/picture.md", Buffer.from([0xff, 0xd8, 0xff, 0x00]));
  writeFileSync("out/long.md", "x".repeat(300_000));
} else if (how === "change") {
  const at = (name) => path.join(more[0], name);
  appendFileSync(at("a.txt"), "two\n");
  writeFileSync(at("same.txt"), "same\n");
  writeFileSync(at("deep/new.txt"), "new\n");
  writeFileSync(at(".env"), "TOKEN=two\n");
  rmSync(at("gone.txt"));
  for (const folder of [".hidden", "node_modules"]) writeFileSync(at(`${folder}/new.txt`), "new\n");
  symlinkSync(process.argv[1], at("link.txt"));
  process.exitCode = 1;
} else if (how === "die") {
  process.kill(process.pid, "SIGKILL");
}
