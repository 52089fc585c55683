import { expect, test } from "vitest";
import { sayZone } from "../../src/terminal/sayZone";

test.each([
  ["", "Europe/Zurich", ['put "time_zone": "Europe/Zurich" into the settings file.']],
  ["Asia/Tokyo", "Europe/Zurich", []],
  ["", "UTC", []],
  ["", "Nowhere/Land", []],
])("settings with “%s” on a computer in %s", (time_zone, here, ends) => {
  const said = sayZone({ time_zone }, here);
  expect(said).toHaveLength(ends.length);
  for (const end of ends) expect(said[0]).toContain(end);
});
