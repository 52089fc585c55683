/** Words of the form that asks for approval. */
export const REQUEST_WORDS = {
  title: "Request approval",
  again: "Ask again?",
  ask: "Ask for approval",
  hasAction: (n: number, type: string): string => `Step ${String(n)} already has an action: ${type}.`,
  wasAsked: (reason: string): string => `It was asked already: ${reason} A new request takes its place.`,
  type: {
    name: "Type",
    desc: "Types with a server are sent for you once approved; the others you carry out yourself.",
  },
  target: { name: "To whom or where", desc: "An address, an account, a place." },
  text: "Text",
  attachments: { name: "Attachments (optional)", desc: "Paths in this vault, one a line." },
  empty: "Say to whom, or what.",
  waiting: (server: string): string => `The server “${server}” has not answered yet.`,
  asking: "Asking the server…",
  route: (server: string, tool: string): string => `Sent with the tool ${tool} of the server ${server}.`,
  optional: (label: string): string => `${label} (optional)`,
  oneALine: "One a line.",
  asJson: "As JSON.",
  badJson: (label: string): string => `“${label}” is not written as JSON.`,
  choose: "Choose…",
} as const;
