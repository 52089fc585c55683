/** Answers as servers really give them, through the one reader in front of the wire: each means what it plainly says. */
import { describe, expect, test } from "vitest";
import { askThrough } from "../../src/adapters/models/ask";
import { openAiCompatible } from "../../src/adapters/models/openaiCompatible";
import type { ModelAnswer, Oddity, OfferedTool, Usage } from "../../src/kit/ports/model";
import { createSimulatedClock } from "../fakes/clock";
import { body, called, delta, events, startModelServer, stream, used, type Play } from "../fakes/modelServer";
import { NOW } from "./model.rows";
import { expectSound, questionTo } from "./model.suite";

const TOOLS: readonly OfferedTool[] = [
  {
    name: "read_note",
    description: "",
    schema: {
      type: "object",
      properties: { path: { type: "string" }, from: { type: "integer" }, all: { type: "boolean" } },
      required: ["path"],
    },
  },
  {
    name: "finish_step",
    description: "",
    schema: {
      type: "object",
      properties: {
        summary: { type: "string" },
        evidence: {
          type: "array",
          items: {
            anyOf: [
              { type: "object", properties: { file: { type: "string" } }, required: ["file"] },
              {
                type: "object",
                properties: { note: { type: "string" }, quote: { type: "string" } },
                required: ["note", "quote"],
              },
            ],
          },
        },
      },
    },
  },
  { name: "list_folder", description: "", schema: { type: "object", properties: {} } },
];

async function ask(play: Play): Promise<ModelAnswer> {
  const server = await startModelServer(play);
  const definition = { wire: "openai", url: server.url, model: "m", key: "" } as const;
  const call = {
    fetch,
    headers: {},
    clock: createSimulatedClock(NOW, "manual"),
    progress: () => undefined,
    signal: new AbortController().signal,
  };
  const answer = await askThrough(openAiCompatible, questionTo(definition, { tools: TOOLS }), call).finally(
    () => server.leave(),
  );
  expectSound(answer);
  return answer;
}

/** Texts as they are, calls as `tool {arguments}`. */
async function read(play: Play): Promise<readonly string[]> {
  const answer = await ask(play);
  if (answer.kind === "failed") return [`failed: ${answer.code} ${answer.why}`];
  return answer.parts.map((part) => (part.kind === "text" ? part.text : `${part.tool} ${part.input}`));
}

const END = delta({}, "stop");
const READS = 'read_note {"path":"A"}';
const A = '{"path":"A"}';
const choice = (given: object): object => ({ choices: [given] });
const calls = (...all: readonly object[]): object => delta({ tool_calls: all });

