/**
 * The table of rooms: what there is, what each may import, which are pure. The laws check it; the map in src/README.md
 * is drawn from it.
 */
import type { Rooms } from "./rooms";

const RULED = "kit note settings approval approval/device flow agent rules";

/** The import law: a room, and the rooms it may import. A folder within a folder may be a room of its own. */
export const ROOMS: Rooms = {
  kit: "",
  note: "kit",
  settings: "kit note",
  "approval/device": "kit",
  approval: "kit note settings approval/device",
  flow: "kit note",
  agent: "kit note settings approval/device flow",
  rules: "kit note settings approval approval/device flow agent",
  overview: RULED,
  engine: `${RULED} overview`,
  adapters: "kit settings approval/device",
  "app/ui": "kit note settings approval approval/device rules overview",
  app: "kit settings rules engine adapters app/ui",
  terminal: `${RULED} overview engine adapters`,
  "cli.ts": "terminal",
  "main.ts": "adapters app app/ui",
};

/** No clock, chance, timer, network, console or platform in these; such things come in as arguments. */
export const PURE = [
  "kit",
  "note",
  "settings",
  "approval",
  "approval/device",
  "flow",
  "agent",
  "rules",
  "overview",
];
