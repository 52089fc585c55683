/** Every command. Each looks afresh, lets the person choose, and sends what they want through the door. */
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
import { confirmSettings } from "./settings/confirmSettings";
import { openDialog } from "./dialog";
import { selectedLines } from "./menus/selectedLines";
import { openDashboard } from "./opening/openDashboard";
import { withPlan } from "./opening/withPlan";
import { WORDS } from "./words";
import type { Door } from "./door";
import { offer, offerPlan } from "./offer";
import { pick } from "./pick";
import { explain } from "./explain";
import { cancelPlan, newPlan, openPlans, resume, skipStep } from "./plans";
import { requestApproval } from "./requestForm";
import { confirmable, doubtful, held, refusable, waiting } from "./requests";
import { setUp } from "./settings/setUp";
import { review } from "./review/open";
import { statusLine } from "./status";
import { showLine } from "./text";

export function addCommands(plugin: Plugin, door: Door): void {
  const add = (id: string, name: string, run: (world: World) => unknown): void => {
    plugin.addCommand({ id, name, callback: () => withWorld(door, run) });
  };
  const onPlan = (
    id: string,
    name: string,
    which: (card: Card) => boolean,
    none: string,
    run: (view: PlanView, world: World) => unknown,
    /** `here`: the plan of the open note is meant, where it is one. */
    meant: "here" | "picked" = "picked",
  ): void =>
    add(id, name, (world) => {
      const all = openPlans(door, world).filter(which);
      const here = all.filter(({ path }) => path === door.app.workspace.getActiveFile()?.path);
      const plans = meant === "here" && here.length > 0 ? here : all;
      if (plans.length === 0) door.say(none);
      pick(
        door.app,
        plans,
        (card) => planLine(card, world),
        "Which plan?",
        (card) => void withPlan(door, card.path, run),
        ({ taskId }) => taskId,
      );
    });
  const onRequest = (
    id: string,
    name: string,
    which: (world: World) => readonly RequestView[],
    none: string,
    run: (request: RequestView) => unknown,
  ): void =>
    add(id, name, (world) => {
      const requests = which(world);
      const here = door.app.workspace.getActiveFile()?.path;
      const open = requests.filter(({ notes }) => notes.some(({ path }) => path === here));
      if (requests.length === 0) door.say(none);
      pick(
        door.app,
        open.length > 0 ? open : requests,
        (request) => requestLine(request, world),
        "Which request?",
        (request) => void run(request),
        ({ id, name }) => (id === "" ? name : id.slice(0, 8)),
      );
    });
  const onReview = (
    id: string,
    name: string,
    which: (world: World) => readonly RequestView[],
    none: string,
    rejects = false,
  ): void =>
    add(id, name, (world) => {
      const requests = which(world);
      if (requests.length === 0) door.say(none);
      else review(door, requests, null, rejects);
    });
  /** For the note in the editor; `linesOf` says which of it. */
  const onNote = (id: string, name: string, linesOf: (editor: Editor) => WantedPlan["lines"]): void => {
    plugin.addCommand({
      id,
      name,
      editorCallback: (editor, { file }) =>
        file === null
          ? undefined
          : offerPlan(door, { kind: "plan", note: file.path, lines: linesOf(editor) }),
    });
  };
  const running = ({ status, next }: Card): boolean =>
    next !== null && (status === "Active" || status === "Blocked");

  add("resume-plan", "Resume plan", (world) => resume(door, world));
  add("set-up", "Set up", () => setUp(door));
  add("new-plan", "New plan", () => newPlan(door));
  onPlan(
    "start-plan",
    "Start plan",
    ({ status }) => status === "Draft" || status === "Blocked",
    "There is no plan to start.",
    (view) => door.obey({ kind: "start", plan: view.plan.path }),
  );
  onPlan(
    "explain-plan",
    "Explain plan",
    () => true,
    "There is no open plan.",
    (view, world) => explain(door, view, world),
  );
  onPlan(
    "let-agent-work",
    "Let the agent work on this plan…",
    () => true,
    "There is no open plan.",
    (view, world) => letAgentWork(door, view, world),
    "here",
  );
  add("watch-agent", "Show what the agent does", () => watchAgent(door));
  plugin.addCommand({
    id: "stop-agent",
    name: "Stop the agent",
    checkCallback: (checking) => {
      const { thinking } = statusLine(door.world(), door.now(), { hindrances: [], errands: door.errands() });
      if (thinking === null) return false;
      if (!checking) void stopAgent(door, thinking.view);
      return true;
    },
  });
  onPlan("request-approval", "Request approval…", running, "No running plan has an open step.", (view) =>
    requestApproval(door, view),
  );
  onReview("approve", "Approve…", waiting, "No request waits for approval.");
  onReview("reject", "Reject with a note…", refusable, "No request can be rejected now.", true);
  onReview("confirm", "Confirm…", confirmable, "Nothing waits for a confirmation on this device.");
  onRequest("hold", "Hold an approved request", held, "Nothing is about to run.", (request) =>
    door.obey({ kind: "hold", request: request.id }),
  );
  onReview("resolve", "Resolve a doubtful action…", doubtful, "No action is in doubt.");
  onPlan(
    "think-by-hand",
    "Think by hand…",
    ({ agent, next }) => agent !== null && next !== null,
    "No agent works on an open plan.",
    (view, world) => thinkByHand(door, view, world),
  );
  add("open-dashboard", "Open Dashboard", () => openDashboard(door));
  onPlan("skip-step", "Skip step", running, "No running plan has an open step.", (view) =>
    skipStep(door, view),
  );
  onPlan(
    "cancel-plan",
    "Cancel plan",
    () => true,
    "There is no open plan.",
    (view) => cancelPlan(door, view),
  );
  if (door.device.canAct) add("act-here", "Make this the acting device", (world) => takeOver(door, world));
  add("repair-notes", "Repair notes…", (world) =>
    offer(door, world, "repair", door.app.workspace.getActiveFile()?.path ?? null),
  );
  add("convert-plans", "Convert plans…", (world) =>
    offer(door, world, "convert", door.app.workspace.getActiveFile()?.path ?? null),
  );
  add("merge-duplicates", "Merge duplicates…", (world) =>
    offer(door, world, "merge", door.app.workspace.getActiveFile()?.path ?? null),
  );
  add("adopt-requests", "Adopt requests…", (world) =>
    offer(door, world, "adopt", door.app.workspace.getActiveFile()?.path ?? null),
  );
  onNote("plan-note", "Plan this note…", () => null);
  onNote("plan-selection", "Plan selection…", selectedLines);
  add("confirm-settings", "Confirm settings on this device", () => confirmSettings(door));
  add("spend-again", "Let agents spend as much again", () => door.obey({ kind: "spend-again" }));
  toggled(
    plugin,
    door,
    "pause",
    "Pause",
    (world) => world.device.paused === null,
    () => void door.obey({ kind: "pause" }),
  );
  toggled(
    plugin,
    door,
    "continue",
    "Continue",
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
  id: string,
  name: string,
  applies: (world: World) => boolean,
  run: () => void,
): void {
  plugin.addCommand({
    id,
    name,
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
    title: "Make this the acting device?",
    fill: (content) => {
      if (other !== null)
        showLine(
          content,
          `Now it is ${plain(other.name, 60)}, last seen on ${plain(other.seen, 20)}. It may already have carried out something that is not synced here yet. Its open requests are moved to the folder for rejected ones, and Planwright asks for them again from here.`,
        );
      showLine(
        content,
        "From now on this device asks for approvals and carries out what was approved, while Obsidian is open on it.",
      );
    },
    buttons: [
      {
        label: "Make this the acting device",
        kind: "careful",
        run: async () => {
          await door.device.takeOver(acting.kind === "named" ? acting.device : null);
          return true;
        },
      },
    ],
  });
}
