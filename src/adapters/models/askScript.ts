/**
 * A model whose answers stand in a file, for demonstrations and tests. A question that the file does not know is an
 * error, never a guess.
 */
import { parseJson } from "../../kit/json";
import * as z from "zod";
import type { ModelAnswer, ModelQuestion, Part } from "../../kit/ports/model";
import { NOTHING_USED } from "./usage";

const script = z.object({
  answers: z.array(
    z.object({
      /** Words in the text of the step. */
      step: z.string(),
      /** Counted from 1. */
      turn: z.int().min(1),
      says: z.string().default(""),
      calls: z.array(z.object({ tool: z.string(), arguments: z.record(z.string(), z.json()) })).default([]),
    }),
  ),
});

/** `text`: of the file; null where there is none. */
export async function askScript(text: string | null, { about }: ModelQuestion): Promise<ModelAnswer> {
  const no = (why: string): ModelAnswer => ({ kind: "failed", code: "no-script", why, usage: NOTHING_USED });
  if (text === null) return no("The file with the answers cannot be read.");
  const parsed = script.safeParse(readJson(text));
  if (!parsed.success) return no("The file with the answers is not written as a script.");
  const answer = parsed.data.answers.find(
    ({ step, turn }) => turn === about.turn && about.step.includes(step),
  );
  if (answer === undefined) return no(`It has no answer for turn ${String(about.turn)} of “${about.step}”.`);
  const calls = answer.calls.map((call, at): Part => ({
    kind: "call",
    id: `script-${String(about.turn)}-${String(at + 1)}`,
    tool: call.tool,
    input: JSON.stringify(call.arguments),
  }));
  const parts: readonly Part[] = [
    ...(answer.says === "" ? [] : [{ kind: "text", text: answer.says } as const]),
    ...calls,
  ];
  return await Promise.resolve({ kind: "answered", parts, usage: NOTHING_USED });
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
