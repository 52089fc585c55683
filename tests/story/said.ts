/** What a person asks for. They confirm what they have just been shown, where nothing else is said. */
import type { Command, Obeyed } from "../../src/desk/command";
import type { Desk } from "../../src/desk/desk";
import { findRequest } from "../../src/desk/find";
import { shownToConfirm } from "../../src/world/confirming";
import type { World } from "../../src/world/world";

type Confirm = Extract<Command, { readonly kind: "confirm" }>;

export type Said = Exclude<Command, Confirm> | (Omit<Confirm, "read"> & Partial<Pick<Confirm, "read">>);

/** What they say when this is what they have been shown. */
export function asShown(said: Said, world: World | null): Command {
  if (said.kind !== "confirm") return said;
  const found = world === null ? "" : findRequest(said.request, world);
  return { ...said, read: said.read ?? (typeof found === "string" ? "" : shownToConfirm(found)) };
}

export async function obeyed(desk: Pick<Desk, "obey" | "look">, said: Said): Promise<Obeyed> {
  return await desk.obey(asShown(said, said.kind === "confirm" ? await desk.look() : null));
}
