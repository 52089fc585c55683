/** The flow of a plan as a picture, with where the plan is. */
import { drawFlow } from "../../flow/drawFlow";
import type { PlanView } from "../../rules/world";

/** Markdown of a Mermaid picture; `why` is a sentence where there is none. */
export function flowPicture({
  flow,
  plan,
}: Pick<PlanView, "flow" | "plan">): { readonly markdown: string } | { readonly why: string } | null {
  if (flow === null) return null;
  return flow.kind === "runs"
    ? { markdown: `\`\`\`mermaid\n${drawFlow(flow.flow, plan.steps)}\n\`\`\`` }
    : { why: flow.why };
}
