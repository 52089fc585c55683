/**
 * A tool of a server that agents may call: which server, which of its tools, and whether the person is asked. And an
 * agent of flows: its name and its role.
 */
import { Setting } from "obsidian";
import { escapeLine } from "../../../kit/text";
import type { ToolView } from "../../../kit/ports/tools";
import { typeBehind } from "../../../settings/agentTools";
import { addText } from "../dialog";
import { showLine } from "../text";
import { WORDS } from "../words";
import { addChoice, Wizard } from "./wizard";
import { viewOf } from "./known";
import type { AgentOfFlows } from "../../../settings/settings";
import type { Place } from "./place";
import { showTool } from "./routeWizard";
import { lookAt } from "./serverWizard";

const { agents: words, typing } = WORDS.settings;

export function addAgentTool(place: Place): void {
  const { client, tests } = place;
  const wizard = new Wizard(client.app);
  const { servers } = client.settings.now();

  const choose = async (server: string): Promise<void> => {
    const definition = servers[server];
    if (definition === undefined) return;
    let view = viewOf(client, tests, server);
    if (view?.kind !== "up" && client.device.canAct) {
      wizard.tell(typing.looking, false);
      view = await lookAt(place, { name: server, definition });
    }
    if (view?.kind === "down") wizard.tell(WORDS.settings.server.down(escapeLine(view.why, 600)));
    else if (!wizard.closing.signal.aborted) showTools(server, view?.tools ?? null, "");
  };

  function showServers(): void {
    const names = Object.keys(servers);
    wizard.show({
      title: words.add,
      fill: (content) => {
        showLine(content, names.length === 0 ? words.noServer : words.fromServer);
        for (const name of names) wizard.addKind(content, escapeLine(name, 60), () => choose(name));
      },
      buttons: [],
    });
  }

  function showTools(server: string, tools: readonly ToolView[] | null, chosen: string): void {
    const settings = client.settings.now();
    let tool = chosen;
    let unasked = false;
    // A tool that carries out a type of action is for approved actions alone.
    const free = tools?.filter(
      ({ name }) =>
        typeBehind(name, settings) === null &&
        !settings.agent_tools.some((each) => each.server === server && each.tool === name),
    );
    wizard.show({
      title: words.toolOf(escapeLine(server, 60)),
      back: showServers,
      fill: (content) => {
        if (free?.length === 0) showLine(content, words.noneLeft);
        addChoice(
          content,
          { ...typing.tool, none: "–" },
          free?.map(({ name }) => name) ?? null,
          chosen,
          (name) => {
            if (tools === null) tool = name;
            else showTools(server, tools, name);
          },
        );
        const known = free?.find(({ name }) => name === chosen);
        if (known !== undefined) showTool(content, known);
        new Setting(content)
          .setName(words.when.name)
          .setDesc(words.when.desc)
          .addDropdown((list) =>
            list
              .addOption("ask", words.when.ask)
              .addOption("always", words.when.always)
              .onChange((value) => (unasked = value === "always")),
          );
      },
      buttons: [
        {
          label: words.allow,
          run: async () => {
            const type = typeBehind(tool, settings);
            const why =
              tool === ""
                ? typing.noTool
                : type !== null
                  ? words.approved(type)
                  : await place.save((now) => ({
                      ...now,
                      agent_tools: [
                        ...now.agent_tools,
                        { server, tool, unasked, as_of: new Date(client.now()).toISOString() },
                      ],
                    }));
            wizard.tell(why);
            if (why === null) wizard.close();
          },
        },
      ],
    });
  }

  showServers();
  wizard.open();
}

export const ROLES = ["worker", "planner", "reviewer"] as const satisfies readonly AgentOfFlows["role"][];

export function addFlowAgent(place: Place): void {
  const wizard = new Wizard(place.client.app);
  let name = "";
  let role: AgentOfFlows["role"] = "worker";
  let model = "";
  wizard.show({
    title: words.addFlowAgent,
    fill: (content) => {
      addText(content, words.flowAgent, (text) => (name = text.trim()));
      new Setting(content)
        .setName(words.role.name)
        .setDesc(words.role.desc)
        .addDropdown((list) =>
          list
            .addOptions(words.roles)
            .setValue(role)
            .onChange((value) => (role = ROLES.find((each) => each === value) ?? role)),
        );
      const models = Object.keys(place.client.settings.now().models);
      addChoice(content, WORDS.agents.modelOfAgent, models, model, (named) => (model = named));
    },
    buttons: [
      {
        label: WORDS.settings.server.save,
        run: async () => {
          const { agents } = place.client.settings.now();
          const why = Object.hasOwn(agents, name)
            ? words.hasName(escapeLine(name, 60))
            : await place.save((now) => ({
                ...now,
                agents: { ...now.agents, [name]: { role, steps: [], ...(model === "" ? {} : { model }) } },
              }));
          wizard.tell(why);
          if (why === null) wizard.close();
        },
      },
    ],
  });
  wizard.open();
}
