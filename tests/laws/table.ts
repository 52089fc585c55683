/**
 * The table of rooms: what there is, what each may import, which are pure. The laws check it; the map in src/README.md
 * is drawn from it.
 */
import type { Rooms } from "./rooms";

const RULED = "kit ports action settings device plan intake index request approval flow work rules";
const SCAN = `${RULED} proposal views`;
const PERFORM = `${SCAN} views/dashboard engine/scan`;
const COMMANDS = `${PERFORM} engine/perform`;
const THINK = `${PERFORM} engine/perform`;
const ENGINE = `${COMMANDS} engine/commands engine/think`;

/** The import law: a room, and the rooms it may import. A folder within a folder may be a room of its own. */
export const ROOMS: Rooms = {
  kit: "",
  ports: "kit",
  action: "kit ports",
  settings: "kit ports action",
  device: "kit ports",
  plan: "kit ports action",
  intake: "kit ports action plan",
  index: "kit plan intake",
  request: "kit ports action device plan",
  approval: "kit ports action settings device plan intake index request",
  flow: "kit ports plan",
  work: "kit ports action settings device plan intake flow",
  proposal: "kit ports action plan",
  rules: "kit ports action settings device plan intake index request approval flow work",
  views: RULED,
  "views/dashboard": `${RULED} views`,
  "engine/scan": SCAN,
  "engine/perform": PERFORM,
  "engine/think": THINK,
  "engine/commands": COMMANDS,
  engine: ENGINE,
  adapters: "kit ports settings device",
  ui: "kit ports action settings device plan index request approval proposal rules views",
  app: "kit ports settings rules engine engine/perform adapters ui",
  terminal: `${ENGINE} engine adapters`,
  "cli.ts": `${ENGINE} engine adapters terminal`,
  "main.ts": "adapters app ui",
};

/** No clock, chance, timer, network, console or platform in these; such things come in as arguments. */
export const PURE = [
  "kit",
  "ports",
  "action",
  "settings",
  "device",
  "plan",
  "intake",
  "index",
  "request",
  "approval",
  "flow",
  "work",
  "proposal",
  "rules",
  "views",
  "views/dashboard",
];
