/** The servers, and which of them a call is under way to. */
import type { ToolsPort } from "../kit/ports/tools";

export interface Watched {
  readonly tools: ToolsPort;
  /** The name of the server; null while no call is under way. */
  server(): string | null;
}

export function watchCalls(tools: ToolsPort): Watched {
  let server: string | null = null;
  return {
    server: () => server,
    tools: {
      look: (name, definition) => tools.look(name, definition),
      async call(call) {
        server = call.server;
        return await tools.call(call).finally(() => (server = null));
      },
      halt: () => tools.halt(),
      close: () => tools.close(),
    },
  };
}
