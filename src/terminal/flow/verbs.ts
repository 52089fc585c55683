/** The verbs `flow list`, `check`, `show` and `schema` change nothing. `flow start` is a command of the engine. */
import { findFlows, isMeant, type FoundFlow } from "../../engine/commands/flow/findFlows";
import { findSkills } from "../../engine/commands/flow/findSkills";
import {
  noteFault,
  oddInput,
  sayFlow,
  sayUnknownFlow,
  withFolders,
} from "../../engine/commands/flow/startFlow";
import type { Engine } from "../../engine/engine";
import { findPlan } from "../../engine/perform/find";
import type { Ports } from "../../engine/perform/ports";
import { drawFlow } from "../../flow/drawFlow";
import { flowSchema, nameWithVersion, type Flow, type FlowFault } from "../../flow/flow";
import { preview } from "../../flow/preview";
import type { SkillNote } from "../../flow/skill/skillNote";
import { counted } from "../../kit/numbers";
import { oddCharacters, escapeLine } from "../../kit/text";
import { sketchSteps } from "../../overview/flow/sketch";
import { listPrograms, type ListedProgram } from "../../overview/flow/programs";
import { modelOf, type Settings } from "../../settings/settings";
import { programsIn, agentPrograms } from "../../agent/flow/agentPrograms";
import { jsonSchemaOf } from "../../agent/structured";
import { json } from "../json";
import { optionsOf } from "../paste";
import { finishedFlow } from "./finishedFlow";
import { tellFinished, tellPlace } from "./tellPlace";
import { Data, type Output } from "../streams";
import type { Call } from "../words";

/** Answers the exit code, or a sentence that says why it cannot be done. */
export async function readFlows(
  call: Call,
  {
    ports,
    settings,
    engine,
  }: { readonly ports: Ports; readonly settings: Settings; readonly engine: Engine },
  { out, columns }: Pick<Output, "out" | "columns">,
): Promise<number | string> {
  const { verb, json: asJson } = call;
  const options = optionsOf(call);
  const [named] = call.words;
  if (verb === "flow schema") {
    out(json(jsonSchemaOf(flowSchema)));
    return 0;
  }
  if (verb === "flow allow") {
    const programs = await engine.look().then((world) => world.programs ?? listPrograms(world));
    if (typeof programs === "string") return programs;
    out(
      asJson
        ? json({ programs: programs.map(({ permit: _permit, raw: _raw, ...each }) => each) })
        : tellPrograms(programs, options),
    );
    return 0;
  }
  const skills = await findSkills(ports, settings);
  const all = await findFlows(ports, settings, skills);
  if (verb === "flow list") {
    out(asJson ? json({ flows: all.map(listed) }) : `${all.map(tellListed).join("\n")}\n`);
    return 0;
  }
  if (verb === "flow check") {
    const checked = named === undefined ? all : all.filter((each) => isMeant(each, named));
    if (checked.length === 0) return sayUnknownFlow(named ?? "", all);
    out(asJson ? json({ flows: checked.map(listed) }) : `${checked.map(tellChecked).join("\n\n")}\n`);
    return checked.some(({ parsed }) => parsed.kind === "bad") ? 1 : 0;
  }
  return await showFlow(call, {
    all,
    skills: skills.notes,
    settings,
    ports,
    engine,
    out,
    columns: columns?.(),
  });
}

function tellPrograms(programs: readonly ListedProgram[], options: string): string {
  if (programs.length === 0) return "No running flow wants a program.\n";
  const all = programs.map(({ kind, line, folder, raw, steps, copy, code, isAllowed }) => {
    const odd = oddCharacters(raw);
    const does = kind === "agent" ? "does" : "checks";
    return [
      line,
      `  in the folder ${folder}`,
      ...(odd.length === 0 ? [] : [`  careful, unusual characters: ${odd.join("; ")}`]),
      `  ${steps.length === 0 ? "no running flow wants it now" : `${does} ${escapeLine(steps.join(", "), 400)}`}`,
      ...(copy === null
        ? []
        : [
            `  by the flow in ${escapeLine(copy.path, 300)}, as it is now (hash ${copy.hash})`,
            "  careful: it works on its own, with your rights, without approvals",
          ]),
      `  ${isAllowed ? "Allowed on this device. To take that back: planwright flow forbid" : "Not allowed. To allow exactly this on this device: planwright flow allow"} ${code}${options}`,
    ].join("\n");
  });
  const about = (kind: ListedProgram["kind"], words: string): string =>
    programs.some((each) => each.kind === kind) ? `\n${words}\n` : "";
  return `${all.join("\n\n")}\n${about("check", ABOUT_CHECKS)}${about("agent", ABOUT_AGENTS)}`;
}

