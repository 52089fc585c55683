/** The card of a step in the inbox: what the step asks is in front of the person. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { openInbox } from "./inboxRoom";
import { acting, openRoom, pass, plan, PROMPT, type Room } from "./plugin-room";

let room: Room;
beforeEach(async () => {
  room = await openRoom();
  await room.settings(PROMPT);
});
afterEach(() => room.leave());

const VENUES =
  "# Halls\n\n## Seats\n\n- Town hall: 120\n- School: 80\n\n### Chairs\n\nBring your own.\n\n## Prices\n\nDear.\n";

test.each(["- [ ] Choose the venue, see [[Halls#Seats]]", "- [ ] ✋ Choose the venue, see [[Halls#Seats]]"])(
  "%s: the lines beneath the step and the section it links to are in the card",
  async (step) => {
    const app = await acting(room);
    await room.put("Halls.md", VENUES);
    await room.put(
      "Plans/Party.md",
      plan("PLAN-1", [step, "    - town hall", "    - the **school**", "    - garden", "- [ ] Ring them"]),
    );
    await pass(app);
    const inbox = await openInbox(app);
    expect(inbox.titles()).toEqual(["Choose the venue, see Halls#Seats"]);
    const lines = Array.from(inbox.el.querySelectorAll(".planwright-about li"), (el) => el.textContent);
    expect(lines).toEqual(["town hall", "the school", "garden", "Town hall: 120", "School: 80"]);
    expect(inbox.read()).toContain("Bring your own.");
    expect(inbox.read()).not.toContain("Dear.");
  },
);

test("a link to a part of the plan itself shows that part", async () => {
  const app = await acting(room);
  const text = plan("PLAN-1", ["- [ ] Choose one of [[#Venues|these]]"]);
  await room.put(
    "Plans/Party.md",
    text.replace("## Roadmap", "## Venues\nThe barn, or the garden.\n\n## Roadmap"),
  );
  await pass(app);
  const inbox = await openInbox(app);
  expect(inbox.read()).toContain("The barn, or the garden.");
  expect(inbox.read()).not.toContain("Reasoning Logs");
});

test("a link that leads to no note says so, and offers nothing that would make one", async () => {
  const app = await acting(room);
  await room.put("Plans/Party.md", plan("PLAN-1", ["- [ ] Choose one of [[Nowhere]]"]));
  await pass(app);
  const inbox = await openInbox(app);
  expect(inbox.read()).toContain("That note is gone.");
  expect(inbox.el.querySelectorAll(".planwright-about button")).toHaveLength(0);
});

test("“Done” is D at a step as after an approval, and A never says it", async () => {
  const app = await acting(room);
  await room.put("Plans/Party.md", plan("PLAN-1", ["- [ ] Ring the hall", "- [ ] Fold it"]));
  await pass(app);
  const inbox = await openInbox(app);
  const done = Array.from(inbox.el.querySelectorAll<HTMLElement>(".planwright-review-foot [data-part=done]"));
  expect(done.map(({ dataset }) => dataset["key"])).toEqual(["D"]);
  await inbox.press("a");
  expect(await room.get("Plans/Party.md")).toContain("- [ ] Ring");
  await inbox.press("d");
  expect(await room.get("Plans/Party.md")).toContain("- [x] Ring");
  await inbox.press("?");
  expect(app.modal().text()).toContain("D Done E Change");
});

test("the options beneath a step that asks are its answers: one ticks the step, and the log says which", async () => {
  const app = await acting(room);
  const step = "- [ ] ✋ Where shall we eat?";
  await room.put(
    "Plans/Party.md",
    plan("PLAN-1", [step, "    - the [[Town hall]]", "    - the school", "- [ ] Ring them"]),
  );
  await pass(app);
  const inbox = await openInbox(app);
  const keys = Array.from(
    inbox.el.querySelectorAll<HTMLElement>(".planwright-review-foot [data-key]"),
    (el) => [el.dataset["key"], el.textContent],
  );
  expect(keys.slice(0, 2)).toEqual([
    ["1", expect.stringContaining("the Town hall")],
    ["2", expect.stringContaining("the school")],
  ]);
  await inbox.press("2");
  const chosen = await room.get("Plans/Party.md");
  expect(chosen).toContain("- [x] ✋ Where shall we eat?");
  expect(chosen).toContain("— Chose “the school”. (ticked, ");
  expect(inbox.bar()).toBe("Chosenthe schoolUndo");
  await app.time.advance(1000);
  await inbox.press("z");
  expect(await room.get("Plans/Party.md")).toContain(step);
  await pass(app);
  await app.run("open-mission");
  const cards = app.views("planwright-mission")[0]?.el;
  expect(cards?.textContent).toContain("Choose one of the options beneath it");
  const choice = Array.from(cards?.querySelectorAll("button") ?? []).find(
    ({ textContent }) => textContent === "the Town hall",
  );
  choice?.click();
  await app.settleDisk();
  expect(await room.get("Plans/Party.md")).toContain("— Chose “the Town hall”. (ticked, ");
});
