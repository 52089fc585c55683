/** The requests that a person can answer, by answer. Shared by commands and menus. */
import { isConfirmable } from "../../approval/confirming";
import type { RequestView } from "../../approval/view";
import type { World } from "../../rules/world";
import { isOpenState } from "../../approval/request/states";

export function waiting(world: World): readonly RequestView[] {
  return world.requests.filter(
    ({ state, id, notes }) =>
      state === "waiting" &&
      id !== "" &&
      notes.some(({ folder, parsed }) => folder === "pending" && parsed.kind !== "torn"),
  );
}

/** Requests in Pending or Approved that can still be rejected. */
export function refusable(world: World): readonly RequestView[] {
  return world.requests.filter(
    ({ state, id, notes }) =>
      id !== "" &&
      isOpenState(state) &&
      notes.some(({ folder }) => folder === "pending" || folder === "approved"),
  );
}

export function held(world: World): readonly RequestView[] {
  return world.requests.filter(({ state }) => state === "candidate");
}

/** Approved, and waiting for a word on this device: a confirmation, or that it was done. */
export function confirmable(world: World): readonly RequestView[] {
  return world.requests.filter(isConfirmable);
}

/** Approved, and going out only once they are confirmed, too. */
export function unconfirmed(world: World): readonly RequestView[] {
  return confirmable(world).filter(({ objection }) => objection?.id === "confirmed");
}

export function doubtful(world: World): readonly RequestView[] {
  return world.requests.filter(({ state, underWay }) => state === "in-doubt" && underWay === null);
}

/** The one whose note, or whose record, is open or was clicked. */
export function requestAt(world: World, path: string): RequestView | null {
  return (
    world.requests.find(
      ({ notes, recordNote, id }) =>
        id !== "" && (recordNote?.path === path || notes.some((note) => note.path === path)),
    ) ?? null
  );
}
