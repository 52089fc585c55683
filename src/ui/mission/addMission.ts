/** Puts the mission view, its icon, the line above notes and the code block into the app. */
import type { Plugin } from "obsidian";
import type { World } from "../../rules/world";
import type { Door } from "../door";
import { isSkillNote } from "../flows/skills";
import { isFlowNote } from "../flows/startFlow";
import { NoteBanners } from "../notes/banners";
import { CodeBlocks } from "../notes/codeBlock";
import { LivePreview } from "../notes/livePreview";
import { ReadingView } from "../notes/readingView";
import { WORDS } from "../words";
import { MissionRibbon } from "./ribbon";
import { MissionView, openMission } from "./view";
import { MISSION_VIEW } from "./viewName";

/** Answers what draws all of it anew; to be called after every look. */
export function addMission(plugin: Plugin, door: Door): (world: World | null) => void {
  const { workspace } = plugin.app;
  const open = (): void => void openMission(plugin.app);
  const ribbon = new MissionRibbon(plugin.addRibbonIcon("list-checks", WORDS.mission.name, open));
  const reading = new ReadingView(door);
  const live = new LivePreview(door);
  const banners = new NoteBanners(door, () => {
    reading.show();
    live.show();
  });
  const blocks = new CodeBlocks(door);
  const showBanners = (): void => banners.show();
  plugin.register(() => banners.remove());
  plugin.register(() => reading.remove());
  plugin.registerView(MISSION_VIEW, (leaf) => new MissionView(leaf, door));
  plugin.addCommand({ id: "open-mission", name: WORDS.mission.command, callback: open });
  plugin.registerMarkdownCodeBlockProcessor("planwright", blocks.render);
  plugin.registerMarkdownPostProcessor(reading.process);
  plugin.registerEditorExtension(live.extension);
  plugin.registerEvent(workspace.on("file-open", showBanners));
  plugin.registerEvent(workspace.on("layout-change", showBanners));
  // Nothing is looked at when the note of a flow changes: no plan depends on it.
  plugin.registerEvent(
    plugin.app.vault.on("modify", ({ path }) =>
      isFlowNote(door, path) || isSkillNote(door, path) ? showBanners() : undefined,
    ),
  );
  return (world) => {
    if (world !== null) ribbon.show(world);
    banners.show();
    blocks.show();
    for (const { view } of workspace.getLeavesOfType(MISSION_VIEW))
      if (view instanceof MissionView) view.showSoon();
  };
}
