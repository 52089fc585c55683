/**
 * An MCP server over stdio whose tools do nothing but write down that they were called, one line of JSON a call, before they answer.
 * Environment: CALLS (the file), ANSWERS (a file with { server: "ok" | "tool-error" | "broken" }), SERVER (its name), TOOL (its one tool, as JSON).
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { failure, serve, text } from "../../scripts/parts/mcp-lines.mjs";

const { CALLS, ANSWERS, SERVER, TOOL, SECRET = "" } = process.env;
const { name, properties, required } = JSON.parse(TOOL);

serve({
  name: SERVER,
  tools: () => ({
    tools: [
      {
        name,
        description: "",
        inputSchema: { type: "object", properties, required, additionalProperties: false },
      },
    ],
  }),
  call({ name: tool, arguments: args = {} }) {
    appendFileSync(CALLS, `${JSON.stringify({ server: SERVER, tool, args, knew: SECRET !== "" })}\n`);
    const how = existsSync(ANSWERS) ? JSON.parse(readFileSync(ANSWERS, "utf8"))[SERVER] : "ok";
    if (how === "broken") process.exit(1);
    return how === "tool-error" ? failure(`Saving a copy failed. ${SECRET}`) : text(`Sent. ${SECRET}`);
  },
});
