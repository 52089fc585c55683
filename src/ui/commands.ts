/** Every command. Each takes a fresh look, lets the person choose, and sends an order through the door. */
import type { Editor, Plugin } from "obsidian";
import type { Card } from "../catalog/card";
import { plain } from "../kit/text";
import type { WantedPlan } from "../rules/command";
import type { RequestView } from "../approval/view";
import type { PlanView, World } from "../rules/world";
import { planLine, requestLine } from "../views/titles";
import { letAgentWork } from "./agents/letWork";
import { stopAgent, watchAgent } from "./agents/watchAgent";
import { thinkByHand } from "./byHand";
import { allowPrograms } from "./flows/allowPrograms";
import { hasFlow, showFlow } from "./flows/showFlow";
import { ejectSkill } from "./flows/skills";
import { listResults, planResults } from "./flows/results";
import { startFlow, thinkThrough } from "./flows/startFlow";
import { confirmSettings } from "./settings/confirmSettings";
import { openDialog } from "./dialog";
import { selectedLines } from "./menus/selectedLines";
import { openDashboard } from "./opening/openDashboard";
import { newFromTemplate, saveTemplate } from "./flows/templates";
import { withPlan } from "./opening/withPlan";
import { WORDS } from "./words";
import type { CommandId, CommandWithChoice } from "./words/commands";
import type { Door } from "./door";
import { listSent, sayTooLate } from "./listSent";
import { newPlan } from "./newPlan";
import { offer, offerPlan } from "./offer";
import { pick } from "./pick";
import { explain } from "./explain";
import { archivePlan, cancelPlan, openPlans, resume, sayNotArchived, skipStep } from "./plans";
import { requestApproval } from "./requestForm";
import { confirmable, doubtful, held, refusable, waiting } from "./requests";
import { setUp } from "./settings/setUp";
import { review } from "./review/open";
import { statusLine } from "./status";
import { takeBack } from "./takeBack";
import { showLine } from "./text";

const { commands: words } = WORDS;

