/**
 * Planwright's items in the menus of a file and of an editor: the answers that apply to that note, under their usual
 * labels.
 */
import { isByHand } from "../../../approval/confirming";
import type { Editor, Menu, TAbstractFile, TFile } from "obsidian";
import { isHeldByPerson } from "../../../note/index/summary";
import { isOver } from "../../../note/plan/plan";
import { candidates } from "../../../rules/proposalTargets";
import type { World } from "../../../rules/world";
import { ANSWER_ROWS, type AnswerCode, type AnswerRow } from "../../../overview/answers";
import { letAgentWork } from "../agents/letAgentWork";
import type { EngineClient } from "../engineClient";
import { hasFlow, showFlow } from "../flows/showFlow";
import { saveTemplate } from "../flows/templates";
import { planResult, resultAt, reviewAgain } from "../flows/results";
import { isNoteOf, startFlow, thinkThrough } from "../flows/startFlow";
import { offerPlan } from "../offer";
import { give, type Answered } from "../perform";
import { explain, explainNote } from "../explain";
import { plansToExplain } from "../../../overview/plansToExplain";
import { confirmable, doubtful, held, refusable, requestAt, waiting } from "../requests";
import { selectedLines } from "./selectedLines";
import { withPlan } from "../opening";
import { WORDS } from "../words";

interface Item {
  readonly title: string;
  readonly icon: string;
  readonly run: () => unknown;
}

export function addToFileMenu(menu: Menu, file: TAbstractFile, client: EngineClient): void {
  const world = client.world();
  if (world !== null) add(menu, itemsFor(client, world, file.path));
}

export function addToEditorMenu(menu: Menu, editor: Editor, file: TFile | null, client: EngineClient): void {
  const world = client.world();
  if (world === null || file === null) return;
  const selected: readonly Item[] = editor.somethingSelected()
    ? [
        {
          title: WORDS.menus.planSelection,
          icon: ANSWER_ROWS.plan.icon,
          run: () => offerPlan(client, { kind: "plan", note: file.path, lines: selectedLines(editor) }),
        },
        {
          title: WORDS.menus.thinkThrough,
          icon: "brain",
          run: () => thinkThrough(client, editor.getSelection().trim(), file.path),
        },
      ]
    : [];
  add(menu, [...itemsFor(client, world, file.path), ...selected]);
}

function add(menu: Menu, items: readonly Item[]): void {
  for (const { title, icon, run } of items)
    menu.addItem((item) =>
      item
        .setTitle(WORDS.menus.item(title))
        .setIcon(icon)
        .setSection("planwright")
        .onClick(() => void run()),
    );
}

function itemsFor(client: EngineClient, world: World, path: string): readonly Item[] {
  return [
    ...onRequest(client, world, path),
    ...onPlan(client, world, path),
    ...onNote(client, world, path),
    ...onFlow(client, path),
    ...onResult(client, world, path),
  ];
}

function answers(client: EngineClient, codes: readonly AnswerCode[], about: Answered): readonly Item[] {
  return codes.map((code) => {
    const { label, icon }: AnswerRow = ANSWER_ROWS[code];
    return { title: label, icon, run: () => give(client, code, about) };
  });
}

function onRequest(client: EngineClient, world: World, path: string): readonly Item[] {
  const request = requestAt(world, path);
  if (request === null) return [];
  const is = (found: readonly unknown[], codes: readonly AnswerCode[]): readonly AnswerCode[] =>
    found.includes(request) ? codes : [];
  const byHand = isByHand(request);
  return answers(
    client,
    [
      ...is(waiting(world), ["review"]),
      ...is(refusable(world), ["reject"]),
      ...is(confirmable(world), byHand ? ["did", "copy"] : ["confirm"]),
      ...is(held(world), ["hold"]),
      ...is(doubtful(world), ["happened", "not-happened"]),
    ],
    { note: null, plan: null, request: request.id, paths: [path] },
  );
}

function onPlan(client: EngineClient, world: World, path: string): readonly Item[] {
  const summary = world.planIndex.at(path);
  if (summary === null) return [];
  const about: Answered = { note: null, plan: summary, request: null, paths: [path] };
  const template = {
    title: WORDS.plans.template.save,
    icon: "copy-plus",
    run: () => saveTemplate(client, path),
  };
  if (isOver(summary)) return [...answers(client, ["archive"], about), template];
  const isRunning = summary.next !== null && (summary.status === "Active" || summary.status === "Blocked");
  const starts: readonly AnswerCode[] =
    summary.status === "Draft" ? ["start"] : isHeldByPerson(summary) ? ["resume"] : [];
  return [
    ...answers(client, starts, about),
    {
      title: WORDS.menus.explain,
      icon: "circle-help",
      run: () => withPlan(client, path, (view, now) => explain(client, view, now)),
    },
    ...(hasFlow(client, path)
      ? [
          {
            title: WORDS.menus.showFlow,
            icon: "workflow",
            run: () => withPlan(client, path, (view) => showFlow(client, view)),
          },
        ]
      : []),
    ...(isRunning
      ? [{ title: WORDS.menus.requestApproval, icon: "mail-plus", run: () => give(client, "fill-in", about) }]
      : []),
    ...answers(client, isRunning ? ["skip", "cancel"] : ["cancel"], about),
    {
      title: WORDS.menus.letAgentWork,
      icon: "bot",
      run: () => withPlan(client, path, (view, now) => letAgentWork(client, view, now)),
    },
    ...(hasFlow(client, path) ? [] : [template]),
  ];
}

function onNote(client: EngineClient, world: World, path: string): readonly Item[] {
  const proposed = (["repair", "convert", "merge", "adopt"] as const).filter((kind) =>
    candidates(kind, world).includes(path),
  );
  const isTask = world.intake.tasks.some((task) => task.path === path);
  const about = { note: null, plan: null, request: null, paths: [path] };
  const items = answers(client, [...proposed, ...(isTask ? (["plan"] as const) : [])], about);
  const standsStill =
    world.planIndex.at(path) === null && plansToExplain(world).some((each) => each.path === path);
  return standsStill
    ? [{ title: WORDS.menus.explain, icon: "circle-help", run: () => explainNote(client, path) }, ...items]
    : items;
}

function onFlow(client: EngineClient, path: string): readonly Item[] {
  return isNoteOf("flows", client, path)
    ? [{ title: WORDS.menus.startFlow, icon: "workflow", run: () => startFlow(client, path) }]
    : [];
}

function onResult(client: EngineClient, world: World, path: string): readonly Item[] {
  const note = resultAt(world, path);
  if (note === null) return [];
  const { flows: words } = WORDS;
  const makesPlan = note.place === "approved" && note.carriedOutBy === "";
  return [
    ...(makesPlan
      ? [{ title: words.planResult, icon: ANSWER_ROWS.plan.icon, run: () => planResult(client, note) }]
      : []),
    ...(note.place === "approved"
      ? [{ title: WORDS.plans.template.save, icon: "copy-plus", run: () => saveTemplate(client, path) }]
      : []),
    { title: words.reviewAgain, icon: "rotate-ccw", run: () => reviewAgain(client, note) },
    {
      title: words.archiveResult,
      icon: ANSWER_ROWS.archive.icon,
      run: () => client.obey({ kind: "archive-result", note: path }),
    },
  ];
}
