/** Words of the dialog for what can be sent: the kind of thing, its server, its tool. */
import { counted } from "../../../kit/numbers";

export const TYPING_WORDS = {
  add: "What do you want to send?",
  kinds: {
    email: "Mail, from your own address",
    calendar_event: "Calendar events",
    payment: "Payments",
  } as Readonly<Record<string, string>>,
  another: "Something else",
  sources: {
    program: "Another program on this computer",
    json: "A server with JSON lines to paste",
    web: "A server with a web address",
  },
  sourceOf: {
    program: {
      name: "Program",
      desc: "The command that starts it; no shell.",
      empty: "Enter the program that starts the server.",
    },
    json: {
      name: "Lines to paste",
      desc: 'The JSON from the server’s manual, such as {"mcpServers": …}.',
      empty: "Paste the lines from the server’s manual.",
    },
    web: {
      name: "Address",
      desc: "Such as https://mcp.example.com/mcp.",
      empty: "Enter the server’s address.",
    },
  },
  about: (isMailNew: boolean) =>
    `Everything goes out through MCP servers: programs or web addresses. ${isMailNew ? "For mail, the next page sets one up." : "Mail is set up: its address and password are in the settings under “Servers”, its function in its menu."}`,
  phone:
    "Programs cannot run on a phone, so set up mail and the like on a computer. Here you can add a server with a web address.",
  serverTitle: (name: string) => `${name}: through which server?`,
  toolTitle: (name: string) => `${name}: with which function?`,
  editTitle: (name: string) => `Change ${name}`,
  server: { name: "Server", desc: "A program or an address that does things for you." },
  newServer: "A new one",
  look: "Go on",
  looking: "Asking it for its functions…",
  untested: "Go on untested",
  type: { name: "Type", desc: "One word in lower case, as in plans: email, payment, social_post." },
  tool: { name: "Function", desc: "As the server calls it." },
  known: (server: string, tools: number) => `“${server}” offers ${counted(tools, "function")}.`,
  unknown: (server: string) =>
    `“${server}” has not listed its functions, so type the function’s name, such as send_email.`,
  showTools: "Show its functions",
  noTools: "none",
  takes: (names: readonly string[]) => `It takes: ${names.join(", ")}.`,
  more: "How its fields are filled",
  target: { name: "Field for the target", desc: "The field for whom or where.", none: "to" },
  notChosen: "–",
  noTarget: "Choose the field for whom or where.",
  mark: {
    name: "Field for the duplicate mark",
    desc: "Lets the receiver recognise a duplicate; for mail, the message id.",
    none: "none",
  },
  attachments: { name: "Field for attachments", desc: "Without one, nothing can be attached.", none: "none" },
  harmless: {
    name: "An error means nothing happened",
    desc: "Switch this on only if you are sure. While it is off, you see each error before anything is tried again.",
  },
  save: "Save",
  badType: "A type is one word in lower case.",
  noTool: "Name the function.",
  taken: "This type already has a function; change that one.",
} as const;
