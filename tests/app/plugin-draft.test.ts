/** A model drafts the plan of a note in the app, because a person asked for it. */
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  called,
  delta,
  events,
  startModelServer,
  stream,
  used,
  type ModelServer,
} from "../fakes/modelServer";
import { acting, openRoom, pass, PROMPT, waitFor, type Room } from "./plugin-room";

let room: Room;
let server: ModelServer;
beforeEach(async () => {
  room = await openRoom();
});
afterEach(async () => {
  await room.leave();
  await server.leave();
});

const DRAFT = {
  objective: "Anna has a party.",
  steps: [{ text: "Send the invitations", doer: "agent", goes_out: false }],
  questions: ["When?"],
};

test("the plan of the note’s own lists is shown first, then the model’s, and that is made", async () => {
  server = await startModelServer(
    stream(
      events(called(0, "a", "draft_plan", JSON.stringify(DRAFT)), delta({}, "tool_calls"), used(900, 40)),
    ),
  );
  await room.settings({
    ...PROMPT,
    models: { main: { provider: "openai-compatible", url: server.url, model: "m" } },
    roles: { worker: "main" },
  });
  const app = await acting(room);
  await room.put("Inbox/Party.md", "Anna wants a party.\n");
  await pass(app);
  await app.open("Inbox/Party.md");
  await app.run("plan-note");
  expect(app.modal().buttons()).toEqual(["Create draft", "Draft it with “main”", "Not now"]);
  expect(server.seen.length).toBe(0);
  await app.modal().click("Draft it with “main”");
  await waitFor(
    app,
    "the draft",
    () => app.modals().length > 0 && app.modal().text().includes("Anna has a party."),
  );
  expect(app.modal().text()).toContain("Nothing in it was checked.");
  await app.modal().click("Create draft");
  await pass(app);
  const name = (await room.names("Plans")).find((each) => each.includes("Anna has a party")) ?? "";
  const made = await room.get(`Plans/${name}`);
  expect(made).toContain("status: Draft");
  expect(made).toContain("- [ ] ✋ Send the invitations");
  expect(server.seen.length).toBe(1);
  expect(app.errors()).toEqual([]);
});
