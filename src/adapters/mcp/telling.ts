/** Says that a server is starting when that takes a while, so that nobody takes the waiting for a stop. */
import type { ClockPort } from "../../kit/ports/clock";
import type { ToolsPort } from "../../kit/ports/tools";
import { escapeLine } from "../../kit/text";

/** Milliseconds after which it is worth a line. */
const SLOW = 1000;

/** `limit` is how long it may take, in seconds. */
export function telling(
  tools: ToolsPort,
  clock: Pick<ClockPort, "sleep">,
  limit: number,
  say: (text: string) => void,
): ToolsPort {
  return {
    async look(server, definition) {
      const over = new AbortController();
      void clock.sleep(SLOW, over.signal).then(() => {
        if (!over.signal.aborted)
          say(`Starting the server “${escapeLine(server, 80)}”… (up to ${String(limit)} seconds)`);
      });
      return await tools.look(server, definition).finally(() => over.abort());
    },
    call: (call) => tools.call(call),
    halt: () => tools.halt(),
    close: () => tools.close(),
  };
}
