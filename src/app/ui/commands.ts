/** Every command. Each takes a fresh look, lets the person choose, and sends an order through the client. */
import type { Editor, Plugin } from "obsidian";
import type { PlanSummary } from "../../note/index/summary";
import { escapeLine } from "../../kit/text";
import type { WantedPlan } from "../../rules/command";
import type { RequestView } from "../../approval/view";
import type { PlanView, World } from "../../rules/world";
import { plansToExplain } from "../../overview/plansToExplain";
import { planLine, requestLine } from "../../overview/titles";
import { letAgentWork } from "./agents/letAgentWork";
import { stopAgent } from "./agents/agentPrompt";
import { openAgent } from "./agents/openAgent";
import { thinkByHand } from "./thinkByHand";
import { allowPrograms } from "./flows/allowPrograms";
import { hasFlow, showFlow } from "./flows/showFlow";
import { ejectSkill } from "./flows/skills";
import { listResults, planResults } from "./flows/results";
import { startFlow, thinkThrough } from "./flows/startFlow";
import { confirmSettings } from "./settings/confirmSettings";
import { openDialog } from "./dialog";
import { selectedLines } from "./menus/selectedLines";
import { openInbox } from "./inbox/openInbox";
import { openDashboard, withPlan } from "./opening";
import { newFromTemplate, saveTemplate } from "./flows/templates";
import { WORDS } from "./words";
import type { CommandId, CommandWithChoice } from "./words/commands";
import type { EngineClient } from "./engineClient";
import { sayTooLate } from "./sayTooLate";
import { offer, offerPlan } from "./offer";
import { pick } from "./pick";
import { explainOne } from "./explain";
import { archivePlan, cancelPlan, openPlans, resume, sayNotArchived, skipStep } from "./plans";
import { requestApproval } from "./requestForm";
import { confirmable, doubtful, held, refusable, waiting } from "./requests";
import { setUp } from "./settings/setUp";
import { review } from "./review/open";
import { openStart } from "./start/openStart";
import { statusLine } from "./status";
import { takeBack } from "./takeBack";
import { showLine } from "./text";

const { commands: words } = WORDS;

