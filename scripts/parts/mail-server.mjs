/**
 * A small mail server over MCP (stdio): one tool, `send_email`, that hands a mail to an SMTP server. Unlike most, it
 * takes the Message-ID as an argument, so that a mail store that knows the id can tell a repeated mail from a new one.
 * Environment: SMTP_HOST (127.0.0.1), SMTP_PORT (25), SMTP_USER and SMTP_PASSWORD (none), MAIL_FROM
 * (planwright@localhost).
 */
import { createTransport } from "nodemailer";
import { failure, serve, text } from "./mcp-lines.mjs";

const {
  SMTP_HOST = "127.0.0.1",
  SMTP_PORT = "25",
  SMTP_USER,
  SMTP_PASSWORD,
  MAIL_FROM = "planwright@localhost",
} = process.env;
const post = createTransport({
  host: SMTP_HOST,
  port: Number(SMTP_PORT),
  secure: SMTP_PORT === "465",
  ...(SMTP_USER === undefined ? {} : { auth: { user: SMTP_USER, pass: SMTP_PASSWORD ?? "" } }),
  // A mail carries what its arguments say, never the content of a file or an address they name.
  disableFileAccess: true,
  disableUrlAccess: true,
});

const attachment = {
  type: "object",
  properties: {
    filename: { type: "string", description: "The name the receiver sees" },
    content: { type: "string", description: "The file, in base64" },
  },
  required: ["filename", "content"],
  additionalProperties: false,
};
const sendEmail = {
  name: "send_email",
  description: "Sends one mail.",
  inputSchema: {
    type: "object",
    properties: {
      to: {
        type: "string",
        minLength: 3,
        description: "The receiver's address; several with commas between them",
      },
      subject: { type: "string", maxLength: 998, description: "The subject line" },
      body: { type: "string", description: "The text of the mail" },
      message_id: {
        type: "string",
        maxLength: 250,
        description: "The Message-ID to use. Repeating it marks a repeated mail.",
      },
      attachments: { type: "array", items: attachment, maxItems: 20, description: "Files to go along" },
    },
    required: ["to", "subject", "body"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
};

async function send({ to, subject, body, message_id: messageId, attachments = [] }) {
  const missing = Object.entries({ to, subject, body }).find(([, value]) => typeof value !== "string");
  if (missing) return failure(`${missing[0]} is missing. Nothing was sent.`);
  try {
    const sent = await post.sendMail({
      from: MAIL_FROM,
      to,
      subject,
      text: body,
      ...(messageId === undefined ? {} : { messageId }),
      attachments: attachments.map(({ filename, content }) => ({ filename, content, encoding: "base64" })),
    });
    return text(`Sent to ${sent.accepted.join(", ")} as ${sent.messageId}`);
  } catch (error) {
    return failure(`The mail could not be handed over: ${error.message}`);
  }
}

serve({
  name: "mail",
  tools: () => ({ tools: [sendEmail] }),
  call: ({ name, arguments: args = {} }) =>
    name === "send_email" ? send(args) : failure(`There is no tool ${name}.`),
});
