/** A server that cannot be used: its card says so in plain words, and asks it again with one click. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "../../scripts/bundle.mjs";
import { startSink, type Sink } from "../../scripts/parts/smtp-sink.mjs";
import type { Harness } from "./harness";
import { acting, leftBehind, openRoom, plan, PROMPT, waitFor, type Room } from "./plugin-room";

const undo: (() => unknown)[] = [];
let sink: Sink;
let room: Room;
let folder: string;
beforeEach(async () => {
  sink = await startSink();
  undo.push(() => sink.stop());
  folder = await mkdtemp(join(tmpdir(), "planwright-"));
  undo.push(() => rm(folder, { recursive: true }));
  room = await openRoom();
  undo.push(() => room.leave());
});
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each();
});

const STEP = [
  "- [ ] ✋ Send the invoice",
  "    ```action",
  "    type: email",
  "    target: client_a@example.com",
  "    args:",
  "      subject: January invoice",
  "      body: Please find it.",
  "    ```",
];

function card(app: Harness): HTMLElement | undefined {
  const all = app.views("planwright-mission")[0]?.el.querySelectorAll<HTMLElement>(".planwright-card");
  return Array.from(all ?? []).find(({ textContent }) => textContent.includes("The server cannot be used"));
}

test("is asked again from its card as soon as it is there", async () => {
  const program = join(folder, "mail.mjs");
  await writeFile(program, `process.kill(process.pid, "SIGKILL");\n`);
  await room.settings({
    ...PROMPT,
    servers: { mail: { command: process.execPath, args: [program], env: { SMTP_PORT: String(sink.port) } } },
    actions: { email: { server: "mail", tool: "send_email", idempotency_argument: "message_id" } },
  });
  const app = await acting(room);
  await room.put("Plans/invoice.md", plan("PLAN-2026-001", STEP));
  await app.run("open-mission");
  await waitFor(app, "the card", () => card(app) !== undefined);
  expect(card(app)?.textContent).not.toContain("SIG");
  await writeFile(program, `await import(${JSON.stringify(`${root}scripts/parts/mail-server.mjs`)});\n`);
  const again = card(app)?.querySelector<HTMLElement>("[data-part=ask-again]");
  if (again == null) throw new Error(`No way to ask again: ${card(app)?.innerHTML ?? ""}`);
  again.click();
  await waitFor(
    app,
    "the answer",
    () =>
      app
        .views("planwright-mission")[0]
        ?.text()
        .includes("Planwright asks the server again, then asks you once it works.") === true,
  );
  await waitFor(app, "the request", async () => (await room.names("Pending_Approval")).length > 0);
  await waitFor(app, "the end of the card", () => card(app) === undefined);
  expect(await leftBehind(app)).toEqual([]);
});
