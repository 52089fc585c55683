/** Notes of other programs among the requests: they keep their views, and no row does anything for them. */
import { describe, expect, test } from "vitest";
import { REQUEST_RULES } from "../../src/rules/requestRules";
import { isOfOthers } from "../../src/rules/external";
import { DEFAULT_SETTINGS } from "../../src/settings/settings";
import { externalNote, world } from "./build";

const FOLDERS = ["pending", "approved", "rejected"] as const;
const deep = (name: string) => {
  const note = externalNote(name, "approved");
  return {
    ...note,
    path: `Approved/deep/${name}`,
    parsed: {
      ...note.parsed,
      reading: { kind: "foreign", claims: null, why: "no request", deep: true } as const,
    },
  };
};

describe("notes of other programs", () => {
  test("have no row that does anything for them", () => {
    const seen = world({
      requests: [...FOLDERS.map((folder) => externalNote(`${folder}.md`, folder)), deep("deep.md")],
      folders: { absent: [], unreadable: ["Rejected", "Done/Actions"], bare: [] },
      backSince: 0,
    });
    const views = seen.requests.filter(isOfOthers);
    expect(views).toHaveLength(4);
    for (const view of views)
      for (const rule of REQUEST_RULES) expect([rule.id, rule.decide(view, seen)]).toEqual([rule.id, null]);
  });

  test("keep their views from look to look while their list is the same", () => {
    const requests = [externalNote("a.md"), externalNote("b.md", "rejected")];
    const [first, second, other] = [{ requests }, { requests }, { requests: [...requests] }].map(
      (found) => world(found).requests,
    );
    expect(second?.[0]).toBe(first?.[0]);
    expect(other?.[0]).not.toBe(first?.[0]);
    expect(other).toEqual(first);
  });

  test("are told where to move them with the folder’s name of now", () => {
    const requests = [deep("a.md")];
    const reasonWith = (approved: string): string | undefined =>
      world({
        requests,
        settings: { ...DEFAULT_SETTINGS, folders: { ...DEFAULT_SETTINGS.folders, approved } },
      }).requests[0]?.reason;
    expect(reasonWith("Approved")).toContain("into Approved.");
    expect(reasonWith("Yes")).toContain("into Yes.");
  });

  test("count as one group with the first of them by name", () => {
    const requests = ["b.md", "a.md", "c.md"].map((name) => externalNote(name));
    expect(world({ requests }).adoptable).toMatchObject([
      { of: "request", count: 3, example: requests[1]?.path },
    ]);
  });
});