describe("events of other forms", () => {
  test.each<readonly [string, Play, readonly string[]]>([
    [
      "nulls wherever something may be absent",
      stream(
        events(
          { choices: null, usage: null, error: null },
          choice({ delta: { content: null, tool_calls: null, function_call: null }, finish_reason: null }),
          choice({ index: null, delta: { content: "Hi", reasoning: null, refusal: null } }),
          choice({ delta: null, finish_reason: "stop" }),
          { usage: null },
        ),
      ),
      ["Hi"],
    ],
    [
      "events without choices, warnings, and words to keep the connection open",
      stream(
        `data: ping\n\ndata:\n\ndata: {"warning":"no usage"}\n\n${events(delta({ content: "Hi" }), END, { usage: {} })}`,
      ),
      ["Hi"],
    ],
    [
      "content as a list of parts, with thoughts among them",
      stream(
        events(
          delta({ content: [{ type: "thinking", thinking: [{ type: "text", text: "Hm." }] }] }),
          delta({ content: [{ type: "text", text: "H" }, { text: "i" }, null, "!"] }),
          END,
        ),
      ),
      ["Hi!"],
    ],
    [
      "a role that is none, and thoughts as a list",
      stream(
        events(
          delta({ role: "model", reasoning_details: [{ type: "reasoning.text", text: "Hm" }] }),
          delta({ role: 7, content: "Hi" }),
          END,
        ),
      ),
      ["Hi"],
    ],
    [
      "the last event without its empty line",
      stream(`data: ${JSON.stringify(delta({ content: "Hi" }, "stop"))}`),
      ["Hi"],
    ],
    [
      "a whole message in each event",
      stream(events(choice({ message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }))),
      ["Hi"],
    ],
    [
      "a whole message again at the end",
      stream(events(delta({ content: "Hi" }), choice({ message: { content: "Hi" }, finish_reason: "stop" }))),
      ["Hi"],
    ],
    ["one piece", body(200, choice({ message: { content: "Hi" }, finish_reason: "stop" })), ["Hi"]],
    [
      "one piece that calls itself a stream",
      stream(
        JSON.stringify(
          choice({ message: { tool_calls: [{ function: { name: "read_note", arguments: A } }] } }),
        ),
      ),
      [READS],
    ],
    ["thoughts in the text", stream(events(delta({ content: "<think>Hm.</think>\n\nHi" }), END)), ["Hi"]],
  ])("%s", async (_what, play, expected) => expect(await read(play)).toEqual(expected));

  test.each<readonly [string, object, Partial<Usage>]>([
    ["as texts", used("12", "3"), { in: 12, out: 3 }],
    [
      "with nulls beside them",
      { choices: [], usage: { prompt_tokens: 12, completion_tokens: 3, prompt_tokens_details: null } },
      { in: 12, cached: 0, out: 3 },
    ],
    [
      "under another server’s name",
      { x_groq: { usage: { prompt_tokens: 12, completion_tokens: 3 } } },
      { in: 12, out: 3 },
    ],
    [
      "within the choice",
      choice({ delta: {}, usage: { prompt_tokens: 12, completion_tokens: 3, cached_tokens: 8 } }),
      { in: 12, cached: 8, out: 3 },
    ],
    [
      "with a cache told apart",
      { usage: { prompt_tokens: 12, completion_tokens: 3, prompt_cache_hit_tokens: 8 } },
      { in: 12, cached: 8, out: 3 },
    ],
    ["in words", { usage: { prompt_tokens: "many", completion_tokens: true } }, { in: null, out: null }],
  ])("counts %s", async (_what, usage, expected) => {
    expect((await ask(stream(events(delta({ content: "Hi" }), END, usage)))).usage).toMatchObject(expected);
  });
});

describe("ends", () => {
  test.each(["", "eos", "eos_token", "end_turn", "COMPLETE", "stop_sequence", "weird"])(
    "“%s” ends a call, or a text, that is whole",
    async (word) => {
      expect(await read(stream(events(called(0, "a", "read_note", A), delta({}, word))))).toEqual([READS]);
      expect(await read(stream(events(delta({ content: "Hi" }), delta({}, word))))).toEqual(["Hi"]);
    },
  );

  test("no word ends a call that is whole, and a text whose stream says that it is done", async () => {
    const call = events(called(0, "a", "read_note", A));
    expect(await read(stream(call))).toEqual([READS]);
    expect(await read(stream(call.replace("data: [DONE]\n\n", "")))).toEqual([READS]);
    expect(await read(stream(events(delta({ content: "Hi" }))))).toEqual(["Hi"]);
  });
});

