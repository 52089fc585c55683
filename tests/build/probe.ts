/**
 * A door as small as can be over the packages a bundle must tame; tests/build.test.ts bundles it both ways and calls
 * it.
 */
import matter from "gray-matter";
import { load } from "js-yaml";
import { z } from "zod";

const Shape = z.object({ name: z.string() });

export function properties(note: string): unknown {
  return matter(note, { engines: { yaml: (text: string) => Object(load(text)) as object } }).data;
}

export function withoutEngine(note: string): unknown {
  return matter(note, {}).data;
}

/** Asks for a part of the package that is cut away. */
export function withPart(note: string, part: string): unknown {
  return matter(note, { engines: { yaml: () => ({}) }, [part]: true }).data;
}

export function checked(value: unknown): boolean {
  return Shape.safeParse(value).success;
}

export function compiled(value: unknown): boolean {
  return z.compile(Shape).safeParse(value).success;
}

/** A shape made of a JSON Schema, as the tools of servers describe their arguments. */
export function fits(schema: Parameters<typeof z.fromJSONSchema>[0], value: unknown): boolean {
  return z.fromJSONSchema(schema).safeParse(value).success;
}

/** The name of the late package's own class, once it has been evaluated. */
export async function late(): Promise<string> {
  const { Client } = await import("@modelcontextprotocol/client");
  return typeof new Client({ name: "probe", version: "0" }).callTool;
}

export async function fromNode(): Promise<string> {
  const { separator } = await import("./probe_node");
  return separator;
}
