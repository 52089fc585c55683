/** Hold: from the click on, no face counts the seconds on, though the answer may take a moment. */
import type { Answered, EngineClient } from "./engineClient";

const LEAVING = new Set<string>();

/** Whether a person has just said that this request does not go out. */
export function isTakingBack(request: string): boolean {
  return LEAVING.has(request);
}

/** Tells the person what came of it. */
export async function takeBack(client: EngineClient, request: string): Promise<void> {
  // A second click is not a second order.
  if (!LEAVING.has(request)) client.say((await takeBackSilently(client, request)).said);
}

export async function takeBackSilently(client: EngineClient, request: string): Promise<Answered> {
  LEAVING.add(request);
  try {
    return await client.answer({ kind: "hold", request });
  } finally {
    LEAVING.delete(request);
  }
}
