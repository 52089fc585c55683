/** A damaged Dashboard is told of once for each way of damage: the ledger remembers its code. */
import { expect, test } from "vitest";
import { dashboardDamage } from "../../src/overview/dashboard/update";
import { VAULT_RULES } from "../../src/rules/vaultRules";
import { asked, device, routed, world } from "./build";

const BEGIN = "<!-- planwright:dashboard begin. -->";
const END = "<!-- planwright:dashboard end -->";
const WAYS: readonly (readonly [string, string])[] = [
  ["too-long", "\n".repeat(50_001)],
  ["open-properties", "---\na: 1\n"],
  ["marker:3", `${BEGIN}\nx\n- ${END}\n`],
  ["marker-twice", `${BEGIN}\n${BEGIN}\n${END}\n`],
  ["end-first", `${END}\n${BEGIN}\n`],
  ["no-beginning", `x\n${END}\n`],
  ["no-end", `${BEGIN}\nx\n`],
  ["markers-inside", `\`\`\`\n${BEGIN}\n${END}\n\`\`\`\n`],
  ["open-end", "```\nx\n"],
];

/**
 * The mark that the rule notes once it has told; null where it has nothing to tell. `told`: the marks that the ledger
 * holds already.
 */
function notes(dashboard: string, ...told: readonly string[]): string | null {
  const seen = world({ plans: [routed(asked(1)).plan], device: { ...device, told: new Set(told) } });
  const damage = dashboardDamage({ ...seen, dashboard });
  const problems =
    damage === null
      ? []
      : [
          {
            kind: "dashboard" as const,
            path: "Dashboard.md",
            line: null,
            message: damage.why,
            code: damage.code,
          },
        ];
  const after = { ...seen, problems };
  const found = VAULT_RULES.find(({ id }) => id === "tell-of-the-dashboard")?.decide(after, after);
  const move = found != null && "move" in found ? found.move : null;
  return move?.kind === "remember" && move.what.kind === "told" ? move.what.what : null;
}

test.each(WAYS)("the way %s is remembered as a code, and told once", (code, dashboard) => {
  expect(notes(dashboard)).toBe(`dashboard ${code}`);
  expect(notes(dashboard, `dashboard ${code}`)).toBeNull();
  const other = WAYS.find(([each]) => each !== code)?.[0] ?? "";
  expect(notes(dashboard, `dashboard ${other}`)).toBe(`dashboard ${code}`);
});

test("a Dashboard that can be written is not told of", () => {
  expect(notes(`${BEGIN}\nx\n${END}\n`)).toBeNull();
});
