/** Which notes under another name are offered their own: only the last note of a request that can still be decided. */
import { describe, expect, test } from "vitest";
import { parseRequest } from "../../src/approval/request/parse";
import { renderRequest } from "../../src/approval/request/render";
import { candidates } from "../../src/rules/proposalTargets";
import type { SeenRequest } from "../../src/rules/snapshot";
import type { RecordNote } from "../../src/approval/request/record";
import { asked, device, externalNote, latched, NOW, requestNote, world, type Found } from "./build";

const KEY = device.device?.key ?? "";
const OURS = asked(1, { logs: [] });
const NEWER = asked(2, { at: NOW - 60_000 });

/** The text of the request as a device with this id and key sealed it. */
function sealed(executor = OURS.identity.executor, key = KEY): string {
  return renderRequest(
    {
      identity: { ...OURS.identity, executor },
      action: { type: "email", target: "client_a@example.com", args: { body: "Hello" }, attachments: [] },
      words: {
        planName: "A plan",
        objective: "",
        stepText: "Send it",
        beneath: "",
        hasAgent: false,
        n: 2,
        of: 3,
        rationale: "",
        warnings: [],
        converted: [],
        changes: [],
      },
    },
    key,
  );
}

function noteOf(text: string, name: string, folder: SeenRequest["folder"] = "pending"): SeenRequest {
  return { ...externalNote(name, folder), parsed: parseRequest(name, text, device) };
}

const RENAMED = noteOf(sealed(), "Mail.md");
const DEEP: SeenRequest["parsed"] = {
  ...RENAMED.parsed,
  reading: { kind: "foreign", claims: OURS.identity.id, why: "it is in a subfolder", deep: true },
};
const RECORD: RecordNote = { path: "Done/Actions/r.md", record: null, answer: null, asks: false };

function offered(found: Found): readonly string[] {
  const seen = world({ plans: [OURS.plan], device: latched(OURS.actionState), ...found });
  const offers = seen.requests.flatMap(({ state, renamed }) =>
    state === "foreign" && renamed !== undefined ? [`${renamed.from} → ${renamed.to}`] : [],
  );
  expect(candidates("repair", seen)).toEqual(offers.map((each) => each.split(" → ")[0]));
  return offers;
}

describe("a request under another name", () => {
  test.each(["pending", "approved", "rejected"] as const)(
    "is offered its own where it lies: %s",
    (folder) => {
      const note = noteOf(sealed(), "Mail.md", folder);
      expect(offered({ requests: [note] })).toEqual([
        `${note.path} → ${note.path.replace("Mail.md", OURS.name)}`,
      ]);
    },
  );

  test.each([
    ["changed in its text", sealed().replace("Hello", "Goodbye")],
    ["as a sync program names a copy, once the original is gone", sealed()],
  ])("is offered it too: %s", (_what, text) => {
    const name = OURS.name.replace(/\.md$/, " 1.md");
    expect(offered({ requests: [noteOf(text, name)] })).toHaveLength(1);
  });

  test.each<[string, Found]>([
    ["a copy beside the original", { requests: [requestNote(OURS, "pending"), RENAMED] }],
    ["a copy beside the original in another folder", { requests: [requestNote(OURS, "rejected"), RENAMED] }],
    ["a copy beside one that is filed", { requests: [requestNote(OURS, "done"), RENAMED] }],
    ["two copies, and no original", { requests: [RENAMED, noteOf(sealed(), "Mail 1.md")] }],
    [
      "a copy beside one in a subfolder",
      { requests: [RENAMED, { ...RENAMED, path: "Approved/deep/Mail.md", parsed: DEEP }] },
    ],
    ["its name is taken by a note of others", { requests: [RENAMED, externalNote(OURS.name, "approved")] }],
    ["a seal of another key", { requests: [noteOf(sealed(undefined, "1".repeat(64)), "Mail.md")] }],
    ["a seal of another device", { requests: [noteOf(sealed("e".repeat(32)), "Mail.md")] }],
    ["a seal that was cut", { requests: [noteOf(sealed().replace(/(seal: pw1\.)./, "$1A"), "Mail.md")] }],
    ["begun", { requests: [RENAMED], device: latched({ ...OURS.actionState, begun: NOW }) }],
    [
      "used up",
      {
        requests: [RENAMED],
        device: latched({ ...OURS.actionState, begun: NOW, outcome: "ok", ended: NOW }),
      },
    ],
    ["recorded", { requests: [RENAMED], recordNotes: new Map([[OURS.name, RECORD]]) }],
    [
      "replaced by a newer request",
      {
        requests: [RENAMED],
        device: latched(OURS.actionState, {
          ...NEWER.actionState,
          plan: OURS.actionState.plan,
          step: OURS.actionState.step,
        }),
      },
    ],
    ["rejected meanwhile", { requests: [RENAMED, noteOf(sealed(), "Refused.md", "rejected")] }],
    ["for a plan that is gone, unknown here", { requests: [RENAMED], plans: [], device }],
    [
      "a folder that cannot be read",
      { requests: [RENAMED], folders: { absent: [], unreadable: ["Approved"], bare: [] } },
    ],
  ])("stays foreign: %s", (_what, found) => {
    expect(offered(found)).toEqual([]);
  });

  test("is told as what it is, in both of its views", () => {
    const { requests } = world({
      plans: [OURS.plan],
      device: latched(OURS.actionState),
      requests: [RENAMED],
    });
    const says =
      "This is Planwright’s request for “email to client_a@example.com” under another name: Mail.md.";
    expect(requests.map(({ state, reason }) => [state, reason])).toEqual([
      ["missing", says],
      ["foreign", says],
    ]);
  });
});
