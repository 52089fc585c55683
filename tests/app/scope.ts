/**
 * Evaluates a main.js so that it sees what it would see in the app and nothing more. A phone has no Node: `process`,
 * `Buffer`, `global` and `setImmediate` are undefined, and `require` knows `obsidian` alone. A desktop has Node's
 * built-ins, through `require` and `window.require`. `electron` is refused on both.
 */
import { builtinModules, createRequire } from "node:module";
import { runInThisContext } from "node:vm";
import { EDITOR_MODULES } from "./obsidian/live";
import type { Device } from "./obsidian/surroundings";

const NODE_ONLY = [
  "process",
  "Buffer",
  "global",
  "setImmediate",
  "clearImmediate",
  "require",
  "module",
  "exports",
  "__dirname",
  "__filename",
];

/**
 * Names of the language itself. A plugin finds them as arguments: asking the scope for each `Map` and `Object` takes
 * most of the time of a test.
 */
const LANGUAGE = [
  "Array",
  "Object",
  "Function",
  "String",
  "Number",
  "Boolean",
  "Symbol",
  "BigInt",
  "Math",
  "JSON",
  "Intl",
  "Reflect",
  "Proxy",
  "Promise",
  "RegExp",
  "Map",
  "Set",
  "WeakMap",
  "WeakSet",
  "WeakRef",
  "Error",
  "TypeError",
  "RangeError",
  "SyntaxError",
  "AggregateError",
  "ArrayBuffer",
  "SharedArrayBuffer",
  "DataView",
  "Uint8Array",
  "Uint16Array",
  "Uint32Array",
  "Int8Array",
  "Int16Array",
  "Int32Array",
  "Float32Array",
  "Float64Array",
  "BigInt64Array",
  "BigUint64Array",
  "Uint8ClampedArray",
  "Atomics",
  "WebAssembly",
];

/**
 * Node's own, not happy-dom's: one realm, so that what crosses between plugin, app and Node is an `instanceof` on both
 * sides.
 */
const PREFER_NODE = new Set([
  ...LANGUAGE,
  "AbortController",
  "AbortSignal",
  "Blob",
  "TextEncoder",
  "TextDecoder",
  "URL",
  "URLSearchParams",
  "crypto",
  "structuredClone",
  "ReadableStream",
  "WritableStream",
  "TransformStream",
  "Headers",
  "Response",
  "Request",
  "performance",
  "queueMicrotask",
  "atob",
  "btoa",
  "undefined",
]);

export interface Evaluated {
  readonly exports: Record<string, unknown>;
  /** Modules of Node that were required, in order. */
  readonly required: readonly string[];
}

const isBuiltin = (name: string): boolean => builtinModules.includes(name.replace(/^node:/, ""));

/** `require` as a plugin has it. */
export const requireFor = (
  device: Device,
  obsidian: object,
  required: string[],
): ((name: string) => unknown) => {
  const nodeRequire = createRequire(import.meta.url);
  return (name) => {
    if (name === "obsidian") return obsidian;
    if (Object.hasOwn(EDITOR_MODULES, name)) return EDITOR_MODULES[name];
    if (device === "desktop" && isBuiltin(name)) {
      required.push(name);
      return nodeRequire(name);
    }
    throw new Error(`Cannot find module '${name}'`);
  };
};

const scopeFor = (device: Device, window: object, own: Readonly<Record<string, unknown>>): object => {
  const bound = new Map<string, unknown>();
  const look = (name: string): unknown => {
    if (Object.hasOwn(own, name)) return own[name];
    if (NODE_ONLY.includes(name)) return device === "desktop" ? Reflect.get(globalThis, name) : undefined;
    const value: unknown = Reflect.get(!PREFER_NODE.has(name) && name in window ? window : globalThis, name);
    // A bare `setTimeout()` inside `with` would be called on the scope; functions of the window belong to the window.
    if (typeof value !== "function" || /^[A-Z]/.test(name) || PREFER_NODE.has(name) || !(name in window))
      return value;
    if (!bound.has(name)) bound.set(name, value.bind(window));
    return bound.get(name);
  };
  return new Proxy(
    {},
    {
      has: (_target, name) =>
        typeof name === "string" &&
        name !== "$scope" &&
        name !== "$language" &&
        (name in own || name in window || name in globalThis || NODE_ONLY.includes(name)),
      get: (_target, name) => (typeof name === "string" ? look(name) : undefined),
      set: (_target, name, value) => Reflect.set(window, name, value),
    },
  );
};

export const evaluate = (
  code: string,
  filename: string,
  given: {
    readonly device: Device;
    readonly window: object;
    readonly obsidian: object;
    readonly own: Readonly<Record<string, unknown>>;
  },
): Evaluated => {
  const required: string[] = [];
  const require = requireFor(given.device, given.obsidian, required);
  // On a phone there is a `require`, for "obsidian" alone, as the function's argument; `window.require` is the
  // desktop's.
  if (given.device === "desktop") Reflect.set(given.window, "require", require);
  const module: { exports: Record<string, unknown> } = { exports: {} };
  const wrapped = runInThisContext(
    `(function ($scope, $language, require, module, exports) { with ($scope) { (function (${LANGUAGE.join()}) {${code}\n}).apply(undefined, $language); } })`,
    { filename },
  ) as (scope: object, language: readonly unknown[], ...rest: readonly unknown[]) => void;
  const scope = scopeFor(given.device, given.window, {
    ...given.own,
    require,
    module,
    exports: module.exports,
  });
  const language = LANGUAGE.map((name): unknown => Reflect.get(globalThis, name));
  wrapped(scope, language, require, module, module.exports);
  return { exports: module.exports, required };
};
