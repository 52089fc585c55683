/** A mail server over MCP (stdio) that sends nothing: it adds a line to a file for each call. Argument: the file. */
import { appendFileSync } from "node:fs";
import { serve, text } from "./mcp-lines.mjs";

const [, , file = ""] = process.argv;
const sendEmail = {
  name: "send_email",
  description: "Sends one mail.",
  inputSchema: {
    type: "object",
    properties: {
      to: { type: "string", description: "The receiver's address" },
      subject: { type: "string", description: "The subject line" },
      body: { type: "string", description: "The text of the mail" },
      attachments: { type: "array", items: { type: "string" }, description: "Paths of the files" },
    },
    required: ["to", "subject", "body"],
    additionalProperties: false,
  },
};

serve({
  name: "counting-mail",
  tools: () => ({ tools: [sendEmail] }),
  call(params) {
    appendFileSync(file, `${JSON.stringify(params)}\n`);
    return text("Sent.");
  },
});
