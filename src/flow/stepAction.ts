/** The action of a step, as a flow writes it: its type, and by the names of its arguments, where each value is from. */
import * as z from "zod";
import { TYPE } from "../note/action/parse";

const name = z.string().min(1).max(40);

const VALUE =
  "write text in quotes, { file: letter.md }, { input: NAME } or { answer: STEP }; the arguments stand beside “type”";

const value = z.union(
  [
    z.string().min(1).max(4000),
    /** The whole text of a file that an earlier step writes. */
    z.strictObject({ file: z.string().min(1).max(100) }),
    /** The answer at the start. */
    z.strictObject({ input: name }),
    /** The last answer at this step. */
    z.strictObject({ answer: name }),
  ],
  { error: VALUE },
);
export type Value = z.output<typeof value>;

/** Any other key is an argument. */
export const actionSchema = z
  .object({
    type: z.string().regex(TYPE, "a type is one word in lower case, such as email"),
    attachments: z.array(value).min(1).max(20).optional(),
  })
  .catchall(z.union([value, z.array(value).min(1).max(50)], { error: VALUE }));
export type StepAction = z.output<typeof actionSchema>;

/** Names of the receiver: the first is that of most tools, the second that of action blocks. */
export const RECEIVER = ["to", "target"] as const;

/** One value, or a list of them, with its name in the flow. */
export interface Part {
  readonly name: string;
  readonly is: "receiver" | "argument" | "attachment";
  readonly values: readonly Value[];
  readonly isList: boolean;
}

/** In the order of the flow; what goes along comes last. */
export function partsOf({ attachments, ...rest }: StepAction): readonly Part[] {
  return Object.entries({ ...rest, attachments }).flatMap(([key, given]): readonly Part[] => {
    if (key === "type" || given === undefined) return [];
    const is = key === "attachments" ? "attachment" : isReceiver(key) ? "receiver" : "argument";
    const isList = Array.isArray(given);
    return [{ name: key, is, values: isList ? given : [given], isList }];
  });
}

function isReceiver(key: string): boolean {
  return RECEIVER.some((each) => each === key);
}