const ABOUT_CHECKS = `An allowed command runs with your rights and without asking you, whenever a flow wants this check. If it
reads files that an agent or another program wrote, they decide what it does.`;
const ABOUT_AGENTS = `A program that does steps is told what its plan and the notes and skills around it say: whoever can write
into this vault can change that. If the copy of the flow is changed, you are asked again.`;

interface Showing {
  readonly all: readonly FoundFlow[];
  readonly skills: readonly SkillNote[];
  readonly settings: Settings;
  readonly ports: Ports;
  readonly engine: Engine;
  readonly out: Output["out"];
  readonly columns: number | undefined;
}

async function showFlow(
  { words: [named = ""], json: asJson, mermaid }: Call,
  { all, skills, settings, ports, engine, out, columns }: Showing,
): Promise<number | string> {
  const found = all.find((each) => isMeant(each, named));
  if (found?.parsed.kind === "bad") return `${where(found)}: ${sayFault(found.parsed.faults[0])}`;
  if (found !== undefined) {
    const { flow } = found.parsed;
    const picture = drawFlow(flow);
    const steps = preview(flow, skills, programAgents(flow, settings));
    if (asJson) out(json({ ...listed(found), steps, picture }));
    else if (mermaid) out(new Data(fenced(picture)));
    else
      out(
        `${escapeLine(nameWithVersion(flow), 200)}: ${escapeLine(sayFlow(flow), 600)}\n\n${tellSteps(found, skills, settings)}\n`,
      );
    return 0;
  }
  const world = await engine.look();
  const over = await finishedFlow(named, world, ports);
  if (typeof over === "string") return over;
  if (over !== null) {
    const { plan, flow } = over;
    const picture = drawFlow(flow, plan.steps);
    const steps = sketchSteps({ flow }, { plan, step: null, block: null });
    if (asJson) out(json({ plan: plan.taskId, flow: flow.name, steps, picture, block: null }));
    else out(mermaid ? new Data(fenced(picture)) : tellFinished(flow, plan, columns));
    return 0;
  }
  const plan = findPlan(named, world);
  if (typeof plan === "string") return sayUnknownFlow(named, all);
  const { view } = await engine.planDetail(plan.path);
  if (view?.flow == null) return `“${escapeLine(plan.title, 80)}” was not made from a flow.`;
  if (view.flow.kind === "stuck") return view.flow.why;
  const { flow } = view.flow;
  const picture = drawFlow(flow, view.plan.steps);
  if (asJson)
    out(
      json({
        plan: plan.taskId,
        flow: flow.name,
        steps: sketchSteps(view.flow, view),
        picture,
        block: view.block?.reason ?? null,
      }),
    );
  else out(mermaid ? new Data(fenced(picture)) : tellPlace(flow, view, world, columns));
  return 0;
}

function fenced(picture: string): string {
  return `\`\`\`mermaid\n${picture}\n\`\`\`\n`;
}

/**
 * The plan that starting the flow would make, in words; a bare sentence where it cannot be started. Nothing is written.
 */
