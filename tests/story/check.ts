/** Holds the claims of a story against the vault, the outside and the world as last seen. */
import { expect } from "vitest";
import type { World } from "../../src/rules/world";
import type { Stage } from "./stage";
import type { Claims } from "./story";
import { matching } from "./tree";

export function check(stage: Stage, claims: Claims): void {
  const files = stage.ground.files();
  const found = (pattern: string): readonly string[] => matching(pattern, Object.keys(files));
  const text = (pattern: string): string => {
    const paths = found(pattern);
    expect(paths, `files that match ${pattern} among\n${Object.keys(files).join("\n")}`).toHaveLength(1);
    return files[paths[0] ?? ""] ?? "";
  };
  for (const pattern of claims.exists ?? [])
    expect(found(pattern), `files that match ${pattern} among\n${Object.keys(files).join("\n")}`).not.toEqual(
      [],
    );
  for (const pattern of claims.absent ?? [])
    expect(found(pattern), `files that match ${pattern}`).toEqual([]);
  for (const [pattern, count] of Object.entries(claims.count ?? {}))
    expect(found(pattern), `files that match ${pattern}`).toHaveLength(count);
  for (const [pattern, parts] of Object.entries(claims.says ?? {}))
    for (const part of parts) expect(text(pattern)).toContain(part);
  for (const [pattern, parts] of Object.entries(claims.lacks ?? {}))
    for (const part of parts) expect(text(pattern)).not.toContain(part);

  const { calls } = stage.outside;
  if (claims.calls !== undefined)
    expect(
      calls.map(({ tool, args }) => [tool, args]),
      "outside calls",
    ).toHaveLength(claims.calls);
  if (claims.sent !== undefined) expect(calls.at(-1)?.args).toMatchObject(claims.sent);
  if (claims.same_key !== undefined)
    expect(calls.at(-1)?.args[claims.same_key]).toBe(calls.at(-2)?.args[claims.same_key]);
  if (claims.answer !== undefined) expect(stage.answer?.say).toContain(claims.answer);
  if (claims.notice !== undefined) expect(stage.notices.texts.join("\n")).toContain(claims.notice);

  const { world } = stage;
  if (world === null) return;
  for (const [pattern, states] of Object.entries(claims.state ?? {}))
    expect(statesOf(world, pattern), `state of ${pattern}`).toBe(states);
  for (const [id, status] of Object.entries(claims.plan ?? {}))
    expect(statusOf(world, id, status.includes(":")), `plan ${id}`).toBe(status);
  if (claims.standing === null) expect(world.standing).toEqual([]);
  else if (claims.standing !== undefined) expect(world.standing.join("\n")).toContain(claims.standing);
  for (const part of claims.problem ?? [])
    expect(world.problems.map(({ path, message }) => `${path}: ${message}`).join("\n")).toContain(part);
  if (claims.tasks !== undefined) expect(world.intake.tasks.map(({ path }) => path)).toEqual(claims.tasks);
  if (claims.duplicates !== undefined) expect(world.duplicates).toHaveLength(claims.duplicates);
}

/** In the order in which they were asked. */
function statesOf(world: World, pattern: string): string {
  const names = new Set(
    matching(
      pattern,
      world.requests.map(({ name }) => name),
    ),
  );
  const requests = world.requests
    .filter(({ name }) => names.has(name))
    .sort((a, b) => a.created - b.created || a.attempt - b.attempt || (a.name < b.name ? -1 : 1));
  return requests.map(({ state }) => state).join(", ");
}

function statusOf(world: World, id: string, withBlock: boolean): string {
  const view = world.plans.find(({ plan }) => plan.taskId === id);
  if (view === undefined)
    return [...world.planIndex.archived()].find(({ taskId }) => taskId === id)?.status ?? "not there";
  return withBlock ? `${view.plan.status}: ${view.block?.kind ?? "none"}` : view.plan.status;
}
