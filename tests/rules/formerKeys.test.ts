/** The remains of a version that read ids as numbers still belong to their plan. */
import { expect, test } from "vitest";
import { planKey } from "../../src/kit/ids";
import { asked, device, MAIL, note, world, type Asked, type PlanNote } from "./build";
import type { World } from "../../src/rules/world";

/** As that version left it: its request, its memory and its seal bear the key of the number. */
const OLD: Asked = asked(1, { id: "7" });

function plan(id: string, step: string, name = id): PlanNote {
  return note(
    `Plans/${name}.md`,
    `---\ntask_id: ${id}\nstatus: Blocked\n---\n\n# Objective\n${name}\n\n## Roadmap\n- [x] Find out\n- [ ] ✋ Send it ^${step}\n${MAIL.join("\n")}\n- [ ] File it\n\n## Reasoning Logs\n`,
  );
}

function look(...plans: readonly PlanNote[]): World {
  return world({
    plans,
    device: { ...device, latch: new Map([[OLD.latch.action, OLD.latch]]) },
    requests: [
      {
        folder: "pending",
        path: `Pending_Approval/${OLD.name}`,
        name: OLD.name,
        hash: "h",
        since: 0,
        came: 0,
        changed: 0,
        parsed: {
          reading: {
            kind: "sealed",
            identity: OLD.identity,
            action: {
              type: "email",
              target: "client_a@example.com",
              args: { body: "Hello" },
              attachments: [],
            },
          },
          remarks: { note: "", didIt: false },
        },
      },
    ],
  });
}

const homes = (seen: World): readonly string[] =>
  seen.requests.map(
    (request) =>
      `${request.plan} ${seen.plans.find(({ plan: { key } }) => key === request.plan)?.plan.taskId ?? "nobody"} ${String(seen.device.latch.get(request.id)?.plan)}`,
  );

test.each<[string, readonly PlanNote[], string]>([
  ["to the plan whose id was read as that number", [plan("007", OLD.identity.step)], "007 007 007"],
  ["to the plan that bears the number itself", [plan("7", OLD.identity.step)], "7 7 7"],
  [
    "to the one with the step, where another bears the number by now",
    [plan("007", OLD.identity.step), plan("7", "s-9999")],
    "007 007 007",
  ],
  [
    "to the one that bears the number, where both have the step",
    [plan("7", OLD.identity.step), plan("07", "s-9999")],
    "7 7 7",
  ],
  [
    "to the one with the step, where two were read as that number",
    [plan("07", "s-8888"), plan("007", OLD.identity.step)],
    "007 007 007",
  ],
  [
    "to nobody, where two were read as that number and none has the step",
    [plan("07", "s-8888"), plan("007", "s-9999")],
    "7 nobody 7",
  ],
  [
    "to nobody, where two were read as that number and both have the step",
    [plan("07", OLD.identity.step), plan("007", OLD.identity.step)],
    "7 nobody 7",
  ],
])("a request belongs %s", (_whose, plans, expected) => {
  const seen = look(...plans);
  expect(homes(seen)).toEqual([expected]);
  expect(seen.duplicates.filter(({ by }) => by === "id")).toEqual([]);
});

test("ids that are read as the same number are not the same", () => {
  const keys = [
    "007",
    "7",
    "07",
    "2026.10",
    "2026.1",
    "20260221103000123",
    "20260221103000125",
    "1e5",
    "100000",
    "0x1F",
    "31",
  ];
  const seen = look(...keys.map((id, at) => plan(id, `s-${String(1000 + at)}`)));
  expect(new Set(seen.plans.map(({ plan: { key } }) => key)).size).toBe(keys.length);
  expect(seen.plans.every(({ plan: each, frozen }) => each.key === planKey(each.taskId) && !frozen)).toBe(
    true,
  );
});
