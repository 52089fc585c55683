/**
 * Models for agents: added, changed, tested, removed. Nothing is asked of a model by filling this in; “Test” asks one
 * tiny question.
 */
import type { Model, Settings } from "../../../settings/settings";
import type { EngineClient } from "../engineClient";
import { WORDS } from "../words";
import { editModel } from "./modelWizard";

/** `name`: of the model to change; null for a new one. `then` is called after it was saved. */
export function editModels(
  client: EngineClient,
  name: string | null,
  then: () => void = () => undefined,
): void {
  const { models, roles } = client.settings.now();
  const before = name === null ? null : (models[name] ?? null);
  const works = name === null ? roles.worker === "" : roles.worker === name;
  editModel(
    client,
    { name: name ?? "", model: before, works },
    async (called, model, isWorker) =>
      called !== name && Object.hasOwn(client.settings.now().models, called)
        ? WORDS.settings.model.taken
        : await client.settings.change((now) => withModel(now, name, called, model, isWorker)),
    then,
  );
}

/** Every role and every agent of flows of a model that is called otherwise goes with it. */
function withModel(
  now: Settings,
  before: string | null,
  called: string,
  model: Model,
  isWorker: boolean,
): Settings {
  const roles = Object.fromEntries(
    Object.entries(now.roles).map(([role, of]) => [role, before !== null && of === before ? called : of]),
  ) as Settings["roles"];
  const agents = Object.entries(now.agents).map(
    ([agent, each]) =>
      [agent, before !== null && each.model === before ? { ...each, model: called } : each] as const,
  );
  const worker = isWorker ? called : roles.worker === called ? "" : roles.worker;
  return {
    ...now,
    models: Object.fromEntries([
      ...Object.entries(now.models).filter(([each]) => each !== before),
      [called, model],
    ]),
    roles: { ...roles, worker },
    agents: Object.fromEntries(agents),
  };
}

/** A model that is removed loses its roles; agents of flows that name it have the model of their role again. */
export function withoutModel(now: Settings, name: string): Settings {
  return {
    ...now,
    models: Object.fromEntries(Object.entries(now.models).filter(([each]) => each !== name)),
    roles: Object.fromEntries(
      Object.entries(now.roles).map(([role, of]) => [role, of === name ? "" : of]),
    ) as Settings["roles"],
    agents: Object.fromEntries(
      Object.entries(now.agents).map(([agent, { model, ...rest }]) => [
        agent,
        model === undefined || model === name ? rest : { ...rest, model },
      ]),
    ),
  };
}
