/** The one sheet of what goes out: which kind it is, what roles its arguments have, and that it hides nothing. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Action } from "../../src/note/action/action";
import type { Kind } from "../../src/note/action/kinds";
import type { JsonObject } from "../../src/kit/json";
import {
  kindOf,
  linesOf,
  NOT_SEALED,
  sheetOf,
  takenBy,
  textOf,
  type Sheet,
} from "../../src/approval/request/sheet";

function action(args: JsonObject, target = "ana@example.com", type = "email"): Action {
  return { type, target, args, attachments: [] };
}

const ROUTE = {
  server: "mail",
  tool: "send",
  targetArgument: "to",
  idempotencyArgument: null,
  attachmentsArgument: null,
};

/** One a kind: what a plan has, and what a person reads of it first. */
const EXAMPLES = {
  mail: {
    args: { subject: "Lunch", body: "Shall we?", cc: "bo@example.com" },
    target: "ana@example.com",
    shows: ["Lunch | | To: ana@example.com, Cc: bo@example.com, Subject: Lunch | Shall we?"],
  },
  payment: {
    args: { amount: "640.00", currency: "GBP", reference: "2026-31" },
    target: "Osei and Daughters Ltd",
    shows: ["640.00 GBP to Osei and Daughters Ltd | 640.00, GBP, Osei and Daughters Ltd | |"],
  },
  event: {
    args: {
      summary: "Rent review",
      start: "2026-03-01T10:00:00",
      end: "2026-03-01T11:30:00",
      timeZone: "Europe/London",
      location: "Hill Street",
      conference_link: "https://meet.example.com/rent",
      attendees: ["ana@example.com"],
      recurrence: "RRULE:FREQ=YEARLY;COUNT=3",
    },
    target: "primary",
    shows: [
      'Rent review | Rent review, Sunday, 2026-03-01 10:00, 11:30, Europe/London | Where: Hill Street, Video call: https://meet.example.com/rent, Guests: ["ana@example.com"], Repeats: every year, 3 times, To: primary |',
    ],
  },
  message: { args: { channel: "general", text: "Hello" }, target: "", shows: [" | | | Hello"] },
  tool: {
    args: { owner: "ana", repo: "notes", title: "A fault", body: "It fails." },
    target: "",
    shows: ["A fault | | title: A fault |"],
  },
} satisfies Record<Kind, { args: JsonObject; target: string; shows: readonly string[] }>;

function drawn({ title, headline, below, head, body }: Sheet): string {
  const say = (each: (typeof head)[number]): string => each.words ?? textOf(each.value);
  const top = [...headline, ...below].map(say).join(", ");
  const rows = head.map((each) => `${each.label}: ${say(each)}`).join(", ");
  return [title, top, rows, body.map(say).join("\n")].join(" | ").replace(/ {2}/g, " ").trimEnd();
}

describe("the kinds of actions", () => {
  test.each(Object.entries(EXAMPLES))(
    "%s: is told and drawn by its arguments",
    (kind, { args, target, shows }) => {
      const sheet = sheetOf(action(args, target), { ...NOT_SEALED, route: kind === "mail" ? ROUTE : null });
      expect(sheet.kind).toBe(kind);
      expect([drawn(sheet)]).toEqual(shows.map((each) => each.trimEnd()));
    },
  );

  test.each([
    ["mail", { subject: "Lunch", html: "<p>Shall we?" }],
    ["payment", { amount: "1", iban: "GB29" }],
    ["tool", { title: "Lunch", body: "amount: 1, payee: Bo" }],
    ["tool", {}],
  ] as const)("%s, by the names of its arguments", (kind, args) => {
    expect(kindOf(action(args), ROUTE, null)).toBe(kind);
  });

  test("a type that a model wrote does not decide it", () => {
    const mail = action({ subject: "Lunch", body: "Shall we?" }, "ana@example.com", "calendar_event");
    expect(sheetOf(mail).kind).toBe("mail");
  });

  test("the tool’s own arguments count where its server is known", () => {
    const schema: JsonObject = { type: "object", properties: { to: {}, subject: {}, body: {} } };
    const servers = new Map([
      ["mail", { kind: "up", tools: [{ name: "send", description: "", schema }] } as const],
    ]);
    expect(kindOf(action({ subject: "Lunch" }), ROUTE, takenBy(ROUTE, servers))).toBe("mail");
    expect(kindOf(action({ subject: "Lunch" }), ROUTE, takenBy(ROUTE, new Map()))).toBe("tool");
  });
});

describe("a sheet shows all that goes out", () => {
  const name = fc.oneof(
    fc.constantFrom(
      ...[
        "to",
        "cc",
        "subject",
        "body",
        "html",
        "amount",
        "payee",
        "target",
        "attachments",
        "from",
        "files",
        "key",
      ],
      ...[
        "start",
        "end",
        "summary",
        "title",
        "timeZone",
        "attendees",
        "recurrence",
        "text",
        "channel",
        "location",
      ],
    ),
    fc.stringMatching(/^[a-z_]{1,8}$/),
  );
  const args = fc.dictionary(name, fc.jsonValue() as fc.Arbitrary<JsonObject[string]>);
  const names = fc.option(fc.constantFrom("to", "payee", "key", "files", "start"), { nil: null });
  const takes = fc.option(fc.array(name), { nil: null });

  test("every argument, the target, the files and the mark once, whatever their names", () => {
    fc.assert(
      fc.property(
        args,
        names,
        names,
        names,
        takes,
        (given, targetArgument, attachmentsArgument, key, taken) => {
          const route = { ...ROUTE, targetArgument, attachmentsArgument, idempotencyArgument: key };
          const of = { ...action(given, "the target"), attachments: ["a file"] };
          const shown = linesOf(sheetOf(of, { ...NOT_SEALED, route, idempotency: "the mark" }, taken));
          for (const [each, value] of Object.entries(given))
            expect(shown.filter((one) => one.name === each && one.value === value)).toHaveLength(1);
          const added = ["the target", ...(key === null ? [] : ["the mark"])];
          for (const value of added) expect(shown.filter((one) => one.value === value)).toHaveLength(1);
          expect(shown).toHaveLength(Object.keys(given).length + added.length + 1);
          expect(new Set(shown.map((one) => one.name)).size).toBe(shown.length);
        },
      ),
    );
  });

  test("what is gone and what is new is told beside the rest", () => {
    const shown = linesOf(sheetOf(action({ a: "1", c: "3" }), NOT_SEALED, [], action({ a: "2", b: "x" })));
    expect(shown.map(({ name: each, was, isGone }) => [each, was, isGone])).toEqual([
      ["target", null, false],
      ["a", "2", false],
      ["c", "", false],
      ["b", "x", true],
    ]);
    expect(textOf({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}');
  });
});
