/**
 * An MCP server over stdio that says of itself and of its tools exactly what it is told to. For tests. Arguments: the
 * result of `initialize`, and of every page of `tools/list`, each as JSON text; empty for an ordinary one. A call of
 * any tool answers "Done.".
 */
import { createInterface } from "node:readline";

const [, , own = "", ...pages] = process.argv;
const ordinary =
  '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"told","version":"1"}}';
const answer = (id, result) =>
  process.stdout.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}\n`);
let page = 0;

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (method === "initialize") answer(id, own === "" ? ordinary : own);
  else if (method === "tools/list") {
    page = params?.cursor === undefined ? 0 : page + 1;
    answer(id, pages[page] ?? '{"tools":[]}');
  } else if (method === "tools/call") answer(id, '{"content":[{"type":"text","text":"Done."}]}');
  else
    process.stdout.write(
      `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":{"code":-32601,"message":"Unknown method"}}\n`,
    );
});
