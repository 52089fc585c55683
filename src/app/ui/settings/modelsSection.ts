/** “Models”: each with its roles and whether it works, and which of them does what. */
import type { SettingDefinition, SettingDefinitionItem } from "obsidian";
import { escapeLine } from "../../../kit/text";
import { agentsOf, placeOf, rolesOf } from "../../../settings/models";
import type { Model, Settings } from "../../../settings/settings";
import { WORDS } from "../words";
import { choiceField } from "./fields";
import { modelKnown } from "./known";
import { editModels, withoutModel } from "./modelList";
import { askToDelete, type Place } from "./place";
import { drawTested } from "./row";

const words = WORDS.settings;

export function modelsSection(place: Place): readonly SettingDefinitionItem[] {
  const { models } = place.client.settings.now();
  const names = Object.fromEntries(Object.keys(models).map((name) => [name, name]));
  return [
    {
      type: "list",
      heading: words.models.heading,
      items: [
        ...Object.entries(models).map(([name, model]) => modelRow(place, name, model)),
        {
          name: words.models.add,
          desc: Object.keys(models).length === 0 ? words.models.none : "",
          action: () => editModels(place.client, null, () => place.redraw()),
        },
      ],
    },
    {
      type: "group",
      // Without a model there is nothing to choose.
      visible: () => {
        const now = place.client.settings.now();
        return Object.keys(now.models).length > 0 || now.roles.worker !== "" || now.roles.planner !== "";
      },
      items: [
        choiceField("roles.worker", { "": words.models.noModel, ...names }),
        choiceField("roles.planner", { "": words.models.sameAsWorker, ...names }),
      ],
    },
  ];
}

function modelRow(place: Place, name: string, model: Model): SettingDefinition {
  const { client, tests } = place;
  const { provider } = model;
  return {
    name: escapeLine(name, 60),
    desc: describeModel(name, client.settings.now()),
    render: (setting) =>
      drawTested(setting, {
        name: escapeLine(name, 60),
        known: () => modelKnown(client, tests, name),
        // A phone asks no model.
        test:
          client.device.canAct && provider !== "by-hand"
            ? async (stop) => tests.keepModel(name, model, await client.testModel(name, model, stop))
            : null,
        asking: provider === "program" ? "" : words.askingModel,
        menu: [
          { title: words.change, icon: "pencil", run: () => editModels(client, name, () => place.redraw()) },
          {
            title: words.remove,
            icon: "trash-2",
            careful: true,
            run: () =>
              askToDelete(
                place,
                {
                  title: words.models.removeTitle(name),
                  lines: words.models.removeDesc(
                    rolesInWords(name, client.settings.now()),
                    agentsInWords(name, client.settings.now()),
                  ),
                  label: words.models.removeDo,
                },
                () => place.save((now) => withoutModel(now, name)),
              ),
          },
        ],
      }),
  };
}

function describeModel(name: string, settings: Settings): string {
  const model = settings.models[name];
  if (model === undefined) return "";
  const how = placeOf(model, (text) => escapeLine(text, 200));
  return [how, ...rolesInWords(name, settings), ...agentsInWords(name, settings)].join(" · ");
}

function rolesInWords(name: string, settings: Settings): readonly string[] {
  return rolesOf(name, settings).map((role) => words.models.roles[role as keyof Settings["roles"]]);
}

/** Nothing, or one phrase with all of them. */
function agentsInWords(name: string, settings: Settings): readonly string[] {
  const agents = agentsOf(name, settings);
  return agents.length === 0 ? [] : [words.models.ofAgents(agents)];
}