describe("calls of other forms", () => {
  const named = (name: string, input: unknown, more: object = {}): object => ({
    function: { name, arguments: input },
    ...more,
  });

  test.each<readonly [string, readonly object[], readonly string[]]>([
    ["an object as arguments", [calls(named("read_note", { path: "A" }, { index: 0 }))], [READS]],
    ["a text of the object", [calls(named("read_note", JSON.stringify(A)))], [READS]],
    [
      "a text of a text of the object",
      [calls(named("read_note", JSON.stringify(JSON.stringify(A))))],
      [READS],
    ],
    ["arguments in a fence", [calls(named("read_note", `\`\`\`json\n${A}\n\`\`\``))], [READS]],
    ["a mark of the model behind the arguments", [calls(named("read_note", `${A}\n</tool_call>`))], [READS]],
    ["an empty object before the arguments", [calls(named("read_note", `{}${A}`))], [READS]],
    ["a text over lines", [calls(named("read_note", '{"path":"A\nB"}'))], ['read_note {"path":"A\\nB"}']],
    ["two objects, neither of them empty", [calls(named("read_note", `${A}${A}`))], [`read_note ${A}${A}`]],
    ["no arguments: a text without a sign", [calls(named("list_folder", ""))], ["list_folder {}"]],
    ["no arguments: null", [calls(named("list_folder", null))], ["list_folder {}"]],
    [
      "no index, no id, in pieces",
      [calls(named("read_note", '{"pa')), calls(named("", 'th":"A"}'))],
      [READS],
    ],
    [
      "no name in what follows: null",
      [
        calls(named("read_note", "", { index: 0, id: "x" })),
        calls({ index: 0, id: null, function: { name: null, arguments: A } }),
      ],
      [READS],
    ],
    [
      "the same index for all, each under an id",
      [
        calls(
          named("read_note", A, { index: 0, id: "x" }),
          named("read_note", '{"path":"B"}', { index: 0, id: "y" }),
        ),
      ],
      [READS, 'read_note {"path":"B"}'],
    ],
    [
      "the same index for all, without an id",
      [calls(named("read_note", A, { index: 0 })), calls(named("read_note", '{"path":"B"}', { index: 0 }))],
      [READS, 'read_note {"path":"B"}'],
    ],
    [
      "an index that is a text, and the name in each piece",
      [
        calls(named("read_note", '{"path"', { index: "0", id: "x" })),
        calls(named("read_note", ':"A"}', { index: "0", id: "x" })),
      ],
      [READS],
    ],
    ["no list around it", [delta({ tool_calls: named("read_note", A) })], [READS]],
    ["nothing around name and arguments", [calls({ name: "read_note", arguments: A })], [READS]],
    ["a null among them", [delta({ tool_calls: [null, named("read_note", A)] })], [READS]],
    ["the call of long ago", [delta({ function_call: { name: "read_note", arguments: A } })], [READS]],
  ])("%s", async (_what, chunks, expected) =>
    expect(await read(stream(events(...chunks, delta({}, "tool_calls"))))).toEqual(expected),
  );

  test.each([
    ["functions.read_note", "read_note"],
    ["functions.read_note:0", "read_note"],
    [" read_note\n", "read_note"],
    ["read_note<|channel|>commentary", "read_note"],
    ["<|constrain|>read_note<|message|>", "read_note"],
    ["default_api.read_note", "read_note"],
    ["Read-Note", "read_note"],
    ["to=functions.read_note", "read_note"],
    ["read_note()", "read_note"],
    ["read_note finish_step", "read_note finish_step"],
    ["read", "read"],
    ["functions", "functions"],
  ])("the name “%s” means %s", async (name, meant) => {
    expect(await read(stream(events(called(0, "a", name, A), END)))).toEqual([`${meant} ${A}`]);
  });

  test.each([
    ['{"evidence":"[{\\"file\\":\\"a.md\\"}]"}', '{"evidence":[{"file":"a.md"}]}'],
    ['{"evidence":["{\\"file\\":\\"a.md\\"}"]}', '{"evidence":[{"file":"a.md"}]}'],
    ['{"summary":null,"evidence":[]}', '{"evidence":[]}'],
    ['{"summary":"[1]"}', '{"summary":"[1]"}'],
    ['{"summary":"7"}', '{"summary":"7"}'],
    ['{"evidence":"[{\\"file\\":"}', '{"evidence":"[{\\"file\\":"}'],
    ['{"evidence":"a.md"}', '{"evidence":"a.md"}'],
    ['{ "summary" : "as it came" }', '{ "summary" : "as it came" }'],
    ['{"summary":"half', '{"summary":"half'],
    ['"{\\"summary\\":\\"half"', '"{\\"summary\\":\\"half"'],
    ["[]", "[]"],
  ])("arguments %s are read as %s", async (input, expected) => {
    expect(await read(stream(events(called(0, "a", "finish_step", input), END)))).toEqual([
      `finish_step ${expected}`,
    ]);
  });

  test.each([
    ['{"path":"A","from":"3","all":"true"}', '{"path":"A","from":3,"all":true}'],
    ['{"path":"3","from":"03","all":"yes"}', '{"path":"3","from":"03","all":"yes"}'],
    ['{"path":"A","from":"1.5"}', '{"path":"A","from":"1.5"}'],
  ])("values %s are read as %s", async (input, expected) => {
    expect(await read(stream(events(called(0, "a", "read_note", input), END)))).toEqual([
      `read_note ${expected}`,
    ]);
  });
});

