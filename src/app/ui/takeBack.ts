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
  if (TAKING_BACK.has(request)) return;
  const [answer] = await takeBackUntold(client, [request]);
  client.say(answer?.said ?? "");
}

/** Holds these requests at once; the caller tells the person how far that is, and what came of each. */
export async function takeBackUntold(
  client: EngineClient,
  requests: readonly string[],
  told: (answer: Answered) => boolean = () => true,
): Promise<readonly Answered[]> {
  for (const request of requests) TAKING_BACK.add(request);
  try {
    const holds = requests.map((request) => ({ kind: "hold" as const, request }));
    return await client.answerAll(holds, told);
  } finally {
    for (const request of requests) TAKING_BACK.delete(request);
  }
}
