/** The pages beneath the first one: what is rarely changed. */
import type { SettingDefinition, SettingDefinitionGroup, SettingDefinitionPage } from "obsidian";
import { escapeLine } from "../../../kit/text";
import { typeBehind } from "../../../settings/agentTools";
import { FOLDER_NAMES } from "../../../settings/describe";
import {
  DEFAULT_SETTINGS,
  type AgentOfFlows,
  type AgentTool,
  type FolderName,
  type Settings,
} from "../../../settings/settings";
import { WORDS } from "../words";
import { addAgentTool, addFlowAgent, ROLES } from "./agentToolWizard";
import {
  choiceField,
  folderField,
  listField,
  numberField,
  rootField,
  textField,
  toggleField,
  nameField,
  zoneField,
} from "./fields";
import type { Place } from "./place";
import { addMenu } from "./row";

const words = WORDS.settings;

export function safetySection(): SettingDefinitionGroup {
  return {
    type: "group",
    heading: words.safety.heading,
    items: [
      numberField("grace_seconds"),
      toggleField("others_write"),
      listField("high_risk"),
      toggleField("auto_start"),
    ],
  };
}

export function foldersPage({ client }: Place): SettingDefinitionPage {
  const all = Object.entries(FOLDER_NAMES) as readonly (readonly [FolderName, string])[];
  return {
    type: "page",
    name: words.folders.name,
    desc: sayFolders(client.settings.now()),
    items: [rootField(), ...all.map(([key, name]) => folderField(key, name))],
  };
}

function sayFolders({ folders, root }: Settings): string {
  const own = Object.entries(folders).filter(
    ([key, name]) => DEFAULT_SETTINGS.folders[key as FolderName] !== name,
  );
  const changed = own.length + (root === "" ? 0 : 1);
  return changed === 0
    ? words.folders.asTheyCame(Object.keys(folders).length)
    : words.folders.changed(changed);
}

export function intakePage({ client }: Place): SettingDefinitionPage {
  return {
    type: "page",
    name: words.intake.name,
    desc: words.intake.options[client.settings.now().intake],
    items: [
      choiceField("intake", words.intake.options),
      listField("complex_words"),
      listField("simple_words"),
      listField("think_phrases"),
    ],
  };
}

export function limitsPage(): SettingDefinitionPage {
  return {
    type: "page",
    name: words.limits.name,
    desc: words.limits.desc,
    items: [
      zoneField(),
      ...(
        [
          "alert_hours",
          "approval_hours",
          "quiet_seconds",
          "start_delay_seconds",
          "call_timeout_seconds",
          "start_timeout_seconds",
          "open_requests",
          "actions_per_hour",
        ] as const
      ).map(numberField),
    ],
  };
}

export function agentsPage(place: Place): SettingDefinitionPage {
  const { agent_tools, agents } = place.client.settings.now();
  return {
    type: "page",
    name: words.agents.name,
    desc: words.agents.desc,
    items: [
      {
        type: "group",
        heading: words.agents.reading,
        items: [
          nameField(),
          listField("agent_folders"),
          listField("agent_never"),
          listField("skill_folders"),
          listField("outward_words"),
        ],
      },
      {
        type: "list",
        heading: words.agents.tools,
        emptyState: words.agents.noTools,
        items: agent_tools.map((each) => toolRow(place, each)),
        addItem: { name: words.agents.add, action: () => addAgentTool(place) },
      },
      {
        type: "list",
        heading: words.agents.flows,
        emptyState: words.agents.noFlowAgents,
        items: Object.entries(agents).map(([name, each]) => agentRow(place, name, each)),
        addItem: { name: words.agents.addFlowAgent, action: () => addFlowAgent(place) },
      },
      {
        type: "group",
        heading: words.agents.checks,
        items: [textField("checks.tests"), textField("checks.folder"), numberField("checks.seconds")],
      },
      {
        type: "group",
        heading: words.agents.spending,
        items: (
          [
            "limits.turns",
            "limits.tokens",
            "limits.usd",
            "limits.plan_usd",
            "limits.day_usd",
            "limits.at_once",
            "limits.call_seconds",
          ] as const
        ).map(numberField),
      },
    ],
  };
}

function agentRow(place: Place, key: string, agent: AgentOfFlows): SettingDefinition {
  const name = escapeLine(key, 60);
  const { role, model } = agent;
  const change = (to: AgentOfFlows | null) => () =>
    void place.save((now) => {
      const { [key]: _before, ...others } = now.agents;
      return { ...now, agents: to === null ? others : { ...now.agents, [key]: to } };
    });
  return {
    name,
    desc: words.agents.as(words.agents.roles[role], model === undefined ? null : escapeLine(model, 60)),
    render: (setting) =>
      addMenu(setting.setClass("planwright-tested"), name, [
        ...ROLES.filter((each) => each !== role).map((each) => ({
          title: words.agents.letBe(words.agents.roles[each]),
          icon: "bot",
          run: change({ ...agent, role: each }),
        })),
        { title: words.agents.removeTool, icon: "trash-2", careful: true, run: change(null) },
      ]),
  };
}

function toolRow(place: Place, each: AgentTool): SettingDefinition {
  const { client } = place;
  const name = words.agents.tool(escapeLine(each.tool, 60), escapeLine(each.server, 60));
  const type = typeBehind(each.tool, client.settings.now());
  const change = (edit: (tool: AgentTool) => readonly AgentTool[]) => () =>
    void place.save((now) => ({
      ...now,
      agent_tools: now.agent_tools.flatMap((tool) =>
        tool.server === each.server && tool.tool === each.tool ? edit(tool) : [tool],
      ),
    }));
  return {
    name,
    desc:
      type !== null ? words.agents.approved(type) : each.unasked ? words.agents.unasked : words.agents.asks,
    render: (setting) =>
      addMenu(setting.setClass("planwright-tested"), name, [
        {
          title: each.unasked ? words.agents.letAsk : words.agents.letUnasked,
          icon: "shield",
          run: change((tool) => [{ ...tool, unasked: !tool.unasked }]),
        },
        {
          title: words.agents.allowAgain,
          icon: "check",
          run: change((tool) => [{ ...tool, as_of: new Date(client.now()).toISOString() }]),
        },
        { title: words.agents.removeTool, icon: "trash-2", careful: true, run: change(() => []) },
      ]),
  };
}
