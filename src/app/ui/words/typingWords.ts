/** Words of the dialog for what can be sent: the kind of thing, its server, its tool. */
import { counted } from "../../../kit/numbers";

export const TYPING_WORDS = {
  add: "What should go out?",
  kinds: {
    email: "Mail, from an address of yours",
    calendar_event: "Calendar events",
    payment: "Payments",
  } as Readonly<Record<string, string>>,
  another: "Something else",
  sources: {
    program: "Another program on this computer",
    json: "A server whose manual gives lines to paste",
    web: "A server with a web address",
  },
  sourceOf: {
    program: {
      name: "Program",
      desc: "The command that starts it, without a shell.",
      empty: "Say which program starts the server.",
    },
    json: {
      name: "Lines to paste",
      desc: 'The JSON that the manual of the server gives, such as {"mcpServers": …}.',
      empty: "Paste the lines that the manual of the server gives.",
    },
    web: {
      name: "Address",
      desc: "As in https://mcp.example.com/mcp.",
      empty: "Give the address of the server.",
    },
  },
  about: (isMailNew: boolean) =>
    `All of it goes out through servers: programs or web addresses that speak the protocol MCP. ${isMailNew ? "For mail, one comes with the next page." : "Mail is added already: its address and password are in the settings under “Servers”, its function in its menu."}`,
  phone:
    "Programs cannot run on a phone, so mail and the like are added on a computer. Here you can add a server that has a web address.",
  serverTitle: (name: string) => `${name}: through which server?`,
  toolTitle: (name: string) => `${name}: with which function?`,
  editTitle: (name: string) => `Change ${name}`,
  server: { name: "Server", desc: "A program or an address that can do things for you." },
  newServer: "A new one",
  look: "Go on",
  looking: "Asking it what it can do…",
  untested: "Go on untested",
  type: { name: "Type", desc: "One word in lower case, as plans write it: email, payment, social_post." },
  tool: { name: "Function", desc: "As the server calls it." },
  known: (server: string, tools: number) => `“${server}” offers ${counted(tools, "function")}.`,
  unknown: (server: string) =>
    `“${server}” has not been asked what it can do, so type the name of the function, for example send_email.`,
  showTools: "Show its functions",
  noTools: "none",
  takes: (names: readonly string[]) => `It takes: ${names.join(", ")}.`,
  more: "How its fields are filled",
  target: { name: "Field for the target", desc: "The one that says to whom or where.", none: "to" },
  notChosen: "–",
  noTarget: "Choose the field that says to whom or where it goes.",
  mark: {
    name: "Field for the mark against repetition",
    desc: "It gets a mark by which the receiver can tell a repetition; for mail, the message id.",
    none: "none",
  },
  attachments: { name: "Field for attachments", desc: "Without one, nothing can be attached.", none: "none" },
  harmless: {
    name: "An error means that nothing happened",
    desc: "Switch this on only if you know it of this function. While it is off, an error is shown to you before anything is tried again.",
  },
  save: "Save",
  badType: "The type is one word in lower case.",
  noTool: "Name the function.",
  taken: "This type has a function already; change that one.",
} as const;
