/**
 * Planwright's items in the menus of a file and of an editor: the answers that apply to that note, under their usual
 * labels.
 */
import type { Editor, Menu, TAbstractFile, TFile } from "obsidian";
import { isHeldByPerson } from "../../catalog/card";
import { isOver } from "../../plan/plan";
import { candidates } from "../../rules/proposalTargets";
import type { World } from "../../rules/world";
import { ANSWER_ROWS, type AnswerCode, type AnswerRow } from "../../views/answers";
import { letAgentWork } from "../agents/letWork";
import type { Door } from "../door";
import { hasFlow, showFlow } from "../flows/showFlow";
import { saveTemplate } from "../flows/templates";
import { planResult, resultAt, reviewAgain } from "../flows/results";
import { isFlowNote, startFlow, thinkThrough } from "../flows/startFlow";
import { offerPlan } from "../offer";
import { give, type Answered } from "../perform";
import { explain } from "../explain";
import { confirmable, doubtful, held, refusable, requestAt, waiting } from "../requests";
import { selectedLines } from "./selectedLines";
import { withPlan } from "../opening/withPlan";
import { WORDS } from "../words";

interface Item {
  readonly title: string;
  readonly icon: string;
  readonly run: () => unknown;
}

export function addToFileMenu(menu: Menu, file: TAbstractFile, door: Door): void {
  const world = door.world();
  if (world !== null) add(menu, itemsFor(door, world, file.path));
}

export function addToEditorMenu(menu: Menu, editor: Editor, file: TFile | null, door: Door): void {
  const world = door.world();
  if (world === null || file === null) return;
  const selected: readonly Item[] = editor.somethingSelected()
    ? [
        {
          title: WORDS.menus.planSelection,
          icon: ANSWER_ROWS.plan.icon,
          run: () => offerPlan(door, { kind: "plan", note: file.path, lines: selectedLines(editor) }),
        },
        {
          title: WORDS.menus.thinkThrough,
          icon: "brain",
          run: () => thinkThrough(door, editor.getSelection().trim(), file.path),
        },
      ]
    : [];
  add(menu, [...itemsFor(door, world, file.path), ...selected]);
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

function itemsFor(door: Door, world: World, path: string): readonly Item[] {
  return [
    ...onRequest(door, world, path),
    ...onPlan(door, world, path),
    ...onNote(door, world, path),
    ...onFlow(door, path),
    ...onResult(door, world, path),
  ];
}

function answers(door: Door, codes: readonly AnswerCode[], about: Answered): readonly Item[] {
  return codes.map((code) => {
    const { label, icon }: AnswerRow = ANSWER_ROWS[code];
    return { title: label, icon, run: () => give(door, code, about) };
  });
}

function onRequest(door: Door, world: World, path: string): readonly Item[] {
  const request = requestAt(world, path);
  if (request === null) return [];
  const is = (found: readonly unknown[], codes: readonly AnswerCode[]): readonly AnswerCode[] =>
    found.includes(request) ? codes : [];
  const byHand = request.objection?.id === "by-hand";
  return answers(
    door,
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

function onPlan(door: Door, world: World, path: string): readonly Item[] {
  const card = world.catalog.at(path);
  if (card === null) return [];
  const about: Answered = { note: null, plan: card, request: null, paths: [path] };
  const template = {
    title: WORDS.plans.template.save,
    icon: "copy-plus",
    run: () => saveTemplate(door, path),
  };
  if (isOver(card)) return [...answers(door, ["archive"], about), template];
  const isRunning = card.next !== null && (card.status === "Active" || card.status === "Blocked");
  const starts: readonly AnswerCode[] =
    card.status === "Draft" ? ["start"] : isHeldByPerson(card) ? ["resume"] : [];
  return [
    ...answers(door, starts, about),
    {
      title: WORDS.menus.explain,
      icon: "circle-help",
      run: () => withPlan(door, path, (view, now) => explain(door, view, now)),
    },
    ...(hasFlow(door, path)
      ? [
          {
            title: WORDS.menus.showFlow,
            icon: "workflow",
            run: () => withPlan(door, path, (view) => showFlow(door, view)),
          },
        ]
      : []),
    ...(isRunning
      ? [{ title: WORDS.menus.requestApproval, icon: "mail-plus", run: () => give(door, "fill-in", about) }]
      : []),
    ...answers(door, isRunning ? ["skip", "cancel"] : ["cancel"], about),
    {
      title: WORDS.menus.letAgentWork,
      icon: "bot",
      run: () => withPlan(door, path, (view, now) => letAgentWork(door, view, now)),
    },
    ...(hasFlow(door, path) ? [] : [template]),
  ];
}

function onNote(door: Door, world: World, path: string): readonly Item[] {
  const proposed = (["repair", "convert", "merge", "adopt"] as const).filter((kind) =>
    candidates(kind, world).includes(path),
  );
  const isTask = world.intake.tasks.some((task) => task.path === path);
  return answers(door, [...proposed, ...(isTask ? (["plan"] as const) : [])], {
    note: null,
    plan: null,
    request: null,
    paths: [path],
  });
}

function onFlow(door: Door, path: string): readonly Item[] {
  return isFlowNote(door, path)
    ? [{ title: WORDS.menus.startFlow, icon: "workflow", run: () => startFlow(door, path) }]
    : [];
}

function onResult(door: Door, world: World, path: string): readonly Item[] {
  const note = resultAt(world, path);
  if (note === null) return [];
  const { flows: words } = WORDS;
  const makesPlan = note.place === "approved" && note.carriedOutBy === "";
  return [
    ...(makesPlan
      ? [{ title: words.planResult, icon: ANSWER_ROWS.plan.icon, run: () => planResult(door, note) }]
      : []),
    ...(note.place === "approved"
      ? [{ title: WORDS.plans.template.save, icon: "copy-plus", run: () => saveTemplate(door, path) }]
      : []),
    { title: words.reviewAgain, icon: "rotate-ccw", run: () => reviewAgain(door, note) },
    {
      title: words.archiveResult,
      icon: ANSWER_ROWS.archive.icon,
      run: () => door.obey({ kind: "archive-result", note: path }),
    },
  ];
}
