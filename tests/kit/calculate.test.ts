/** Sums and dates that an agent asks for. */
import { expect, test } from "vitest";
import { calculate } from "../../src/kit/calculate";

test.each([
  ["2 + 3 * 4", "14"],
  ["(2 + 3) * 4", "20"],
  ["0.1 + 0.2", "0.3"],
  ["1234.17 - 1234", "0.17"],
  ["1234567.123456 + 0.000001", "1234567.123457"],
  ["1,234,567.10 + (0.02 − 0.01)", "1234567.11"],
  ["0.1 + 0.2 - 0.3", "0"],
  ["10.00 / 3", "3.33333333333"],
  ["9,007,199,254,740,991 - 0", "9007199254740991"],
  ["1,234,567,890,123.45 * 1", "1234567890123.45"],
  ["4,200 - 3,900.50", "299.50"],
  ["-(2 - 5) / 4", "0.75"],
  ["10 - 2 - 3", "5"],
  ["15% of 80", "12"],
  ["552.00 - 10% of 552", "496.80"],
  ["12,345,678,901.23 * 1", "12345678901.23"],
  ["3 × 7 ÷ 2", "10.5"],
  ["((1))", "1"],
  ["2026-03-01", "Sunday, 2026-03-01"],
  ["weekday of 2026-03-02", "Monday, 2026-03-02"],
  ["2026-01-31 + 1 month", "Saturday, 2026-02-28"],
  ["2024-02-29 + 1 year", "Friday, 2025-02-28"],
  ["2026-03-01 - 2 weeks", "Sunday, 2026-02-15"],
  ["days from 2026-03-01 to 2026-04-15", "45 days"],
  ["from 2026-04-15 to 2026-03-01", "-45 days"],
])("%s is %s", (expression, text) => {
  expect(calculate(expression)).toEqual({ kind: "value", text });
});

test.each([
  "",
  "2 +",
  "1 / 0",
  "(2 + 3",
  "2 3",
  "two + two",
  "2026-02-30",
  "2 ** 3",
  "2026-03-01 + 99999 years",
  "2026-03-01 - 99999 weeks",
  "9".repeat(400),
  "(".repeat(500),
  "2026-04-15 - 2026-03-01",
  "2026-03-01 + 90",
  "552.00 - 10%",
  "1,2,3",
  "2 + x",
  ")",
  "alert(1)",
])("%s is refused, with what it takes", (expression) => {
  const came = calculate(expression);
  expect(came.kind).toBe("bad");
  if (came.kind === "bad")
    expect(came.why).toMatch(/cannot be calculated. It takes: |There is no day|too far away/);
});