export function addCommands(plugin: Plugin, door: Door): void {
  const add = (id: CommandId, run: (world: World) => unknown): void => {
    plugin.addCommand({ id, name: words.names[id], callback: () => withWorld(door, run) });
  };
  const onPlan = (
    id: CommandWithChoice,
    which: (card: Card) => boolean,
    run: (view: PlanView, world: World) => unknown,
    /** `here`: the plan of the open note is meant, where it is one. */
    meant: "here" | "picked" = "picked",
  ): void =>
    add(id, (world) => {
      const all = openPlans(door, world, id === "archive-plan").filter(which);
      const here = all.filter(({ path }) => path === door.app.workspace.getActiveFile()?.path);
      const plans = meant === "here" && here.length > 0 ? here : all;
      if (plans.length === 0 && id === "archive-plan") sayNotArchived(door, world);
      else if (plans.length === 0) door.say(words.none[id]);
      pick(
        door.app,
        plans,
        (card) => planLine(card, world),
        words.whichPlan,
        (card) => void withPlan(door, card.path, run),
        ({ taskId }) => taskId,
      );
    });
  const onRequest = (
    id: CommandWithChoice,
    which: (world: World) => readonly RequestView[],
    run: (request: RequestView) => unknown,
  ): void =>
    add(id, (world) => {
      const requests = which(world);
      const here = door.app.workspace.getActiveFile()?.path;
      const open = requests.filter(({ notes }) => notes.some(({ path }) => path === here));
      if (requests.length === 0 && id === "hold") sayTooLate(door, world);
      else if (requests.length === 0) door.say(words.none[id]);
      pick(
        door.app,
        open.length > 0 ? open : requests,
        (request) => requestLine(request, world),
        words.whichRequest,
        (request) => void run(request),
        ({ id, name }) => (id === "" ? name : id.slice(0, 8)),
      );
    });
  const onReview = (
    id: CommandWithChoice,
    which: (world: World) => readonly RequestView[],
    rejects = false,
  ): void =>
    add(id, (world) => {
      const requests = which(world);
      if (requests.length === 0) door.say(words.none[id]);
      else review(door, requests, null, rejects);
    });
  /** For the note in the editor; `linesOf` says which of it. */
  const onNote = (id: CommandId, linesOf: (editor: Editor) => WantedPlan["lines"]): void => {
    plugin.addCommand({
      id,
      name: words.names[id],
      editorCallback: (editor, { file }) =>
        file === null
          ? undefined
          : offerPlan(door, { kind: "plan", note: file.path, lines: linesOf(editor) }),
    });
  };
  const running = ({ status, next }: Card): boolean =>
    next !== null && (status === "Active" || status === "Blocked");

  add("resume-plan", (world) => resume(door, world));
  add("set-up", () => setUp(door));
  add("new-plan", () => newPlan(door));
  add("new-from-template", () => newFromTemplate(door));
  onPlan(
    "save-template",
    () => true,
    ({ plan }) => saveTemplate(door, plan.path),
    "here",
  );
  add("start-flow", () => startFlow(door));
  add("think-through", () => thinkThrough(door));
  add("eject-skill", () => ejectSkill(door));
  add("list-results", (world) => listResults(door, world));
  add("plan-result", (world) => planResults(door, world));
  onPlan(
    "start-plan",
    // A plan that waits for an approval goes on by that alone.
    ({ status, byPerson }) => status === "Draft" || byPerson !== null,
    (view) => door.obey({ kind: "start", plan: view.plan.path }),
  );
  onPlan(
    "explain-plan",
    () => true,
    (view, world) => explain(door, view, world),
  );
  onPlan(
    "show-flow",
    ({ path }) => hasFlow(door, path),
    (view) => showFlow(door, view),
    "here",
  );
  onPlan(
    "let-agent-work",
    () => true,
    (view, world) => letAgentWork(door, view, world),
    "here",
  );
  add("watch-agent", () => watchAgent(door));
  plugin.addCommand({
    id: "stop-agent",
    name: words.names["stop-agent"],
    checkCallback: (checking) => {
      const { thinking } = statusLine(door.world(), door.now(), { hindrances: [], errands: door.errands() });
      if (thinking === null) return false;
      if (!checking) void stopAgent(door, thinking.view);
      return true;
    },
  });
  const asks = (card: Card): boolean => running(card) && card.next?.gated === true;
  onPlan("request-approval", asks, (view) => requestApproval(door, view));
  onReview("approve", waiting);
  onReview("reject", refusable, true);
  onReview("confirm", confirmable);
  onRequest("hold", held, (request) => takeBack(door, request.id));
  onReview("resolve", doubtful);
  onPlan(
    "think-by-hand",
    ({ agent, next }) => agent !== null && next !== null,
    (view, world) => thinkByHand(door, view, world),
  );
  add("list-sent", () => listSent(door));
  add("open-dashboard", () => openDashboard(door));
  onPlan("skip-step", running, (view) => skipStep(door, view));
  onPlan(
    "cancel-plan",
    () => true,
    (view) => cancelPlan(door, view),
  );
  onPlan(
    "archive-plan",
    () => true,
    (view) => archivePlan(door, view),
    "here",
  );
  if (door.device.canAct) add("act-here", (world) => takeOver(door, world));
  add("repair-notes", (world) =>
    offer(door, world, "repair", door.app.workspace.getActiveFile()?.path ?? null),
  );
  add("convert-plans", (world) =>
    offer(door, world, "convert", door.app.workspace.getActiveFile()?.path ?? null),
  );
  add("merge-duplicates", (world) =>
    offer(door, world, "merge", door.app.workspace.getActiveFile()?.path ?? null),
  );
  add("adopt-requests", (world) =>
    offer(door, world, "adopt", door.app.workspace.getActiveFile()?.path ?? null),
  );
  onNote("plan-note", () => null);
  onNote("plan-selection", selectedLines);
  add("confirm-settings", () => confirmSettings(door));
  add("allow-programs", (world) => allowPrograms(door, world));
  add("spend-again", () => door.obey({ kind: "spend-again" }));
  toggled(
    plugin,
    door,
    "pause",
    (world) => world.device.paused === null,
    () => void door.obey({ kind: "pause" }),
  );
  toggled(
    plugin,
    door,
    "continue",
    (world) => world.device.paused !== null,
    () => void door.obey({ kind: "continue" }),
  );
}

export async function withWorld(door: Door, run: (world: World) => unknown): Promise<void> {
  const world = await door.look();
  if (world === null) door.say(WORDS.starting);
  else await run(world);
}

/** In the palette only while it applies. */
function toggled(
  plugin: Plugin,
  door: Door,
  id: CommandId,
  applies: (world: World) => boolean,
  run: () => void,
): void {
  plugin.addCommand({
    id,
    name: words.names[id],
    checkCallback: (checking) => {
      const world = door.world();
      if (world === null || !applies(world)) return false;
      if (!checking) run();
      return true;
    },
  });
}

function takeOver(door: Door, world: World): void {
  const { acting, device } = world;
  const other = acting.kind === "named" && acting.device !== device.device?.id ? acting : null;
  openDialog(door.app, {
    title: words.takeOver.title,
    fill: (content) => {
      if (other !== null)
        showLine(content, words.takeOver.from(plain(other.name, 60), plain(other.seen, 20)));
      showLine(content, words.takeOver.means);
    },
    buttons: [
      {
        label: words.takeOver.do,
        kind: "careful",
        run: async () => {
          await door.device.takeOver(acting.kind === "named" ? acting.device : null);
          return true;
        },
      },
    ],
  });
}
