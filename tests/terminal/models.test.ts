/** `models` and `models test NAME`: what is listed, what is told, and how the call ends. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  called,
  delta,
  events,
  startModelServer,
  stream,
  used,
  type ModelServer,
} from "../fakes/modelServer";
import { openRoom, type Room } from "./call";

let room: Room;
let server: ModelServer | null = null;
beforeAll(() => {
  room = openRoom();
});
afterAll(() => room.leave());
afterEach(async () => {
  delete process.env["FENN_KEY"];
  await server?.leave();
  server = null;
});

const KEY = "sk-test-51c8a07e2b9d4f63";
const MAIN = { provider: "openai-compatible", url: "http://127.0.0.1:9/v1", model: "fenn-7b" };

const settings = (given: object): string => room.write("settings.json", JSON.stringify(given));

test("every model is listed with its use, its price and its key, and no key is shown", async () => {
  const file = settings({
    models: {
      main: { ...MAIN, context: 16_000, price: { in: 0.5, out: 1.5 } },
      spare: { ...MAIN, url: "https://models.example/v1", key: "$secret:fenn-key" },
      show: { provider: "scripted", file: "answers.json" },
    },
    roles: { worker: "main" },
  });
  const missing = await room.run("models", "--settings", file);
  expect(missing).toMatchObject({ code: 0, err: "" });
  expect(missing.out).toContain(`main (worker)
  the model fenn-7b at http://127.0.0.1:9/v1
  context: 16,000 tokens
  price: $0.5 in and $1.5 out for a million tokens
  key: none
`);
  expect(missing.out).toContain("key: the environment variable FENN_KEY, which is missing");
  expect(missing.out).toContain(`a script, whose answers come from the file ${room.at("answers.json")}`);
  process.env["FENN_KEY"] = KEY;
  const there = await room.run("models", "--settings", file);
  expect(there.out).toContain("key: the environment variable FENN_KEY, which is set");
  const object = await room.run("models", "--settings", file, "--json");
  const { models } = JSON.parse(object.out) as { models: { name: string }[] };
  expect(models.map(({ name }) => name)).toEqual(["main", "spare", "show"]);
  expect(models[1]).toMatchObject({
    roles: [],
    price: null,
    key: { secret: "fenn-key", place: "the environment variable FENN_KEY", isThere: true },
  });
  expect(there.out + object.out).not.toContain(KEY);
});

test("without a model it is said how to name one", async () => {
  const { code, out } = await room.run("models", "--settings", settings({}));
  expect(code).toBe(0);
  expect(out).toContain("The settings name no language model");
});

test("models that nothing uses are told of", async () => {
  const { out } = await room.run("models", "--settings", settings({ models: { main: MAIN } }));
  expect(out).toContain("None of them does the steps of agents");
});

test("a test that finds a model at work ends with 0, and one that does not with 3", async () => {
  server = await startModelServer(
    stream(events(called(0, "a", "say_ready", '{"word":"ready"}'), delta({}, "tool_calls"), used(210, 18))),
  );
  process.env["FENN_KEY"] = KEY;
  const file = settings({
    models: { main: { ...MAIN, url: server.url, key: "$secret:fenn-key" }, gone: MAIN },
  });
  const works = await room.run("models", "test", "main", "--settings", file);
  expect(works).toMatchObject({ code: 0, err: "" });
  expect(works.out).toMatch(/“main” works: it called a tool after/);
  expect(works.out).not.toContain(KEY);
  expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  const object = await room.run("models", "test", "main", "--settings", file, "--json");
  expect(JSON.parse(object.out)).toMatchObject({ model: "main", kind: "works", usage: { in: 210, out: 18 } });
  const gone = await room.run("models", "test", "gone", "--settings", file);
  expect(gone.code).toBe(3);
  expect(gone.out).toContain("“gone” does not work: ");
});

test.each([
  [["models", "test"], 2, /needs the name of a model/],
  [["models", "try", "main"], 2, /Say “models” or “models test”, not “models try”/],
  [["models", "test", "main", "more"], 2, /takes no “more”/],
  [["models", "test", "mian"], 1, /There is no model “mian” in the settings\. Did you mean “main”\?/],
  [["models", "test", "entirely-else"], 1, /There is: “main”\./],
  [["models", "test", "__proto__"], 1, /There is no model “__proto__”/],
] as const)("%j ends with %i", async (words, code, says) => {
  const ended = await room.run(...words, "--settings", settings({ models: { main: MAIN } }));
  expect(ended).toMatchObject({ code, out: "" });
  expect(ended.err).toMatch(says);
});

test("settings that cannot be used are told as everywhere else", async () => {
  const { code, err } = await room.run(
    "models",
    "--settings",
    settings({ models: { main: { provider: "x" } } }),
  );
  expect(code).toBe(2);
  expect(err).toContain("models.main.provider");
});
