/**
 * A language model that is a script: answers from a file, on loopback, in the words of the wire that most servers
 * speak.
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

const UNKNOWN =
  "This model is a script. It knows one step of the sample vault: the sums of the order to Fenn Mill.";

/** `file`: as scripts/demo/answers.json. Answers `{ url, stop }`; `url` ends before `/chat/completions`. */
export async function startModel(file) {
  const { answers } = JSON.parse(await readFile(file, "utf8"));
  const server = createServer(async (request, response) => {
    if (request.method !== "POST" || request.headers.origin !== undefined)
      return response.writeHead(405).end();
    let text = "";
    for await (const piece of request) text += piece;
    const { messages = [] } = JSON.parse(text);
    const turn = 1 + messages.filter(({ role }) => role === "assistant").length;
    const found = answers.find((each) => each.turn === turn && text.includes(each.step));
    const isTest = text.includes("say_ready");
    const calls = isTest ? [{ tool: "say_ready", arguments: { word: "ready" } }] : (found?.calls ?? []);
    const say = (delta, finish = null) =>
      `data: ${JSON.stringify({
        id: "script",
        object: "chat.completion.chunk",
        choices: [{ index: 0, delta, finish_reason: finish }],
      })}\n\n`;
    const usage = { prompt_tokens: Math.round(text.length / 4), completion_tokens: 80 };
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    response.write(say({ role: "assistant", content: found?.says ?? (isTest ? "" : UNKNOWN) }));
    calls.forEach((call, index) =>
      response.write(
        say({
          tool_calls: [
            {
              index,
              id: `script-${String(turn)}-${String(index)}`,
              type: "function",
              function: { name: call.tool, arguments: JSON.stringify(call.arguments) },
            },
          ],
        }),
      ),
    );
    response.write(say({}, calls.length > 0 ? "tool_calls" : "stop"));
    response.end(`data: ${JSON.stringify({ id: "script", choices: [], usage })}\n\ndata: [DONE]\n\n`);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${String(server.address().port)}/v1`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
