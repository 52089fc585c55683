/** Answers of Anthropic’s servers, as events of a stream. */

interface Event {
  readonly type: string;
  readonly [field: string]: unknown;
}

const text = (events: readonly Event[]): string =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");

const start = (usage: object): Event => ({
  type: "message_start",
  message: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  },
});

const ended = (stop: string, out: number): Event => ({
  type: "message_delta",
  delta: { stop_reason: stop, stop_sequence: null },
  usage: { output_tokens: out },
});

export const said = (index: number, ...pieces: readonly string[]): readonly Event[] => [
  { type: "content_block_start", index, content_block: { type: "text", text: "" } },
  ...pieces.map((piece) => ({
    type: "content_block_delta",
    index,
    delta: { type: "text_delta", text: piece },
  })),
  { type: "content_block_stop", index },
];

export const wants = (
  index: number,
  id: string,
  name: string,
  ...pieces: readonly string[]
): readonly Event[] => [
  { type: "content_block_start", index, content_block: { type: "tool_use", id, name, input: {} } },
  ...pieces.map((piece) => ({
    type: "content_block_delta",
    index,
    delta: { type: "input_json_delta", partial_json: piece },
  })),
  { type: "content_block_stop", index },
];

export const failed = (type: string, message: string): Event => ({ type: "error", error: { type, message } });

interface Message {
  readonly blocks: readonly (readonly Event[])[];
  /** Null: the stream ends without a word of its end. */
  readonly stop?: string | null;
  readonly usage?: object;
  readonly out?: number;
  readonly then?: readonly Event[];
}

export function message({ blocks, stop = "end_turn", usage, out = 3, then = [] }: Message): string {
  return text([
    start(usage ?? { input_tokens: 12, output_tokens: 1 }),
    { type: "ping" },
    ...blocks.flat(),
    ...(stop === null ? [] : [ended(stop, out), { type: "message_stop" }]),
    ...then,
  ]);
}
