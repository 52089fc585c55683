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
    async (newName, model, isWorker) =>
      newName !== name && Object.hasOwn(client.settings.now().models, newName)
        ? WORDS.settings.model.taken
        : await client.settings.change((now) => withModel(now, name, newName, model, isWorker)),
    then,
  );
}

/**
 * Saves a model. Where it got a new name, the roles and agents that named it by the old one follow. `oldName`: null for
 * a new model.
 */
function withModel(
  now: Settings,
  oldName: string | null,
  newName: string,
  model: Model,
  isWorker: boolean,
): Settings {
  const next = replaceModel(now, oldName, newName);
  const { models, roles } = next;
  const worker = isWorker ? newName : roles.worker === newName ? "" : roles.worker;
  return { ...next, models: { ...models, [newName]: model }, roles: { ...roles, worker } };
}

/** A model that is removed loses its roles; agents of flows that name it have the model of their role again. */
export function withoutModel(now: Settings, name: string): Settings {
  return replaceModel(now, name, "");
}

/** Takes the model `name` out; roles and agents that named it name `other`, or none where that is empty. */
function replaceModel(now: Settings, name: string | null, other: string): Settings {
  const renamed = (named: string): string => (named === name ? other : named);
  const agents = Object.entries(now.agents).map(([agent, { model = "", ...rest }]) => {
    const named = renamed(model);
    return [agent, named === "" ? rest : { ...rest, model: named }] as const;
  });
  return {
    ...now,
    models: Object.fromEntries(Object.entries(now.models).filter(([each]) => each !== name)),
    roles: Object.fromEntries(
      Object.entries(now.roles).map(([role, named]) => [role, renamed(named)]),
    ) as Settings["roles"],
    agents: Object.fromEntries(agents),
  };
}
