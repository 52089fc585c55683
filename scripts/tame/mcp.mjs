/** The client asks a server for its tools and calls one. */
export const mcpRows = [
  {
    file: "@modelcontextprotocol/client/dist/shimsNode.mjs",
    why: "its JSON Schema validator writes code and runs it; the other one interprets",
    from: /import \{ n as AjvJsonSchemaValidator \} from "\.\/ajvProvider-[\w-]+\.mjs";/,
    to: 'import { CfWorkerJsonSchemaValidator as AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/cf-worker";',
  },
  {
    file: "@modelcontextprotocol/client/dist/cfWorkerProvider-l7BFVI5n.mjs",
    why: "checks answers by their schema where nobody gives another checker; ours is always given (adapters/mcp/connection.ts)",
    to: `class CfWorkerJsonSchemaValidator {
  getValidator() { throw new Error("Answers are not checked by their schema here."); }
}
export { CfWorkerJsonSchemaValidator as t };
`,
  },
  {
    file: "jose/dist/webapi/index.js",
    why: "signs in to servers by OAuth, which no server in the settings can ask for",
    to: "export {};",
  },
  {
    file: "@modelcontextprotocol/client/dist/public-CvV4ZHkX.mjs",
    why: "the same sign-in; a server that wants it gets no answer, as before",
    from: /async function auth\(provider, options\) \{\n.*?\n\}\n/s,
    to: 'async function auth() { throw new Error("No sign-in by OAuth here."); }\n',
  },
  {
    file: "@modelcontextprotocol/client/dist/src-CeKsbNLO.mjs",
    why: "templates of addresses, which nobody here fills in",
    from: "var UriTemplate = class UriTemplate {",
    to: "var UriTemplate = /* @__PURE__ */ class UriTemplate {",
  },
];
