/**
 * Where the settings this device acts with were not given, nothing is told of servers and folders that only they know.
 */
import { expect, test } from "vitest";
import { explainPlan } from "../../src/overview/explain";
import { renderStatus } from "../../src/overview/report";
import { asked, device, latched, requestNote, routed, world, type Found } from "./build";

const mail = routed(asked(1));
const edited = { kind: "edited", identity: mail.identity, action: null, why: "" } as const;
const elsewhere = {
  folders: {
    absent: ["Plans", "Pending_Approval", "Approved", "Rejected", "Done/Actions", "Done/Plans"],
    unreadable: [],
    bare: [],
  },
  acting: { kind: "nobody" },
} as const;

/** As told with the settings missing, and with settings that hold nothing. */
function both(found: Found): readonly [string, string] {
  const told = (withoutSettings: boolean): string => {
    const seen = world(
      { role: "clerk", ...found, withoutSettings, hindrances: withoutSettings ? ["No file."] : [] },
      true,
    );
    const [view] = seen.plans;
    return `${renderStatus(seen)}\n${view === undefined ? "" : explainPlan(view, seen)}`;
  };
  return [told(true), told(false)];
}

test.each<readonly [string, Found]>([
  [
    "that waits",
    { plans: [mail.plan], requests: [requestNote(mail, "pending")], device: latched(mail.actionState) },
  ],
  [
    "that is approved",
    { plans: [mail.plan], requests: [requestNote(mail, "approved")], device: latched(mail.actionState) },
  ],
  [
    "that lies in two folders",
    {
      plans: [mail.plan],
      requests: [requestNote(mail, "approved"), requestNote(mail, "pending")],
      device: latched(mail.actionState),
    },
  ],
])("a request %s is not called changed, nor its server gone", (_which, found) => {
  const [without, empty] = both(found);
  expect(without).not.toMatch(/changed since|no longer has a server|not configured/i);
  // That it can be told, and is told where the settings do say it.
  if (found.requests?.length === 1) expect(empty).toContain("This type no longer has a server.");
});

test("a request with other words in its note is called changed all the same", () => {
  expect(
    both({
      plans: [mail.plan],
      requests: [requestNote(mail, "pending", edited)],
      device: latched(mail.actionState),
    })[0],
  ).toContain("Changed since you were asked");
});

test("a request that lies in folders with other names is not called gone, nor are these missing", () => {
  const [without, empty] = both({
    ...elsewhere,
    plans: [mail.plan],
    device: { ...device, actionState: new Map([[mail.identity.id, mail.actionState]]) },
  });
  expect(without).toContain(
    "Its note is in none of the folders looked at; the settings file may name others.",
  );
  expect(without).not.toMatch(/is gone|cannot be found|Not there|no acting device/);
  expect(empty).toMatch(/is gone[^]*cannot be found[^]*are missing/);
});

test("a vault whose plans lie in another folder is not told to run init", () => {
  const [without, empty] = both(elsewhere);
  expect(without).toContain("No plan found in the folder Plans; the settings file may name another.");
  expect(without).not.toContain("Set up");
  expect(empty).toContain("Run “Set up”");
});