const said = (text: string): Play => stream(events(delta({ content: text }), END));
const OBJECT = '{"name": "read_note", "arguments": {"path": "A"}}';

describe("a call written as text", () => {
  test.each([
    ["bare", OBJECT],
    ["“parameters” for “arguments”", '{"name": "read_note", "parameters": {"path": "A"}}'],
    ["“tool” for “name”", '{"tool": "read_note", "args": {"path": "A"}}'],
    ["arguments as a text", '{"name":"read_note","arguments":"{\\"path\\": \\"A\\"}"}'],
    [
      "as the wire writes it",
      '{"id":"1","type":"function","function":{"name":"read_note","arguments":"{\\"path\\":\\"A\\"}"}}',
    ],
    ["within tool_calls", `{"tool_calls":[${OBJECT}]}`],
    ["in a list of one", `[${OBJECT}]`],
    ["in a fence", `\`\`\`json\n${OBJECT}\n\`\`\``],
    ["in a fence of its own name", `\`\`\`tool_call\n${OBJECT}\n\`\`\`\n`],
    ["in tags", `<tool_call>\n${OBJECT}\n</tool_call>`],
    ["in tags, in a fence", `\`\`\`xml\n<tool_call>${OBJECT}</tool_call>\n\`\`\``],
    ["with the first tag lost", `${OBJECT}\n</tool_call>`],
    ["with the last tag lost", `<tool_call>\n${OBJECT}`],
    ["behind thoughts", `<think>I read {it}.</think>\n${OBJECT}`],
    [
      "behind thoughts whose beginning was lost",
      `I could call {x}.\n</think>\n\n<tool_call>${OBJECT}</tool_call>`,
    ],
    ["behind a sign of Llama", '<|python_tag|>{"name": "read_note", "parameters": {"path": "A"}}<|eom_id|>'],
    ["as Llama’s function", '<function=read_note>{"path": "A"}</function>'],
    [
      "as Qwen’s function",
      "<tool_call>\n<function=read_note>\n<parameter=path>\nA\n</parameter>\n</function>\n</tool_call>",
    ],
    ["as that, with ends lost", "<tool_call>\n<function=read_note>\n<parameter=path>\nA\n\n\n</tool_call>"],
    [
      "as an invocation",
      '<function_calls><invoke name="read_note"><parameter name="path">A</parameter></invoke></function_calls>',
    ],
    ["as GLM", "<tool_call>read_note\n<arg_key>path</arg_key>\n<arg_value>A</arg_value>\n</tool_call>"],
    ["as Mistral once did", `[TOOL_CALLS][${OBJECT}]</s>`],
    ["as Mistral does", '[TOOL_CALLS]read_note[ARGS]{"path": "A"}'],
    [
      "as Kimi",
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.read_note:0<|tool_call_argument_begin|>{"path": "A"}<|tool_call_end|><|tool_calls_section_end|>',
    ],
    [
      "as gpt-oss",
      '<|channel|>commentary to=functions.read_note <|constrain|>json<|message|>{"path": "A"}<|call|>',
    ],
    [
      "as DeepSeek",
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_note\n```json\n{"path": "A"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    ],
    ["with its name in another spelling", '{"name": "functions.read_note", "arguments": {"path": "A"}}'],
  ])("%s is that call", async (_how, text) => {
    expect(await read(said(text))).toEqual([READS]);
  });

  test("values between tags are of the kinds that the tool takes, and texts keep what is in them", async () => {
    const parameter = (name: string, value: string): string =>
      `<parameter=${name}>\n${value}\n</parameter>\n`;
    const text = `<function=read_note>\n${parameter("path", 'a\n  {"b": "<c>"}\n3')}${parameter("from", "3")}</function>`;
    expect(await read(said(text))).toEqual([
      `read_note ${JSON.stringify({ path: 'a\n  {"b": "<c>"}\n3', from: 3 })}`,
    ]);
  });

  test("a value may run over lines", async () => {
    const text = '{"name": "read_note", "arguments": {"path": "A\n\t\\"B\\""}}';
    expect(await read(said(text))).toEqual([`read_note ${JSON.stringify({ path: 'A\n\t"B"' })}`]);
  });

  test("several count between marks, and only there", async () => {
    const marked = `<tool_call>${OBJECT}</tool_call>\n<tool_call>${OBJECT}</tool_call>`;
    expect(await read(said(marked))).toEqual([READS, READS]);
    for (const text of [`${OBJECT}\n${OBJECT}`, `[${OBJECT},${OBJECT}]`])
      expect(await read(said(text))).toEqual([text]);
  });

  test.each([
    ["words before it", `I would call ${OBJECT}`],
    ["words behind it", `${OBJECT}\nShall I?`],
    ["words before its tags", `Like this:\n<tool_call>${OBJECT}</tool_call>`],
    ["a fence among words", `For example:\n\`\`\`json\n${OBJECT}\n\`\`\``],
    ["a tool that nobody offered", '{"name": "rm_rf", "arguments": {}}'],
    ["half of it", '<tool_call>{"name": "read_note", "arguments": {"path": "A"}'],
    ["half a function", "<tool_call><function=read_note><parameter=path>A"],
    [
      "an end of a function within its value",
      "<function=read_note><parameter=path>a </function> b</parameter></function>",
    ],
    ["arguments that are no object", '{"name": "read_note", "arguments": "A"}'],
    ["two names", '{"name": "read_note", "tool": "finish_step", "arguments": {}}'],
    ["another key", '{"name": "read_note", "arguments": {}, "example": true}'],
    ["arguments that are missing", '{"name": "read_note"}'],
    ["JSON of something else", '{"path": "A"}'],
    ["a call that is whole, and another that is not", `<tool_call>${OBJECT}</tool_call><tool_call>{"name"`],
    ["no call at all", "Read <b>A</b> {now}"],
  ])("%s is a text", async (_what, text) => {
    expect(await read(said(text))).toEqual([text]);
  });
});

