/** The table of rooms: what there is, what each may import, which are pure. The laws check it; the map in src/README.md is drawn from it. */
import type { Rooms } from "./rooms";

const NOUNS = "journal action settings device plan request intake";

/** The import law: a room, and the rooms it may import. */
export const ROOMS: Rooms = {
  kit: "",
  ports: "kit",
  journal: "kit ports",
  action: "kit ports",
  settings: "kit ports action",
  device: "kit ports",
  plan: "kit ports action journal",
  request: "kit ports action journal device",
  intake: "kit ports action journal",
  proposal: "kit ports action journal plan",
  catalog: "kit plan intake",
  world: `kit ports ${NOUNS} catalog`,
  dashboard: `kit ports ${NOUNS} catalog world`,
  desk: `kit ports ${NOUNS} proposal catalog world dashboard`,
  adapters: "kit ports settings device",
  ui: "kit ports settings device action plan request proposal catalog world dashboard",
  terminal: `kit ports ${NOUNS} proposal catalog world dashboard desk adapters`,
  "cli.ts": `kit ports ${NOUNS} world dashboard desk adapters terminal`,
  app: "kit ports settings world desk adapters ui",
  "main.ts": "kit ports adapters app ui",
};

/** No clock, chance, timer, network, console or platform in these; such things come in as arguments. */
export const PURE = ["kit", "ports", "journal", "action", "settings", "device", "plan", "request", "intake", "proposal", "catalog", "world", "dashboard"];
