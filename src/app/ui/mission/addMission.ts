/** Puts the mission view, its icon, the line above notes and the code block into the app. */
import type { Plugin } from "obsidian";
import type { World } from "../../../rules/world";
import type { EngineClient } from "../engineClient";
import { AgentView } from "../agents/agentView";
import { AGENT_VIEW } from "../agents/openAgent";
import { InboxView } from "../inbox/inboxView";
import { INBOX_VIEW, openInbox } from "../inbox/openInbox";
import { LookView } from "../lookView";
import { isNoteOf } from "../flows/startFlow";
import { openStart, START_VIEW } from "../start/openStart";
import { StartView } from "../start/startView";
import { NoteBanners } from "../notes/noteBanners";
import { CodeBlocks } from "../notes/codeBlocks";
import { LivePreview } from "../notes/livePreview";
import { ReadingView } from "../notes/readingView";
import { WORDS } from "../words";
import { MissionView, openMission } from "./view";
import { MISSION_VIEW } from "./parts";
import { countAsked } from "../../../overview/mission/cards";

/** Answers what draws all of it anew; to be called after every look. */
export function addMission(plugin: Plugin, client: EngineClient): (world: World | null) => void {
  const { workspace } = plugin.app;
  const open = (): void => void openMission(plugin.app);
  const mission = plugin.addRibbonIcon("list-checks", WORDS.mission.name, open);
  const inbox = new InboxRibbon(
    plugin.addRibbonIcon("inbox", WORDS.inbox.command, () => void openInbox(plugin.app)),
  );
  plugin.addRibbonIcon("list-plus", WORDS.commands.names["open-start"], () => void openStart(plugin.app));
  const reading = new ReadingView(client);
  const live = new LivePreview(client);
  const banners = new NoteBanners(client, () => {
    reading.show();
    live.show();
  });
  const blocks = new CodeBlocks(client);
  const showBanners = (): void => banners.show();
  plugin.register(() => banners.remove());
  plugin.register(() => reading.remove());
  plugin.registerView(MISSION_VIEW, (leaf) => new MissionView(leaf, client));
  plugin.registerView(INBOX_VIEW, (leaf) => new InboxView(leaf, client));
  plugin.registerView(AGENT_VIEW, (leaf) => new AgentView(leaf, client));
  plugin.registerView(START_VIEW, (leaf) => new StartView(leaf, client));
  plugin.addCommand({ id: "open-mission", name: WORDS.mission.command, callback: open });
  plugin.addCommand({
    id: "open-inbox",
    name: WORDS.inbox.command,
    callback: () => void openInbox(plugin.app),
  });
  plugin.registerMarkdownCodeBlockProcessor("planwright", blocks.render);
  plugin.registerMarkdownPostProcessor(reading.process);
  plugin.registerEditorExtension(live.extension);
  plugin.registerEvent(workspace.on("file-open", showBanners));
  plugin.registerEvent(workspace.on("layout-change", showBanners));
  // Nothing is looked at when the note of a flow changes: no plan depends on it.
  plugin.registerEvent(
    plugin.app.vault.on("modify", ({ path }) =>
      isNoteOf("flows", client, path) || isNoteOf("skills", client, path) ? showBanners() : undefined,
    ),
  );
  return (world) => {
    if (world !== null) {
      inbox.show(world);
      mission.setAttribute("aria-label", WORDS.mission.ribbon(countAsked(world)));
    }
    banners.show();
    blocks.show();
    for (const { view } of [MISSION_VIEW, INBOX_VIEW, START_VIEW, AGENT_VIEW].flatMap((each) =>
      workspace.getLeavesOfType(each),
    ))
      if (view instanceof LookView) view.showSoon();
  };
}

/** The icon of the inbox, with the number of things that need the person. */
class InboxRibbon {
  readonly #badge: HTMLElement;

  constructor(private readonly el: HTMLElement) {
    el.addClass("planwright-ribbon");
    this.#badge = el.createSpan({ cls: "planwright-badge", attr: { "aria-hidden": "true" } });
    this.#badge.hide();
  }

  show(world: World): void {
    const asked = countAsked(world);
    this.#badge.toggle(asked > 0);
    this.#badge.setText(asked > 99 ? "99+" : String(asked));
    this.el.setAttribute("aria-label", WORDS.inbox.ribbon(asked));
  }
}