test.each<readonly [string, Play, readonly Oddity[]]>([
  ["nothing", stream(events(called(0, "a", "read_note", A), delta({}, "tool_calls"), used(1, 1))), []],
  ["a call as text", said(OBJECT), ["text-call"]],
  ["another name", stream(events(called(0, "a", "functions.read_note", A), END)), ["tool-name"]],
  [
    "arguments twice encoded",
    stream(events(called(0, "a", "read_note", JSON.stringify(A)), END)),
    ["arguments"],
  ],
  [
    "a value as a text",
    stream(events(called(0, "a", "read_note", '{"path":"A","from":"3"}'), END)),
    ["text-value"],
  ],
  ["an unusual end", stream(events(called(0, "a", "read_note", A), delta({}, "eos"))), ["end-word"]],
  ["no end", stream(events(called(0, "a", "read_note", A))), ["end-word"]],
  ["counts as texts", stream(events(delta({ content: "Hi" }), END, used("1", "1"))), ["field"]],
  ["thoughts in the text", said("<think>Hm</think>Hi"), ["thoughts-in-text"]],
])("%s is told as what is odd", async (_what, play, odd) => {
  const answer = await ask(play);
  expect(answer.kind === "answered" ? (answer.odd ?? []) : answer.code).toEqual(odd);
});
