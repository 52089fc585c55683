/** Files in the form that the schema of a tool wants. */
import { expect, test } from "vitest";
import { fileForm, filesAs, guessFiles, absolutePath } from "../../src/note/action/files";
import type { Json, JsonObject } from "../../src/kit/json";

const text = { type: "string" };
const MARCH = { path: "In/Mär z.pdf", place: "/v/In/Mär z.pdf", content: "aGk=" };
const MAY = { path: "May.txt", place: "/v/May.txt", content: "TWF5" };
const tool = (name: string, schema: JsonObject): JsonObject => ({
  type: "object",
  properties: { [name]: schema },
});
const list = (items: JsonObject): JsonObject => ({ type: "array", items });
const group = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: "object",
  properties,
  required,
});

test.each<readonly [string, JsonObject, Json]>([
  ["a list of paths", list(text), ["/v/In/Mär z.pdf", "/v/May.txt"]],
  ["a list of no stated kind", { type: "array" }, ["/v/In/Mär z.pdf", "/v/May.txt"]],
  ["a list or nothing", { anyOf: [list(text), { type: "null" }] }, ["/v/In/Mär z.pdf", "/v/May.txt"]],
  [
    "a list of addresses",
    list({ type: "string", format: "uri" }),
    ["file:///v/In/M%C3%A4r%20z.pdf", "file:///v/May.txt"],
  ],
  [
    "groups with a path",
    list(group({ filename: text, path: text, content: text }, "filename")),
    [
      { filename: "Mär z.pdf", path: "/v/In/Mär z.pdf" },
      { filename: "May.txt", path: "/v/May.txt" },
    ],
  ],
  [
    "groups with the content",
    list(group({ filename: text, content: text, encoding: text, contentType: text }, "filename", "content")),
    [
      { filename: "Mär z.pdf", content: "aGk=", encoding: "base64" },
      { filename: "May.txt", content: "TWF5", encoding: "base64" },
    ],
  ],
])("%s", (_what, schema, value) => {
  const form = fileForm(tool("files", schema), ["files"]);
  expect(form === null ? null : filesAs(form, [MARCH, MAY])).toEqual(value);
});

test("one file, as a path, as a group, and within another argument", () => {
  const one = (schema: JsonObject, path: readonly string[]): Json => {
    const form = fileForm(schema, path);
    return form === null ? null : filesAs(form, [MAY]);
  };
  expect(one(tool("file_path", text), ["file_path"])).toBe("/v/May.txt");
  expect(one(tool("file", group({ name: text, data: text })), ["file"])).toEqual({
    name: "May.txt",
    data: "TWF5",
  });
  expect(one(tool("mail", group({ files: list(text) })), ["mail", "files"])).toEqual(["/v/May.txt"]);
  expect(one({ type: "object" }, ["files"])).toEqual(["/v/May.txt"]);
});

test("a group that needs what is not known here, and a number, are no forms of files", () => {
  expect(fileForm(tool("files", list(group({ id: text }, "id"))), ["files"])).toBeNull();
  expect(
    fileForm(tool("files", list(group({ path: text, checksum: text }, "checksum"))), ["files"]),
  ).toBeNull();
  expect(fileForm(tool("files", { type: "integer" }), ["files"])).toBeNull();
});

test.each<readonly [string, JsonObject, string | null]>([
  ["attachments", list(text), "attachments"],
  ["attachment_paths", list(text), "attachment_paths"],
  ["filePath", text, "filePath"],
  ["files", { type: "integer" }, null],
  ["profile", text, null],
])("of a tool that lists %s %j, files go to %s", (name, schema, guessed) => {
  expect(guessFiles(tool(name, schema))).toBe(guessed);
});

test.each([
  ["/home/ana/vault", "In/May.txt", "/home/ana/vault/In/May.txt"],
  ["/", "May.txt", "/May.txt"],
  ["C:\\Users\\ana\\vault\\", "In/May.txt", "C:\\Users\\ana\\vault\\In\\May.txt"],
  ["\\\\nas\\vault", "May.txt", "\\\\nas\\vault\\May.txt"],
  ["My vault", "May.txt", null],
])("in the folder %s, %s is found at %s", (folder, path, place) => {
  expect(absolutePath(folder, path)).toBe(place);
});
