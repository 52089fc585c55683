/** The sentence in the body of a failure; null where there is none. Every server writes it in its own way. */
import { parseJson } from "../../kit/json";
import * as z from "zod";

const sentence = z.string().min(1);
const sentences = z.union([
  z.object({ error: z.object({ message: sentence }) }).transform(({ error }) => error.message),
  z.object({ error: sentence }).transform(({ error }) => error),
  z.object({ message: sentence }).transform(({ message }) => message),
  z.object({ detail: sentence }).transform(({ detail }) => detail),
  z
    .object({ detail: z.array(z.object({ msg: sentence })).min(1) })
    .transform(({ detail: [first] }) => first?.msg ?? ""),
]);

export function messageIn(body: string): string | null {
  const found = sentences.safeParse(firstOf(readJson(body)));
  if (found.success) return found.data;
  return body.trim() === "" || /^\s*[<{[]/.test(body) ? null : body.slice(0, 1000);
}

/** Google puts the error into a list. */
function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
