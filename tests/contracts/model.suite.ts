/** The promises of every model, whatever is behind it. The rows of the wire are in `model.rows.ts`. */
import { describe, expect, test } from "vitest";
import {
  UNSPENT,
  type ModelAnswer,
  type ModelDefinition,
  type ModelPort,
  type ModelQuestion,
} from "../../src/kit/ports/model";

export interface Wanted {
  readonly text: string;
  readonly calls: readonly (readonly [tool: string, input: object])[];
}

/** `silent`: an answer that never comes. `none`: a question that nobody knows an answer to. */
export type Prepared = Wanted | "silent" | "none";

export interface PreparedModel {
  readonly models: ModelPort;
  readonly definition: ModelDefinition;
  /** Resolves when the model has the question in hand. */
  readonly asked: Promise<void>;
  leave(): Promise<void>;
}

export const STEP = "Count the sheets";

export function questionTo(definition: ModelDefinition, more: Partial<ModelQuestion> = {}): ModelQuestion {
  return {
    definition,
    system: "You work on one step of a plan.",
    messages: [{ from: "person", text: STEP }],
    tools: [
      { name: "read_note", description: "Reads a note.", schema: { type: "object" } },
      { name: "search_notes", description: "Finds notes.", schema: { type: "object" } },
    ],
    longest: 500,
    timeout: 60_000,
    about: { step: STEP, turn: 1 },
    ...more,
  };
}

/** Expects the properties of any answer at all. */
export function expectSound(answer: ModelAnswer): void {
  for (const count of Object.values(answer.usage))
    expect(count === null || (Number.isSafeInteger(count) && count >= 0), JSON.stringify(answer.usage)).toBe(
      true,
    );
  if (answer.kind === "answered") {
    const ids = answer.parts.flatMap((part) => (part.kind === "call" ? [part.id] : []));
    expect(new Set(ids).size).toBe(ids.length);
    return;
  }
  expect(answer.why.length).toBeLessThanOrEqual(300);
  expect(answer.why).not.toMatch(/\p{Cc}/u);
  if (UNSPENT.includes(answer.code)) expect(answer.usage).toEqual({ in: 0, cached: 0, out: 0 });
}

/** `prepare` answers null for what the model cannot do. */
export function modelContract(
  name: string,
  prepare: (wanted: Prepared) => Promise<PreparedModel> | null,
): void {
  const never = new AbortController().signal;
  const withModel = async (wanted: Prepared, job: (model: PreparedModel) => Promise<void>): Promise<void> => {
    const model = await prepare(wanted);
    if (model === null) return;
    await job(model).finally(() => model.leave());
  };

  describe(`${name} as a model`, () => {
    test.each<Wanted>([
      { text: "Forty sheets – 120 g, “laid”, Größe 😀.", calls: [] },
      { text: "", calls: [["read_note", { path: "Fenn Mill" }]] },
      {
        text: "Both at once.",
        calls: [
          ["read_note", { path: "Fenn Mill" }],
          ["search_notes", { query: "sheets” {}\\ \n é" }],
          ["read_note", { path: "Rates" }],
        ],
      },
    ])("an answer comes whole, in order, each call under an id of its own: $text $calls.length", (wanted) =>
      withModel(wanted, async ({ models, definition }) => {
        const answer = await models.ask(questionTo(definition), () => undefined, never);
        expectSound(answer);
        if (answer.kind === "failed") throw new Error(`${answer.code}: ${answer.why}`);
        expect(answer.parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("")).toBe(
          wanted.text,
        );
        expect(
          answer.parts.flatMap((part) =>
            part.kind === "call" ? [[part.tool, JSON.parse(part.input) as unknown]] : [],
          ),
        ).toEqual(wanted.calls);
      }),
    );

    test("a question without an answer is a failure, and nothing is thrown", () =>
      withModel("none", async ({ models, definition }) => {
        const answer = await models.ask(questionTo(definition), () => undefined, never);
        expectSound(answer);
        expect(answer.kind).toBe("failed");
      }));

    test("a question that is stopped before it is asked is answered, and costs nothing", () =>
      withModel("silent", async ({ models, definition }) => {
        const answer = await models.ask(questionTo(definition), () => undefined, AbortSignal.abort());
        expectSound(answer);
        expect(answer).toMatchObject({ kind: "failed", code: "stopped" });
      }));

    test("a question that is stopped is answered, and gives no sign of life after that", () =>
      withModel("silent", async ({ models, definition, asked }) => {
        const stop = new AbortController();
        let signs = 0;
        const answering = models.ask(questionTo(definition), () => (signs += 1), stop.signal);
        await asked;
        stop.abort();
        const answer = await answering;
        const before = signs;
        expectSound(answer);
        expect(answer).toMatchObject({ kind: "failed", code: "stopped" });
        await new Promise((resolve) => setImmediate(resolve));
        expect(signs).toBe(before);
      }));
  });
}
