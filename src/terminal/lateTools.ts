/** A tools port that is loaded at its first need: most calls of the terminal program reach no server. */
import type { ToolsPort } from "../kit/ports/tools";
import { DAMAGED } from "./complain";

export function lateTools(load: () => Promise<ToolsPort>): ToolsPort {
  let loading: Promise<ToolsPort | null> | null = null;
  let tools: ToolsPort | null = null;
  let isHalted = false;
  let isClosed = false;
  const open = async (): Promise<ToolsPort | null> => {
    tools = await load().catch(() => null);
    if (isHalted) tools?.halt();
    if (isClosed) await tools?.close();
    return tools;
  };
  const opened = (): Promise<ToolsPort | null> => (loading ??= open());
  return {
    async look(server, definition) {
      return (await (await opened())?.look(server, definition)) ?? { kind: "down", why: DAMAGED };
    },
    async call(call) {
      return (await (await opened())?.call(call)) ?? { kind: "not-sent", why: DAMAGED };
    },
    halt() {
      isHalted = true;
      tools?.halt();
    },
    async close() {
      isClosed = true;
      await loading;
      await tools?.close();
    },
  };
}
