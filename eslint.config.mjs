/**
 * Three profiles: the sources as the community directory's scanner reads them, and stricter; the rooms of the terminal, which run in
 * Node and never in a window; and everything that is not shipped. A warning fails the run as an error does.
 *
 * No file may switch a rule off for itself: a comment that tries has no effect and is reported. What is off is off here, with why.
 */
import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import obsidianmd from "eslint-plugin-obsidianmd";
import globals from "globals";
import tseslint from "typescript-eslint";

const SOURCES = ["src/**/*.ts"];
/** Evaluated by Node only: the terminal, and what a desktop reaches by import() behind Platform.isDesktop. */
const NODE_ROOMS = [
  "src/cli.ts",
  "src/terminal/**/*.ts",
  "src/adapters/folder/**/*.ts",
  "src/adapters/node/**/*.ts",
  "src/adapters/mcp/stdio*.ts",
];
const NOT_SHIPPED = ["tests/**/*.ts", "scripts/**/*.{ts,mts}", "*.config.ts"];

/** One project service serves all files, and takes the options it meets first. */
const typed = {
  parserOptions: {
    projectService: { allowDefaultProject: ["*.config.ts"] },
    tsconfigRootDir: import.meta.dirname,
  },
};

const scannedPackage = obsidianmd.configs.recommended.filter(
  (config) => config.files?.includes("package.json") && config.language === "json/json",
);

export default defineConfig([
  globalIgnores(["main.js", "dist/", "coverage/", "tests/cases/"]),

  {
    files: SOURCES,
    extends: [tseslint.configs.strictTypeChecked, obsidianmd.configs.recommended],
    languageOptions: typed,
    rules: {
      // A default that ends in a never-check is exhaustive.
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/ban-ts-comment": "error",
      // `() => done()` and `return done();` read well, and a number in a sentence is a number.
      "@typescript-eslint/no-confusing-void-expression": [
        "error",
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // Code points are what we mean where we walk through a text.
      "@typescript-eslint/no-misused-spread": ["error", { allow: ["string"] }],
      // There are no enums here, and a class of ours has private fields, which the compiler compares by name.
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
      "@typescript-eslint/no-unsafe-enum-comparison": "off",
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      // `while (true)` is a loop that says so.
      "@typescript-eslint/no-unnecessary-condition": [
        "error",
        { allowConstantLoopConditions: "only-allowed-literals" },
      ],
    },
  },
  {
    files: NODE_ROOMS,
    rules: {
      // The compiler knows Node's names; the scanner's list holds a window's.
      "no-undef": "off",
      "obsidianmd/no-nodejs-modules": "off",
      "obsidianmd/prefer-window-timers": "off",
      "obsidianmd/no-global-this": "off",
      // A terminal has no requestUrl, and no console to keep quiet.
      "no-restricted-globals": "off",
      "obsidianmd/rule-custom-message": "off",
      "no-new-func": "error",
    },
  },
  {
    files: ["package.json"],
    extends: scannedPackage,
    rules: {
      // js-yaml 5 gives source offsets, by which one value is replaced and nothing else moves.
      "depend/ban-dependencies": [
        "error",
        { presets: ["native", "microutilities", "preferred"], allowed: ["js-yaml"] },
      ],
    },
  },

  {
    files: NOT_SHIPPED,
    extends: [js.configs.recommended, tseslint.configs.recommended],
    languageOptions: typed,
    rules: {
      // A promise nobody waits for is a test that cannot fail.
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { args: "after-used", argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
      ],
      "@typescript-eslint/no-unused-expressions": ["error", { allowShortCircuit: true, allowTernary: true }],
      "@typescript-eslint/ban-ts-comment": ["error", { "ts-expect-error": true }],
      // A stand-in that lends methods to the DOM's own objects has to name `this`.
      "@typescript-eslint/no-this-alias": "off",
    },
  },
  { files: ["**/*.mjs"], extends: [js.configs.recommended], languageOptions: { globals: globals.node } },

  // Last, so that no profile above weakens it.
  {
    linterOptions: {
      noInlineConfig: true,
      reportUnusedDisableDirectives: "error",
      reportUnusedInlineConfigs: "error",
    },
  },
]);
