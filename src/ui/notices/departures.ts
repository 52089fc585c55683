/**
 * The notice after an approval: what goes out and when, and Hold. It is drawn from the world each second, and leaves
 * once nothing can be taken back any more; then the outcome is told.
 */
import type { Notice } from "obsidian";
import { SECOND } from "../../kit/dates";
import { plain } from "../../kit/text";
import { isElsewhere } from "../../rules/permission";
import type { World } from "../../rules/world";
import { ANSWER_ROWS } from "../../views/answers";
import { goingOut } from "../../views/mission/mission";
import { requestTarget, requestTitle } from "../../views/titles";
import type { Door } from "../door";
import { everySecond } from "../settings/row";
import { WORDS } from "../words";
import { showNotice } from "./show";

const { news: words, review, mission } = WORDS;

interface Departure {
  readonly id: string;
  /** Milliseconds since the epoch; null where the device that acts decides when. */
  readonly at: number | null;
}

/** Ids of requests that a person approved on this device, since the plugin was loaded. */
export const APPROVED_HERE = new Set<string>();

/** Approved requests that a person can still take back in time. `known`: those of them that are told already. */
export function departuresOf(door: Door, known: ReadonlySet<string> = new Set()): readonly Departure[] {
  const world = door.world();
  if (world === null) return [];
  const sending = door.carrying()?.request;
  const here = goingOut(world).flatMap(({ request: id, at }) =>
    at !== null && id !== sending && (at > door.now() || known.has(id)) ? [{ id, at }] : [],
  );
  if (!isElsewhere(world)) return here;
  return world.requests
    .filter(
      ({ id, state, objection }) =>
        APPROVED_HERE.has(id) && state === "candidate" && objection?.id === "standing",
    )
    .map(({ id }) => ({ id, at: null }));
}

export class Departures {
  #told: ReadonlySet<string> = new Set();
  #notice: Notice | null = null;
  /** The words that do not count seconds. */
  #words = "";
  #stop: (() => void) | null = null;

  constructor(private readonly door: Door) {}

  /** Called after every look. A notice that the person clicked away comes back with the next approval. */
  show(): void {
    const { door } = this;
    const world = door.world();
    // Unknown for a moment, while the settings are read anew.
    if (world === null) return;
    const all = departuresOf(door, this.#told);
    const isNew = all.some(({ id }) => !this.#told.has(id));
    this.#told = new Set(all.map(({ id }) => id));
    const [first] = all;
    if (first === undefined) {
      this.hide();
      return;
    }
    const request = all.length > 1 ? undefined : world.requests.find(({ id }) => id === first.id);
    const text =
      request === undefined ? review.tally(all.length, 0, 0) : words.approved(requestTitle(request));
    const when = sayWhen(door, world, first);
    const detail = request === undefined ? words.first(when) : words.to(when, requestTarget(request));
    const isOpen = this.#notice?.messageEl.isConnected === true;
    if (isNew || (isOpen && this.#words !== text)) {
      this.#notice?.hide();
      const hold = ANSWER_ROWS.hold.label;
      this.#notice = showNotice({
        text,
        detail,
        stays: first.at !== null,
        counts: true,
        buttons: [{ label: request === undefined ? words.all(hold) : hold, run: () => this.#takeBack() }],
      });
      this.#words = text;
    } else if (isOpen)
      this.#notice?.messageEl.querySelector(".planwright-notice-detail")?.setText(plain(detail, 200));
    this.#stop ??= everySecond(() => this.show());
  }

  hide(): void {
    this.#stop?.();
    this.#stop = null;
    this.#notice?.hide();
    this.#notice = null;
  }

  /** All at once, so that none of them begins while another is being taken back. */
  async #takeBack(): Promise<void> {
    const { door } = this;
    const answers = [...this.#told].map((request) => door.answer({ kind: "hold", request }));
    for (const each of new Set((await Promise.all(answers)).map(({ said }) => said))) door.say(each);
  }
}

function sayWhen(door: Door, { acting, settings }: World, { at }: Departure): string {
  if (at !== null) return mission.goesOut(Math.max(0, Math.ceil((at - door.now()) / SECOND)));
  const device = acting.kind === "named" ? plain(acting.name, 60) : review.actingDevice;
  return review.from(device, settings.grace_seconds);
}
