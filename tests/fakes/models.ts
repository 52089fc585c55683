/** A model whose answers a test gives. It keeps what it was asked. */
import type { ModelAnswer, ModelPort, ModelQuestion, Part } from "../../src/kit/ports/model";

export interface FakeModels extends ModelPort {
  readonly asked: readonly ModelQuestion[];
}

/** `hang`: it answers only when it is stopped. */
export type FakeAnswer = ModelAnswer | "hang";

export function createFakeModels(
  answer: (question: ModelQuestion, n: number) => FakeAnswer | Promise<FakeAnswer>,
): FakeModels {
  const asked: ModelQuestion[] = [];
  return {
    asked,
    async ask(question, progress, signal) {
      asked.push(question);
      const given = await answer(question, asked.length);
      if (given !== "hang") {
        progress();
        return given;
      }
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
      return { kind: "failed", code: "stopped", why: "", usage: { in: null, cached: null, out: null } };
    },
  };
}

/** An answer that says something and calls tools. A claim that a step is done says that nothing has to go out. */
export function says(
  text: string,
  ...calls: readonly (readonly [tool: string, input: unknown])[]
): ModelAnswer {
  const parts: Part[] = calls.map(([tool, input], at) => ({
    kind: "call",
    id: `call-${String(at + 1)}`,
    tool,
    input:
      typeof input === "string"
        ? input
        : JSON.stringify(tool === "finish_step" ? { outside: "none", ...(input as object) } : input),
  }));
  return {
    kind: "answered",
    parts: text === "" ? parts : [{ kind: "text", text }, ...parts],
    usage: { in: 100, cached: 0, out: 10 },
  };
}
