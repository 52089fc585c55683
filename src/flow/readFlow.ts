/** Reads the note of a flow. Each fault names its line and what to do, before anything starts. */
import { BYTE_ORDER_MARK, readFrontmatter } from "../kit/frontmatter";
import { splitLines, type Line } from "../kit/lines";
import { headingsOf, kindsOf, type LineKind } from "../kit/markdown";
import { nameOf } from "../kit/path";
import { isObject } from "../kit/json";
import { nearest } from "../kit/nearest";
import { escapeLine } from "../kit/text";
import { readYaml, remarksIn } from "../kit/yaml";
import {
  flowSchema,
  hasAgent,
  skillOf,
  titleOf,
  type Flow,
  type FlowFault,
  type FlowStep,
  type KnownAgents,
} from "./flow";
import { judgeFlow, type Judged } from "./judgeFlow";
import { sayIssues, type LineOf } from "./sayIssues";
import { judgeParallel, spreadParallel } from "./parallel";
import { soundPart, type SoundPart } from "./soundPart";
import { yamlFault } from "./yamlFault";
import { EVENT_ID, getScalarValue, parseEvents } from "js-yaml";

export type FlowReading =
  | {
      readonly kind: "flow";
      readonly flow: Flow;
      readonly warnings: readonly FlowFault[];
      /** Names of instructions that a heading nearly has; a warning says which. */
      readonly nearly: readonly string[];
      /** The line that names the instructions of each step, by its name; counted from 1. */
      readonly lines: ReadonlyMap<string, number>;
      /** The line of the tools of each agent, by its name. */
      readonly toolLines: ReadonlyMap<string, number>;
    }
  | Bad;

interface Bad {
  readonly kind: "bad";
  readonly faults: readonly FlowFault[];
}

/** Characters of the block. */
const LONGEST = 100_000;

/**
 * `known`: the agents of the settings. They fill in for those of which the flow says nothing. `types`: the types of
 * actions that can be carried out here; null for a running plan, which says so at its step.
 */