export async function tellFlowStart(
  name: string,
  said: Readonly<Record<string, string>>,
  { ports, settings }: { readonly ports: Ports; readonly settings: Settings },
): Promise<{ readonly text: string } | string> {
  const skills = await findSkills(ports, settings);
  const all = await findFlows(ports, settings, skills);
  const found = all.find((each) => isMeant(each, name));
  if (found === undefined) return sayUnknownFlow(name, all);
  if (found.parsed.kind === "bad") return `${where(found)}: ${sayFault(found.parsed.faults[0])}`;
  const { flow } = found.parsed;
  const given = await withFolders(flow, said, ports.vault);
  if (typeof given === "string") return given;
  const odd = oddInput(flow, given) ?? (await noteFault(flow, given, { ...ports, settings }));
  if (odd !== null) return odd;
  const asked = Object.entries(found.parsed.flow.inputs).map(
    ([input, { ask, options, default: usual }]) =>
      `- ${input}: ${escapeLine(ask, 300)}${options.length === 0 ? "" : ` (${options.join(" · ")})`}${Object.hasOwn(given, input) ? ` Your answer: ${escapeLine(given[input] ?? "", 300)}` : sayUsual(usual)}`,
  );
  const start =
    asked.length === 0 ? "" : `The start needs these answers (--input NAME=WORDS):\n${asked.join("\n")}\n\n`;
  const programs = sayPrograms(found.parsed.flow, settings);
  const warnings = found.parsed.warnings.map((each) => `Note, ${sayFault(each)}\n`).join("");
  const end = [
    "A program checks a step only if you allowed exactly that command on the acting device (planwright flow allow).",
    ...programs,
    `Nothing${programs.length === 0 ? "" : " else"} leaves the vault: whatever a step drafts waits for your approval.`,
    ...(modelOf(settings, "worker") === null ? [NO_MODEL] : []),
    "Nothing was written.",
  ].join(" ");
  return {
    text: `${start}A plan would be made, and these steps done, each within the limits of the settings:\n\n${tellSteps(found, skills.notes, settings)}\n\n${warnings}${end}\n`,
  };
}

/** A sentence for each agent that is a program. */
function sayPrograms(flow: Flow, settings: Settings): readonly string[] {
  return agentPrograms(flow, settings).map(
    ({ agent, line }) =>
      `The agent “${escapeLine(agent, 60)}” is the program ${line}: it works on its own, without approvals. It does nothing until you allow it: planwright flow allow.`,
  );
}

/** Agents of a flow that are programs; null stands for the worker of a step that names none. */
function programAgents(flow: Flow, settings: Settings): ReadonlySet<string | null> {
  return new Set(programsIn({ flow }, { agentModel: null }, settings).map(({ step }) => step.agent ?? null));
}

function sayUsual(usual: string | undefined): string {
  if (usual === undefined) return "";
  return usual === "" ? " It can be left out." : ` Without an answer: ${escapeLine(usual, 100)}`;
}

const NO_MODEL =
  "The settings name no model yet, so the plan would wait at its first step for a model, or for your answers.";

function listed({ name, path, where: from, parsed }: FoundFlow): object {
  return {
    name,
    path,
    from: from ?? "built in",
    ...(parsed.kind === "flow"
      ? {
          about: sayFlow(parsed.flow),
          version: parsed.flow.version ?? null,
          inputs: parsed.flow.inputs,
          warnings: parsed.warnings,
        }
      : { faults: parsed.faults }),
  };
}

function where({ where: from, name }: FoundFlow): string {
  return escapeLine(from ?? `${name} (built in)`, 200);
}

function tellListed(found: FoundFlow): string {
  const { parsed, name } = found;
  const from = escapeLine(found.where ?? "built in", 200);
  return parsed.kind === "flow"
    ? `${name}: ${escapeLine(sayFlow(parsed.flow), 300)} (${from})`
    : `${name}: cannot start, ${counted(parsed.faults.length, "fault")}; “flow check ${name}” names them (${from})`;
}

function tellChecked(found: FoundFlow): string {
  const { parsed } = found;
  if (parsed.kind === "bad")
    return `${where(found)} cannot start:\n${parsed.faults.map((each) => `  ${sayFault(each)}`).join("\n")}`;
  const warned = parsed.warnings.map((each) => `\n  Note, ${sayFault(each)}`).join("");
  return `${where(found)} can start: ${counted(parsed.flow.steps.length, "step")}.${warned}`;
}

function sayFault(fault: FlowFault | undefined): string {
  return fault === undefined
    ? "it cannot be read"
    : `line ${String(fault.line)}: ${escapeLine(fault.says, 400)}`;
}

function tellSteps({ parsed }: FoundFlow, skills: readonly SkillNote[], settings: Settings): string {
  if (parsed.kind === "bad") return "";
  return preview(parsed.flow, skills, programAgents(parsed.flow, settings))
    .map(({ title, says, isOfTask, isAside }, at) => {
      const more = isAside ? " (only if the flow jumps here)" : isOfTask ? " (for each task)" : "";
      return `${String(at + 1)}. ${escapeLine(title, 120)}${more}\n${says.map((each) => `   ${escapeLine(each, 400)}`).join("\n")}`;
    })
    .join("\n");
}
