/** “What can be sent”: each type of action with the tool it goes out by, and the servers behind them. */
import type { SettingDefinition, SettingDefinitionList, SettingDefinitionPage } from "obsidian";
import { escapeLine } from "../../../kit/text";
import type { ToolView } from "../../../kit/ports/tools";
import { riskBehind } from "../../../settings/agentTools";
import { isMailAccount, MAIL_CHECK } from "../../../settings/mailAccount";
import type { Mapping, Settings } from "../../../settings/settings";
import { WORDS } from "../words";
import { serverKnown, typeKnown, usersOf } from "./known";
import { askToDelete, without, type Place } from "./place";
import { drawTested } from "./row";
import { changeServer } from "./serverWizard";
import { mailHost, sayRefused } from "./mailWizard";
import { changeType } from "./routeWizard";

const words = WORDS.settings;

export function sendingSection(place: Place): SettingDefinitionList {
  const { actions } = place.client.settings.now();
  return {
    type: "list",
    heading: words.sending.heading,
    items: [
      ...Object.entries(actions).map(([type, mapping]) => typeRow(place, type, mapping)),
      { name: words.sending.rest(Object.keys(actions).length > 0), desc: words.sending.restDesc },
      // A bare plus beside the heading, which the app draws, says nothing to a person who looks for the way in.
      { name: words.sending.add, desc: words.sending.addDesc, action: () => changeType(place, null) },
    ],
  };
}

function typeRow(place: Place, type: string, mapping: Mapping): SettingDefinition {
  const { client, tests } = place;
  const settings = client.settings.now();
  const isConfirmed = settings.others_write || riskBehind(type, settings) !== null;
  const name = words.sending.type(type);
  return {
    name,
    desc: words.sending.how(type, escapeLine(mapping.server, 60), escapeLine(mapping.tool, 60), isConfirmed),
    aliases: [type],
    render: (setting) =>
      drawTested(setting, {
        name,
        known: () => typeKnown(client, tests, type),
        test: client.device.canAct ? () => testServer(place, mapping.server) : null,
        asking: words.askingServer,
        menu: [
          { title: words.change, icon: "pencil", run: () => changeType(place, type) },
          {
            title: words.remove,
            icon: "trash-2",
            careful: true,
            run: () =>
              askToDelete(
                place,
                {
                  title: words.sending.removeTitle(name),
                  lines: [words.sending.removeDesc(mapping.server, mapping.tool)],
                  label: words.sending.removeDo,
                },
                () => place.save((now) => ({ ...now, actions: without(now.actions, type) })),
              ),
          },
        ],
      }),
  };
}

async function testServer({ client, tests }: Place, name: string): Promise<void> {
  const definition = client.settings.now().servers[name];
  if (definition === undefined) return;
  const view = await client.lookAtServer(name, definition);
  // It lists its tools also where the account is locked.
  const isLogin = view.kind === "up" && isMailAccount(definition) && view.tools.some(isMailCheck);
  const fault = isLogin ? await client.checkMail(name, definition) : null;
  tests.keepServer(name, definition, view);
  tests.keepLogin(name, definition, fault && sayRefused(fault, mailHost(definition, fault.of)));
}

const isMailCheck = ({ name }: ToolView): boolean => name === MAIL_CHECK;

export function serversPage(place: Place): SettingDefinitionPage {
  const { servers } = place.client.settings.now();
  return {
    type: "page",
    name: words.servers.name,
    desc: words.servers.desc,
    displayValue: () => String(Object.keys(place.client.settings.now().servers).length),
    items: [
      {
        type: "list",
        emptyState: words.servers.none,
        items: Object.entries(servers).map(([name, server]) => serverRow(place, name, server)),
        addItem: { name: words.servers.add, action: () => changeServer(place, null) },
      },
    ],
  };
}

function serverRow(place: Place, name: string, server: Settings["servers"][string]): SettingDefinition {
  const { client, tests } = place;
  return {
    name: escapeLine(name, 60),
    desc: escapeLine("command" in server ? [server.command, ...server.args].join(" ") : server.url, 300),
    render: (setting) =>
      drawTested(setting, {
        name: escapeLine(name, 60),
        known: () => serverKnown(client, tests, name),
        test: client.device.canAct ? () => testServer(place, name) : null,
        asking: words.askingServer,
        menu: [
          { title: words.change, icon: "pencil", run: () => changeServer(place, name) },
          { title: words.remove, icon: "trash-2", careful: true, run: () => deleteServer(place, name) },
        ],
      }),
  };
}

function deleteServer(place: Place, name: string): void {
  const users = usersOf(name, place.client.settings.now());
  askToDelete(
    place,
    {
      title: words.servers.removeTitle(name),
      lines: [users.length === 0 ? words.servers.unused : words.servers.used(users)],
      label: words.servers.removeDo,
    },
    () =>
      place.save((now) => ({
        ...now,
        servers: without(now.servers, name),
        actions: Object.fromEntries(Object.entries(now.actions).filter(([, to]) => to.server !== name)),
        agent_tools: now.agent_tools.filter(({ server }) => server !== name),
      })),
  );
}
