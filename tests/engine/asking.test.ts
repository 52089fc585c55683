/** The words of a request about earlier attempts, and the tool of a server that it means. */
import { expect, test } from "vitest";
import type { Command } from "../../src/engine/perform/replies";
import type { ToolView } from "../../src/kit/ports/tools";
import { memoryGround } from "../story/ground";
import { createStage, deviceOf, nextMinute, settle, work, type Stage } from "../story/stage";
import type { Story } from "../story/story";
import type { Files } from "../story/tree";

const STORY: Story = { shows: "nothing", without: [], calls_per_step: 9, events: [] };
const letter = (id: string, to: string, logs = ""): string =>
  `---\ntask_id: ${id}\nstatus: Active\nblocked_reason: null\n---\n\n## Roadmap\n\n- [ ] ✋ Send the letter ^s-${to}\n    \`\`\`action\n    type: email\n    target: ${to}@example.com\n    args:\n      subject: Hello\n      body: Good day.\n    \`\`\`\n\n## Reasoning Logs\n${logs}`;
const started = async (files: Files = { "Plans/A.md": letter("PLAN-A", "a") }): Promise<Stage> =>
  await createStage(STORY, files, {}, (clock) => memoryGround(clock));

async function settled(stage: Stage): Promise<void> {
  await nextMinute(stage);
  await settle(stage, "executor");
}

async function order(stage: Stage, command: Command): Promise<string> {
  const { say } = await work(stage, "executor", (engine) => engine.obey(command));
  await settled(stage);
  return say;
}

const requests = ({ ground }: Stage, folder = "Pending_Approval"): readonly string[] =>
  Object.keys(ground.files()).filter(
    (path) => path.startsWith(`${folder}/`) && /_email_/.test(path) && !path.endsWith("_receipt.md"),
  );
const read = (stage: Stage, path = requests(stage)[0] ?? ""): string => stage.ground.files()[path] ?? "";
const answer = (stage: Stage, folder: "Approved" | "Rejected"): void =>
  stage.ground.rename(
    requests(stage)[0] ?? "",
    (requests(stage)[0] ?? "").replace("Pending_Approval", folder),
  );

test("a request that follows a record of another device says that it may have been carried out", async () => {
  const stage = await started({ "Plans/A.md": letter("PLAN-A", "a"), "Plans/B.md": letter("PLAN-B", "b") });
  await settled(stage);
  const [first = ""] = requests(stage);
  expect(read(stage, first)).not.toContain("Read that record before you approve.");
  stage.ground.put(
    first.replace("Pending_Approval", "Done/Actions").replace(/\.md$/, "_receipt.md"),
    "Somebody's.\n",
  );
  await settled(stage);
  await order(stage, { kind: "request", plan: "PLAN-A", step: null, action: null });
  const about = requests(stage)
    .filter((path) => path !== first)
    .map((path) => [
      /_([ab])-example/.exec(path)?.[1],
      read(stage, path).includes("Read that record before you approve."),
    ]);
  expect(about).toEqual([
    ["b", false],
    ["a", true],
  ]);
});

test("every later request says that an attempt ended with an error of the server", async () => {
  const stage = await started();
  stage.outside.script({ server: "mail", answer: "tool-error" });
  await settled(stage);
  answer(stage, "Approved");
  await settled(stage);
  expect(read(stage)).toContain("The server reported an error; check that it was not sent.");
  answer(stage, "Rejected");
  await settled(stage);
  await order(stage, { kind: "request", plan: "PLAN-A", step: null, action: null });
  expect(read(stage)).toContain(
    "ended with a server error and may have been sent anyway. Check before you approve.",
  );
});

/** As a server that offers another tool first. */
function withDecoy(stage: Stage, isThere: () => boolean = () => true): void {
  const { port } = stage.outside;
  const decoy: ToolView = {
    name: "shred",
    description: "",
    schema: {
      type: "object",
      properties: { what: { type: "string" } },
      required: ["what"],
      additionalProperties: false,
    },
  };
  const { look } = port;
  Object.assign(port, {
    look: async (...of: Parameters<typeof look>) => {
      const view = await look(...of);
      return view.kind === "up" ? { ...view, tools: [decoy, ...(isThere() ? view.tools : [])] } : view;
    },
  });
}

test("a request means the tool that the settings name, whatever else the server offers", async () => {
  const stage = await started();
  withDecoy(stage);
  await settled(stage);
  answer(stage, "Approved");
  await settled(stage);
  expect(stage.outside.calls.map(({ tool, args }) => [tool, args["to"]])).toEqual([
    ["send_email", "a@example.com"],
  ]);
});

test("a tool that is gone is not replaced by another of its server", async () => {
  const stage = await started();
  let there = true;
  withDecoy(stage, () => there);
  await settled(stage);
  answer(stage, "Approved");
  there = false;
  await settled(stage);
  expect(stage.outside.calls).toEqual([]);
});

test("taking over where this device acts already changes nothing", async () => {
  const stage = await started();
  await settled(stage);
  const named = (): string => /device_id: .*/.exec(stage.ground.files()["Acting device.md"] ?? "")?.[0] ?? "";
  const before = named();
  const [waiting] = requests(stage);
  expect(await order(stage, { kind: "take-over" })).toBe("This device was the acting device already.");
  expect([named(), requests(stage)]).toEqual([before, [waiting]]);
});

test("another device that takes over asks anew for what waited, and for nothing else", async () => {
  const stage = await started({
    "Plans/A.md": letter("PLAN-A", "a"),
    "Plans/Mine.md": letter("PLAN-M", "m")
      .replace("✋ ", "")
      .replace(/ {4}```[^]*?```\n/, ""),
  });
  await settled(stage);
  const [old = ""] = requests(stage);
  stage.device = deviceOf(stage, "b");
  expect(await order(stage, { kind: "take-over" })).toContain(
    " 1 open request of another device was moved to Rejected; Planwright asks again from here.",
  );
  expect(requests(stage, "Rejected")).toEqual([old.replace("Pending_Approval", "Rejected")]);
  expect(requests(stage)).toHaveLength(1);
  expect(stage.ground.files()["Plans/A.md"]).toContain("This device became the acting device");
  expect(stage.ground.files()["Plans/Mine.md"]).not.toContain("This device became the acting device");
});

test("a request can be rejected by command from where it is approved, with a word to it", async () => {
  const stage = await started();
  await settled(stage);
  answer(stage, "Approved");
  const [path = ""] = requests(stage, "Approved");
  const before = read(stage, path);
  const name = path.slice("Approved/".length);
  expect(await order(stage, { kind: "reject", request: name, note: " Not yet. " })).toBe(
    "Rejected. Nothing is sent.",
  );
  expect(read(stage, `Rejected/${name}`)).toBe(`${before}\nNot yet.\n`);
  expect(stage.outside.calls).toEqual([]);
});

test("a request that is rejected without a word stays as it was written", async () => {
  const stage = await started();
  await settled(stage);
  const before = read(stage);
  const name = (requests(stage)[0] ?? "").slice("Pending_Approval/".length);
  await order(stage, { kind: "reject", request: name, note: "  " });
  expect(read(stage, `Rejected/${name}`)).toBe(before);
});
