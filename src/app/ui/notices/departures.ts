/**
 * The notice after an approval: what goes out and when, and Hold. It is drawn from the world each second, and leaves
 * once nothing can be taken back any more; then the outcome is told.
 */
import type { Notice } from "obsidian";
import { SECOND } from "../../../kit/dates";
import { groupBy } from "../../../kit/groupBy";
import { escapeLine } from "../../../kit/text";
import { isElsewhere } from "../../../rules/permission";
import type { World } from "../../../rules/world";
import { ANSWER_ROWS } from "../../../overview/answers";
import { neededThere } from "../../../overview/mission/departure";
import { goingOut } from "../../../overview/mission/going";
import { requestTarget, requestTitle } from "../../../overview/titles";
import type { EngineClient } from "../engineClient";
import { everySecond } from "../settings/row";
import { isTakingBack, takeBackUntold } from "../takeBack";
import { isViewShown } from "../tellInView";
import { WORDS } from "../words";
import { showNotice } from "./show";

const { news: words, review, mission } = WORDS;

interface Departure {
  readonly id: string;
  /** Milliseconds since the epoch; null where the device that acts decides when. */
  readonly at: number | null;
  /** The need there before it can go out; null where it goes out by itself. */
  readonly needs: { readonly id: string; readonly reason: string } | null;
}

/** Ids of requests that a person approved on this device, since the plugin was loaded. */
export const APPROVED_HERE = new Set<string>();

/** Approved requests that a person can still take back in time. `known`: those of them that are told already. */
export function departuresOf(
  client: EngineClient,
  known: ReadonlySet<string> = new Set(),
): readonly Departure[] {
  const world = client.world();
  if (world === null) return [];
  const sending = client.carrying()?.request;
  const here = goingOut(world).flatMap(({ request: id, at }) =>
    at !== null && id !== sending && (at > client.now() || known.has(id)) ? [{ id, at, needs: null }] : [],
  );
  if (!isElsewhere(world)) return here;
  const there = world.requests.flatMap((request): readonly Departure[] => {
    const { id, state } = request;
    const needs = APPROVED_HERE.has(id) && state === "candidate" ? neededThere(request, world) : undefined;
    return needs === undefined ? [] : [{ id, at: null, needs }];
  });
  return [...there.filter(({ needs }) => needs === null), ...there.filter(({ needs }) => needs !== null)];
}

export class Departures {
  #told: ReadonlySet<string> = new Set();
  #notice: Notice | null = null;
  /** The words that do not count seconds. */
  #words = "";
  #stop: (() => void) | null = null;

  constructor(private readonly client: EngineClient) {}

  /** Called after every look. A notice that the person clicked away comes back with the next approval. */
  show(): void {
    const { client } = this;
    const world = client.world();
    // Unknown for a moment, while the settings are read anew.
    if (world === null) return;
    const all = departuresOf(client, this.#told);
    const isNew = all.some(({ id }) => !this.#told.has(id));
    this.#told = new Set(all.map(({ id }) => id));
    const [first] = all;
    if (first === undefined || isViewShown(client.app)) {
      this.hide();
      return;
    }
    const request = all.length > 1 ? undefined : world.requests.find(({ id }) => id === first.id);
    const text =
      request === undefined ? review.tally(all.length, 0, 0) : words.approved(requestTitle(request));
    const [when = "", ...others] = new Set(all.map((each) => sayWhen(client, world, each)));
    const goes = first.needs === null;
    const detail =
      request !== undefined
        ? goes
          ? words.to(when, requestTarget(request))
          : when
        : goes
          ? words.first(when)
          : others.length === 0
            ? when
            : "";
    const isOpen = this.#notice?.messageEl.isConnected === true;
    if (isNew || (isOpen && this.#words !== text)) {
      const old = this.#notice?.messageEl;
      const hadFocus = old?.contains(old.doc.activeElement) === true;
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
      if (hadFocus) this.#notice.messageEl.querySelector("button")?.focus();
    } else if (isOpen)
      this.#notice?.messageEl.querySelector(".planwright-notice-detail")?.setText(escapeLine(detail, 200));
    this.#stop ??= everySecond(() => this.show());
  }

  hide(): void {
    this.#stop?.();
    this.#stop = null;
    this.#notice?.hide();
    this.#notice = null;
  }

  /**
   * All at once, so that none of them begins while another is being taken back. Where they did not end alike, each is
   * named, those first that were not taken back.
   */
  async #takeBack(): Promise<void> {
    const { client } = this;
    const titles = new Map(client.world()?.requests.map((each) => [each.id, requestTitle(each)]));
    const ids = [...this.#told];
    const work = takeBackUntold(client, ids);
    // The seconds stand still at once.
    this.show();
    const answers = await work;
    const answered = ids.map((request, at) => ({
      request,
      said: (answers[at] ?? answers.at(-1))?.said ?? "",
    }));
    const back = new Set(
      client.world()?.requests.flatMap(({ id, state }) => (state === "waiting" ? [id] : [])),
    );
    const isBack = ({ request }: { readonly request: string }): boolean => back.has(request);
    const alike = [...groupBy(answered, ({ said }) => said)];
    for (const [said, those] of [
      ...alike.filter(([, all]) => !all.every(isBack)),
      ...alike.filter(([, all]) => all.every(isBack)),
    ])
      client.say(
        alike.length === 1 && those.every(isBack)
          ? said
          : words.about(those.map(({ request }) => titles.get(request) ?? "").join(" · "), said),
      );
  }
}

function sayWhen(
  client: EngineClient,
  { acting, device: own, settings }: World,
  { id, at, needs }: Departure,
): string {
  if (isTakingBack(id)) return mission.takingBack;
  if (at !== null) return mission.goesOut(Math.max(0, Math.ceil((at - client.now()) / SECOND)));
  const device = acting.kind === "named" ? review.device(escapeLine(acting.name, 60)) : review.actingDevice;
  const isHere = acting.kind === "named" && acting.device === own.device?.id;
  if (needs?.id === "confirmed") return isHere ? review.confirmsHere : review.confirmsThere(device);
  if (needs !== null) return needs.reason;
  return review.from(device, settings.grace_seconds);
}