export function addCommands(plugin: Plugin, client: EngineClient): void {
  const add = (id: CommandId, run: (world: World) => unknown): void => {
    plugin.addCommand({ id, name: words.names[id], callback: () => withWorld(client, run) });
  };
  const onPlan = (
    id: CommandWithChoice,
    which: (summary: PlanSummary) => boolean,
    run: (view: PlanView, world: World) => unknown,
    /** `here`: the plan of the open note is meant, where it is one. */
    meant: "here" | "picked" = "picked",
  ): void =>
    add(id, (world) => {
      const all = openPlans(client, world, id === "archive-plan").filter(which);
      const open = client.app.workspace.getActiveFile()?.path;
      const here = all.filter(({ path }) => path === open);
      const plans = meant === "here" && here.length > 0 ? here : all;
      // A note that cannot be read as a plan is told about: another plan is not what was meant.
      if (
        meant === "here" &&
        plansToExplain(world).some(({ path, summary }) => summary === null && path === open)
      ) {
        explainOne(client, world);
        return;
      }
      if (plans.length === 0 && id === "archive-plan") sayNotArchived(client, world);
      else if (plans.length === 0) client.say(words.none[id]);
      pick(
        client.app,
        plans,
        (summary) => planLine(summary, world),
        words.whichPlan,
        (summary) => void withPlan(client, summary.path, run),
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
      const here = client.app.workspace.getActiveFile()?.path;
      const open = requests.filter(({ notes }) => notes.some(({ path }) => path === here));
      if (requests.length === 0 && id === "hold") sayTooLate(client, world);
      else if (requests.length === 0) client.say(words.none[id]);
      pick(
        client.app,
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
      if (requests.length === 0) client.say(words.none[id]);
      else review(client, requests, null, rejects);
    });
  /** For the note in the editor; `linesOf` says which of it. */
  const onNote = (id: CommandId, linesOf: (editor: Editor) => WantedPlan["lines"]): void => {
    plugin.addCommand({
      id,
      name: words.names[id],
      editorCallback: (editor, { file }) =>
        file === null
          ? undefined
          : offerPlan(client, { kind: "plan", note: file.path, lines: linesOf(editor) }),
    });
  };
  const running = ({ status, next }: PlanSummary): boolean =>
    next !== null && (status === "Active" || status === "Blocked");

  add("resume-plan", (world) => resume(client, world));
  add("set-up", () => setUp(client));
  plugin.addCommand({
    id: "new-plan",
    name: words.names["new-plan"],
    callback: () => openStart(client.app, true),
  });
  plugin.addCommand({
    id: "open-start",
    name: words.names["open-start"],
    callback: () => openStart(client.app),
  });
  add("new-from-template", () => newFromTemplate(client));
  onPlan(
    "save-template",
    () => true,
    ({ plan }) => saveTemplate(client, plan.path),
    "here",
  );
  add("start-flow", () => startFlow(client));
  add("think-through", () => thinkThrough(client));
  add("eject-skill", () => ejectSkill(client));
  add("list-results", (world) => listResults(client, world));
  add("plan-result", (world) => planResults(client, world));
  onPlan(
    "start-plan",
    // A plan that waits for an approval goes on by that alone.
    ({ status, byPerson }) => status === "Draft" || byPerson !== null,
    (view) => client.obey({ kind: "start", plan: view.plan.path }),
  );
  add("explain-plan", (world) => explainOne(client, world));
  onPlan(
    "show-flow",
    ({ path }) => hasFlow(client, path),
    (view) => showFlow(client, view),
    "here",
  );
  onPlan(
    "let-agent-work",
    () => true,
    (view, world) => letAgentWork(client, view, world),
    "here",
  );
  plugin.addCommand({
    id: "watch-agent",
    name: words.names["watch-agent"],
    callback: () => openAgent(client.app),
  });
  plugin.addCommand({
    id: "stop-agent",
    name: words.names["stop-agent"],
    checkCallback: (checking) => {
      const { thinking } = statusLine(client.world(), client.now(), { hindrances: [], jobs: client.jobs() });
      if (thinking === null) return false;
      if (!checking) void stopAgent(client, thinking.view.plan.path);
      return true;
    },
  });
  const asks = (summary: PlanSummary): boolean => running(summary) && summary.next?.gated === true;
  onPlan("request-approval", asks, (view) => requestApproval(client, view));
  onReview("approve", waiting);
  onReview("reject", refusable, true);
  onReview("confirm", confirmable);
  onRequest("hold", held, (request) => takeBack(client, request.id));
  onReview("resolve", doubtful);
  onPlan(
    "think-by-hand",
    ({ agent, next }) => agent !== null && next !== null,
    (view, world) => thinkByHand(client, view, world),
  );
  add("list-sent", () => openInbox(client.app, "sent"));
  add("open-dashboard", () => openDashboard(client));
  onPlan("skip-step", running, (view) => skipStep(client, view));
  onPlan(
    "cancel-plan",
    () => true,
    (view) => cancelPlan(client, view),
  );
  onPlan(
    "archive-plan",
    () => true,
    (view) => archivePlan(client, view),
    "here",
  );
  if (client.device.canAct) add("act-here", (world) => takeOver(client, world));
  add("repair-notes", (world) =>
    offer(client, world, "repair", client.app.workspace.getActiveFile()?.path ?? null),
  );
  add("convert-plans", (world) =>
    offer(client, world, "convert", client.app.workspace.getActiveFile()?.path ?? null),
  );
  add("merge-duplicates", (world) =>
    offer(client, world, "merge", client.app.workspace.getActiveFile()?.path ?? null),
  );
  add("adopt-requests", (world) =>
    offer(client, world, "adopt", client.app.workspace.getActiveFile()?.path ?? null),
  );
  onNote("plan-note", () => null);
  onNote("plan-selection", selectedLines);
  add("confirm-settings", () => confirmSettings(client));
  add("allow-programs", (world) => allowPrograms(client, world));
  add("spend-again", () => client.obey({ kind: "spend-again" }));
  toggled(
    plugin,
    client,
    "pause",
    (world) => world.device.paused === null,
    () => void client.obey({ kind: "pause" }),
  );
  toggled(
    plugin,
    client,
    "continue",
    (world) => world.device.paused !== null,
    () => void client.obey({ kind: "continue" }),
  );
}

export async function withWorld(client: EngineClient, run: (world: World) => unknown): Promise<void> {
  const world = await client.look();
  if (world === null) client.say(WORDS.starting);
  else await run(world);
}

/** In the palette only while it applies. */
function toggled(
  plugin: Plugin,
  client: EngineClient,
  id: CommandId,
  applies: (world: World) => boolean,
  run: () => void,
): void {
  plugin.addCommand({
    id,
    name: words.names[id],
    checkCallback: (checking) => {
      const world = client.world();
      if (world === null || !applies(world)) return false;
      if (!checking) run();
      return true;
    },
  });
}

function takeOver(client: EngineClient, world: World): void {
  const { acting, device } = world;
  const other = acting.kind === "named" && acting.device !== device.device?.id ? acting : null;
  openDialog(client.app, {
    title: words.takeOver.title,
    fill: (content) => {
      if (other !== null)
        showLine(content, words.takeOver.from(escapeLine(other.name, 60), escapeLine(other.seen, 20)));
      showLine(content, words.takeOver.means);
    },
    buttons: [
      {
        label: words.takeOver.do,
        kind: "careful",
        run: async () => {
          await client.device.takeOver(acting.kind === "named" ? acting.device : null);
          return true;
        },
      },
    ],
  });
}
