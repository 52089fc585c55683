/** Notes with the results of flows: a list of them, a plan made of an approved one, another review, and the archive. */

import { escapeLine } from "../../../kit/text";
import type { World } from "../../../rules/world";
import type { EngineClient } from "../engineClient";
import { offerPlan } from "../offer";
import { pick } from "../pick";
import type { ResultNote } from "../../../overview/flow/offered";
import { WORDS } from "../words";
import { startNamed } from "./startFlow";

const { flows: words } = WORDS;

export function resultAt({ results }: World, path: string): ResultNote | null {
  return results.find((each) => each.path === path) ?? null;
}

/** Opens the one that is picked. */
export function listResults(client: EngineClient, { results }: World): void {
  if (results.length === 0) client.say(words.noResults);
  pick(
    client.app,
    results,
    ({ place, title }) => words.result(words.places[place], escapeLine(title, 120)),
    words.whichResult,
    ({ path }) => void client.app.workspace.openLinkText(path, ""),
    ({ path }) => path,
  );
}

/** One that has a plan already is not offered: a note makes one plan. */
export function planResults(client: EngineClient, { results }: World): void {
  const ready = results.filter(({ place, carriedOutBy }) => place === "approved" && carriedOutBy === "");
  if (ready.length === 0) client.say(words.noApproved);
  const here = ready.filter(({ path }) => path === client.app.workspace.getActiveFile()?.path);
  pick(
    client.app,
    here.length > 0 ? here : ready,
    ({ title }) => escapeLine(title, 120),
    words.whichResult,
    (note) => void planResult(client, note),
    ({ path }) => path,
  );
}

/** Of its steps alone, where the note has a section with such a heading. */
export async function planResult(client: EngineClient, { path, steps }: ResultNote): Promise<void> {
  await offerPlan(client, { kind: "plan", note: path, lines: steps });
}

export async function reviewAgain(client: EngineClient, { path, title }: ResultNote): Promise<void> {
  await startNamed(client, "review-again", { topic: title, note: path });
}
