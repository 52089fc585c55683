import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alike, alikeGroups, refill, type Texts } from "../../src/overview/sameText";

const BODY = "Dear NAME,\n\ninvoice NUMBER over AMOUNT was due on 20 November.\n\nTove\n";

function reminder(to: string, name: string, number: string, amount: string): Texts {
  const fill = (text: string): string =>
    text.replace("NAME", name).replace("NUMBER", number).replace("AMOUNT", amount);
  return {
    shape: "email",
    texts: new Map([
      ["to", to],
      ["subject", fill("Invoice NUMBER is due")],
      ["body", fill(BODY)],
    ]),
  };
}

const ANA = reminder("ana.reyes@example.com", "Ana", "2026-1", "£120.00");
const BO = reminder("bo.lund@example.org", "Bo", "2026-2", "£127.00");
const CARLA = reminder("carla@example.net", "Carla Voss", "2026-13", "£1,034.00");

/** The rule as it is said: each goes to the first group whose first is like it; a group stays that is alike as a whole. */
function comparedEach(all: readonly Texts[]): readonly (readonly number[])[] {
  const of = (members: readonly number[]): readonly Texts[] => members.flatMap((at) => all[at] ?? []);
  const groups: number[][] = [];
  for (const at of all.keys()) {
    const group = groups.find(([first = 0]) => alike(of([first, at])) !== null);
    if (group === undefined) groups.push([at]);
    else group.push(at);
  }
  return groups.flatMap((members) =>
    members.length === 1 || alike(of(members)) !== null ? [members] : members.map((at) => [at]),
  );
}

describe("requests with the same text", () => {
  test("are one text with places, and one column for a value that stands in it twice", () => {
    const found = alike([ANA, BO, CARLA]);
    expect(found?.columns).toEqual([
      { argument: "to" },
      { argument: null },
      { argument: null },
      { argument: null },
    ]);
    expect(found?.rows.map((row) => row[0])).toEqual([
      "ana.reyes@example.com",
      "bo.lund@example.org",
      "carla@example.net",
    ]);
    expect(found?.rows[2]).toContain("Carla Voss");
    expect(found?.common.get("subject")).toHaveLength(3);
  });

  test("are told from one whose text is another, and from one of another shape", () => {
    const other: Texts = {
      shape: "email",
      texts: new Map([
        ["to", "dewi@example.com"],
        ["subject", "Lunch"],
        ["body", "Shall we meet at the parish hall on Monday? Bring the big tables if you can.\n\nTove\n"],
      ]),
    };
    const shaped: Texts = { ...CARLA, shape: "letter" };
    expect(alikeGroups([ANA, other, BO, shaped])).toEqual([[0, 2], [1], [3]]);
    expect(alike([ANA, other])).toBeNull();
    expect(alike([ANA])).toBeNull();
  });

  test("a value of several lines, or a long one, is no place in a text", () => {
    expect(alike([ANA, reminder("b@example.com", "Bo,\nyou owe me", "2", "£2")])).toBeNull();
    expect(alike([ANA, reminder("b@example.com", "x".repeat(500), "2", "£2")])).toBeNull();
  });

  test("filled in with the values of a row is the text of that request, letter for letter", () => {
    const word = fc.oneof(
      fc.stringMatching(/^[\w£.,\- ]{0,12}$/),
      fc.string({ maxLength: 12, unit: "binary" }),
      fc.constantFrom("", " ", "a a", "due", "on", "\u202e", "–"),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word, word, word), { minLength: 2, maxLength: 6 }), (people) => {
        const all = people.map((each) => reminder(...each));
        const found = alike(all);
        if (found === null) return;
        all.forEach(({ texts }, at) => {
          for (const [name, text] of texts)
            expect(refill(found.common.get(name) ?? [], found.rows[at] ?? [])).toBe(text);
        });
      }),
      { numRuns: 100 },
    );
  });

  test("are found as by comparing each with each", () => {
    // About as many letters in common as it takes, some in another order.
    const words = ["please", "send", "back", "the", "paper", "by", "Monday"];
    const text = fc
      .tuple(
        fc.array(fc.constantFrom("", "", "", "", "glue", "Ana"), { minLength: 7, maxLength: 7 }),
        fc.constantFrom(0, 0, 0, 3),
      )
      .map(([others, from]) => {
        const said = words.map((word, at) => others[at] || word);
        return [...said.slice(from), ...said.slice(0, from)].join(" ");
      });
    const texts = fc.record({
      shape: fc.constantFrom("email", "email", "letter"),
      texts: text.map((body) => new Map([["body", body]])),
    });
    let together = 0;
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 8 }), (all) => {
        const groups = comparedEach(all);
        together += groups.filter(({ length }) => length > 1).length;
        expect(alikeGroups(all)).toEqual(groups);
        expect(alikeGroups(all)).toEqual(groups);
      }),
      { numRuns: 300 },
    );
    expect(together).toBeGreaterThan(20);
  });

  test("two that differ in one hidden letter have it in the table", () => {
    const found = alike([ANA, reminder("ana.reyes@example.com", "An\u0430", "2026-1", "£120.00")]);
    expect(found?.rows).toEqual([["Ana"], ["An\u0430"]]);
  });
});