export function readFlow(
  path: string,
  text: string,
  known: KnownAgents = {},
  types: readonly string[] | null = null,
): FlowReading {
  const lines = splitLines(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  const front = readFrontmatter(lines);
  if (front.kind === "broken") return bad(front.line, `The properties cannot be read: ${front.why}.`);
  const kinds = kindsOf(lines, front.frontmatter.bodyFrom);
  const block = readBlock(lines, kinds, types !== null);
  if (block.kind === "bad") return block;
  const { value, lineOf } = block;
  const parsed = flowSchema.safeParse(value);
  const around: AroundBlock = { path, lines, kinds, known, types };
  if (!parsed.success) {
    const { issues } = parsed.error;
    const more = judgeRest(soundPart(value, issues), lineOf, around);
    const all = [...sayIssues(issues, value, lineOf), ...more];
    return { kind: "bad", faults: all.sort((a, b) => a.line - b.line) };
  }
  const { flow, placeOf, faults, warnings: judged } = judgeBlock(parsed.data, lineOf, around);
  if (faults.length > 0) return { kind: "bad", faults };
  const stray = strayHeadings(flow, lines, kinds);
  const warnings = [...block.warnings, ...judged, ...stray, ...headingsTwice(flow, lines, kinds)].sort(
    (a, b) => a.line - b.line,
  );
  return {
    kind: "flow",
    flow,
    warnings: warnings.map(({ line, says }) => ({ line, says })),
    nearly: stray.map(({ near }) => near),
    toolLines: new Map(Object.keys(flow.agents).map((each) => [each, lineOf(["agents", each, "tools"])])),
    lines: new Map(
      flow.steps.map(({ step, skill }, at) => [
        step,
        placeOf(["steps", at, skill === undefined ? "step" : "skill"]),
      ]),
    ),
  };
}

interface AroundBlock {
  readonly path: string;
  readonly lines: readonly Line[];
  readonly kinds: readonly LineKind[];
  readonly known: KnownAgents;
  readonly types: readonly string[] | null;
}

/** The flow of a block whose form is right, the lines of its steps, and what is wrong with it otherwise. */
function judgeBlock(
  data: SoundPart["data"],
  lineOf: LineOf,
  { path, lines, kinds, known, types }: AroundBlock,
): Judged & { readonly flow: Flow; readonly placeOf: LineOf } {
  const { steps, origins } = spreadParallel(data.steps.map((each) => withAgent(each, known)));
  const placeOf: LineOf = (at) =>
    lineOf(at.map((each, n) => (n === 1 && at[0] === "steps" ? (origins[Number(each)] ?? each) : each)));
  const flow: Flow = {
    ...data,
    inputs: Object.keys(data.inputs).length === 0 ? SUBJECT : data.inputs,
    name: data.flow ?? flowName(path),
    steps,
    agents: withKnown(data.agents, steps, known),
    skills: skillsIn(steps, lines, kinds),
  };
  const beside = judgeParallel(data.steps, flow.agents).map(([at, key, says]) => ({
    line: lineOf(["steps", at, key]),
    says,
  }));
  const { faults, warnings } = judgeFlow(flow, placeOf, types);
  return { flow, placeOf, faults: [...beside, ...faults], warnings };
}

/** Faults of a block whose form is wrong elsewhere, as far as that has no part in them. */
function judgeRest(left: SoundPart | null, lineOf: LineOf, around: AroundBlock): readonly FlowFault[] {
  if (left === null) return [];
  const { faults } = judgeBlock(left.data, (at) => (left.isHurt(at) ? 0 : lineOf(at)), around);
  return faults.filter(({ line, says }) => line > 0 && !left.isAbout(says));
}

type Block =
  | {
      readonly kind: "block";
      readonly value: unknown;
      readonly lineOf: LineOf;
      readonly warnings: readonly FlowFault[];
    }
  | Bad;

/** The one ```flow block of the note, as YAML. */
function readBlock(lines: readonly Line[], kinds: readonly LineKind[], isStart: boolean): Block {
  const opens = lines.flatMap(({ text: each }, at) =>
    kinds[at] === "fence-open" && /^[ \t]*(?:`{3,}|~{3,})[ \t]*flow[ \t]*$/i.test(each) ? [at] : [],
  );
  const [open, second] = opens;
  if (open === undefined) return noBlock(lines, kinds);
  if (second !== undefined) return bad(second + 1, "This note has two ```flow blocks. Keep one.");
  let end = open + 1;
  while (kinds[end] === "fence") end += 1;
  if (kinds[end] !== "fence-close")
    return bad(open + 1, "The ```flow block is never closed. Add ``` behind it.");
  const source = lines
    .slice(open + 1, end)
    .map((each) => each.text)
    .join("\n");
  if (source.length > LONGEST) return bad(open + 1, "The ```flow block has more than 100,000 characters.");
  const yaml = readYaml(source);
  const from = open + 2;
  if (yaml.kind === "broken") {
    const { line, why } = yamlFault(source, yaml);
    return bad(from + line, `${why.charAt(0).toUpperCase()}${why.slice(1)}.`);
  }
  if (yaml.value === null)
    return bad(
      open + 1,
      "The ```flow block is empty. Write “steps:” and beneath it a line such as “- step: letter”.",
    );
  if (Array.isArray(yaml.value))
    return bad(from, "The block begins with a list. Write “steps:” on a line above it.");
  const isList = isObject(yaml.value) && Array.isArray(yaml.value["flow"]);
  // A running plan goes on with the list that it was started with, which is the one of “flow”.
  if (isStart && isList && isObject(yaml.value) && "steps" in yaml.value)
    return bad(
      from + (linesByPath(source).get("steps") ?? 0),
      "“flow” and “steps” both hold steps. Keep one list.",
    );
  const places = linesByPath(source);
  const lineOf: LineOf = (at) => {
    const path = at.map(String);
    if (isList && path[0] === "steps") path[0] = "flow";
    for (let length = path.length; length > 0; length -= 1) {
      const found = places.get(path.slice(0, length).join("."));
      if (found !== undefined) return from + found;
    }
    return from;
  };
  // `flow:` may be the list of steps itself: the flow then has the name of its note.
  const value = isList ? withSteps(yaml.value) : yaml.value;
  return { kind: "block", value, lineOf, warnings: cutTexts(source, from) };
}

/** Texts that end at a `#`, as in “Do you take #1?”. A remark that somebody means has a space behind its sign. */
function cutTexts(source: string, from: number): readonly FlowFault[] {
  return remarksIn(source)
    .filter(({ before, remark }) => /^#\S/.test(remark) && /(?::|-)[ \t]+[^\s"'[{].*$/.test(before))
    .map(({ line, remark }) => ({
      line: from + line,
      says: `YAML leaves out “${escapeLine(remark, 60)}”, because it begins with “#”. Put the whole text in quotes.`,
    }));
}

/** The steps may be there, under another sign. */
function noBlock(lines: readonly Line[], kinds: readonly LineKind[]): Bad {
  const at = lines.findIndex(({ text }) => /^(?:flow|steps):\s*$/.test(text));
  const fence = at < 0 ? -1 : kinds.slice(0, at).lastIndexOf("fence-open");
  if (at < 0) return bad(1, "This note has no ```flow block. Write the steps of the flow in one.");
  return kinds[at] === "fence"
    ? bad(
        fence + 1,
        `Nobody takes this block for a flow. Write “\`\`\`flow” in the place of “${(lines[fence]?.text ?? "").trim()}”.`,
      )
    : bad(at + 1, "The flow is in no block. Write a line “```flow” above it, and a line “```” below.");
}

/** The question at the start of a flow that asks none. */
const SUBJECT: Flow["inputs"] = {
  topic: { ask: "What is it about?", kind: "text", options: [], default: "", told: true },
};

/** The step with the agent that the settings name for steps of this name, where an agent does it and none is named. */
function withAgent(step: FlowStep, known: KnownAgents): FlowStep {
  const found = Object.entries(known).find(([, { steps = [] }]) => steps.includes(step.step));
  return found === undefined || step.agent !== undefined || step.parallel !== undefined || !hasAgent(step)
    ? step
    : { ...step, agent: found[0] };
}

function withKnown(own: Flow["agents"], steps: Flow["steps"], known: KnownAgents): Flow["agents"] {
  const named = steps.flatMap(({ agent }) => {
    const found = agent !== undefined && Object.hasOwn(known, agent) ? known[agent] : undefined;
    return agent === undefined || found === undefined || Object.hasOwn(own, agent)
      ? []
      : [[agent, { role: found.role, preamble: "" }] as const];
  });
  return { ...own, ...Object.fromEntries(named) };
}

/** The name of a flow by its note: `Grant application.md` is `grant-application`. */
export function flowName(path: string): string {
  const name = nameOf(path)
    .replace(/\.md$/i, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return /^[a-z]/.test(name)
    ? name.slice(0, 40).replace(/-+$/, "")
    : `flow-${name}`.slice(0, 40).replace(/-+$/, "");
}

function bad(line: number, says: string): Bad {
  return { kind: "bad", faults: [{ line, says }] };
}

function withSteps({ flow, ...rest }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { ...rest, steps: flow };
}

function slugOf(heading: string): string {
  return heading.toLowerCase().replace(/[\s-]+/g, "-");
}

/** Headings that name no step, and that are nearly the name of one whose instructions are missing. */
function strayHeadings(
  { steps, skills }: Pick<Flow, "steps" | "skills">,
  lines: readonly Line[],
  kinds: readonly LineKind[],
): readonly (FlowFault & { readonly near: string })[] {
  const names = steps.flatMap((step) => [skillOf(step), slugOf(titleOf(step))]);
  const missing = [...new Set(steps.filter(hasAgent).map(skillOf))].filter((name) => !skills.has(name));
  return headingsOf(lines, kinds).flatMap(({ line, text }) => {
    const slug = slugOf(text);
    const near = names.includes(slug) ? null : nearest(slug, missing);
    // A sentence that has the name in it is a heading for people.
    const isShort = near !== null && slug.split("-").length <= near.split("-").length + 1;
    return isShort
      ? [
          {
            line: line + 1,
            near,
            says: `No step is called “${text}”, so no agent gets the words beneath this heading. Did you mean “${near}”?`,
          },
        ]
      : [];
  });
}

/** Headings of the same name: only the words beneath the first are instructions. */
function headingsTwice(
  { skills }: Pick<Flow, "skills">,
  lines: readonly Line[],
  kinds: readonly LineKind[],
): readonly FlowFault[] {
  const slugs = headingsOf(lines, kinds).map(({ line, text }) => ({ line, text, slug: slugOf(text) }));
  return slugs
    .filter(({ slug }, at) => skills.has(slug) && slugs.findIndex((each) => each.slug === slug) < at)
    .map(({ line, text }) => ({
      line: line + 1,
      says: `Two headings are called “${escapeLine(text, 60)}”, and an agent gets the words beneath the first alone. Put all of them there.`,
    }));
}

/**
 * Instructions by skill: the text beneath the heading of its name, or else of the title of its step. `## Spec review`
 * is the skill `spec-review`.
 */
function skillsIn(
  steps: readonly FlowStep[],
  lines: readonly Line[],
  kinds: readonly LineKind[],
): ReadonlyMap<string, string> {
  const headings = headingsOf(lines, kinds);
  return new Map(
    steps.flatMap((step) => {
      const name = skillOf(step);
      const titled = step.skill === undefined ? slugOf(titleOf(step)) : name;
      const named = headings.findIndex(({ text }) => slugOf(text) === name);
      const at = named >= 0 ? named : headings.findIndex(({ text }) => slugOf(text) === titled);
      const heading = headings[at];
      if (heading === undefined) return [];
      const to = headings.slice(at + 1).find(({ level }) => level <= heading.level)?.line ?? lines.length;
      const words = lines
        .slice(heading.line + 1, to)
        .map(({ text }) => text)
        .join("\n")
        .trim();
      return words === "" ? [] : [[name, words] as const];
    }),
  );
}

/** Lines by path, `steps.2.check`; counted from 0 within the source, which is valid YAML. */
function linesByPath(source: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineAt = (offset: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  /** Open collections: of a mapping, `key` is null until its next key was read. */
  const open: { readonly path: string; readonly isMap: boolean; key: string | null; count: number }[] = [];
  const nextPath = (): string => {
    const top = open.at(-1);
    if (top === undefined) return "";
    const name = top.isMap ? (top.key ?? "") : String(top.count);
    top.key = null;
    top.count += 1;
    return top.path === "" ? name : `${top.path}.${name}`;
  };
  for (const event of parseEvents(source, { maxDepth: 40 })) {
    if (event.type === EVENT_ID.POP) open.pop();
    else if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) {
      const path = nextPath();
      if (!lines.has(path)) lines.set(path, lineAt(event.start));
      open.push({ path, isMap: event.type === EVENT_ID.MAPPING, key: null, count: 0 });
    } else if (event.type === EVENT_ID.SCALAR) {
      const top = open.at(-1);
      if (top?.isMap === true && top.key === null) {
        top.key = getScalarValue(source, event);
        // The line of the key says more than the line of a value beneath it.
        lines.set(top.path === "" ? top.key : `${top.path}.${top.key}`, lineAt(event.valueStart));
      } else {
        const path = nextPath();
        if (!lines.has(path)) lines.set(path, lineAt(event.valueStart));
      }
    }
  }
  return lines;
}
