/** Holds a request that is about to go out. From the click until the answer, no countdown runs. */
import type { Answered, EngineClient } from "./engineClient";

const TAKING_BACK = new Set<string>();

/** Whether a person has just said that this request does not go out. */
export function isTakingBack(request: string): boolean {
  return TAKING_BACK.has(request);
}

/** Holds the request, and tells the person what came of it. */
export async function takeBack(client: EngineClient, request: string): Promise<void> {
  // A second click is not a second order.
  if (!TAKING_BACK.has(request)) client.say((await takeBackUntold(client, request)).said);
}

/** Holds the request; the caller tells the person what came of it. */
export async function takeBackUntold(client: EngineClient, request: string): Promise<Answered> {
  TAKING_BACK.add(request);
  try {
    return await client.answer({ kind: "hold", request });
  } finally {
    TAKING_BACK.delete(request);
  }
}
