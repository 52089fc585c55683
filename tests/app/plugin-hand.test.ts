/** A person answers as the model of an agent, in the app. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { acting, openRoom, pass, plan, PROMPT, type Room } from "./plugin-room";

let room: Room;
beforeEach(async () => {
  room = await openRoom();
});
afterEach(() => room.leave());

const STEPS = ["- [ ] Compare the two offers ^s-7f3a", "- [ ] ✋ Order"];

function answer(question: string, tool: string, given: object): string {
  const code = /The code of the turn[^:]*: ([0-9a-f]{8})$/.exec(question.trimEnd())?.[1] ?? "";
  return JSON.stringify({ turn: code, says: "I go on.", calls: [{ tool, arguments: given }] });
}

test("the question is copied, an answer that is none is told, and two answers finish the step", async () => {
  await room.settings({ ...PROMPT, models: { me: { provider: "by-hand" } }, roles: { worker: "me" } });
  const app = await acting(room);
  await room.put(
    "Plans/roof.md",
    plan("PLAN-1", STEPS).replace("status: Active", "status: Active\nagent: auto"),
  );
  await pass(app);
  expect(await room.get("Plans/roof.md")).toContain("The agent waits for your answer");
  const question = (): string => app.modal().el.querySelector("details pre")?.textContent ?? "";
  const type = async (text: string): Promise<void> => app.modal().fill("The answer", text);
  await app.run("think-by-hand");
  expect(app.modal().title).toBe("Think by hand: turn 1");
  expect(question()).toContain("Do this step now: Compare the two offers");
  const before = await room.files();
  await app.modal().click("Copy the question");
  expect(await app.window.navigator.clipboard.readText()).toBe(question());
  await type("I would rather talk about the weather.");
  await app.modal().click("Use this answer");
  expect(app.modal().text()).toContain("The answer holds no JSON object.");
  expect(await room.files()).toEqual(before);
  await type(answer(question(), "write_work_file", { name: "Offers.md", text: "Kern is dearer.\n" }));
  await app.modal().click("Use this answer");
  await pass(app);
  expect(app.modal().title).toBe("Think by hand: turn 2");
  expect(question()).toContain("Written: ");
  await type(
    answer(question(), "finish_step", {
      summary: "Compared.",
      outside: "none",
      evidence: [{ file: "Offers.md" }],
    }),
  );
  await app.modal().click("Use this answer");
  await pass(app);
  expect(await room.get("Plans/roof.md")).toContain("- [x] Compare the two offers");
  // What the next step sends is drafted in the same way.
  expect(app.modal().title).toBe("Think by hand: turn 1");
  expect(question()).toContain("Say it now, with draft_action: ✋ Order");
  expect(app.errors()).toEqual([]);
});
