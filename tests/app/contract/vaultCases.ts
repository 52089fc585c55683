/** Promises of the stand-in about notes and the app's memory. */
import { type Case, type Kit, same, somePlugin } from "./kit";

const heard = ({ app }: Kit, run: (line: string) => void): (() => void) => {
  const refs = ["create", "modify", "delete"].map((name) =>
    app.vault.on(name, (file: { readonly path: string }) => run(`${name} ${file.path}`)),
  );
  refs.push(
    app.vault.on("rename", (file: { readonly path: string }, old: string) =>
      run(`rename ${old} ${file.path}`),
    ),
  );
  return () => refs.forEach((ref) => app.vault.offref(ref));
};

export const vaultCases: readonly Case[] = [
  {
    name: "a note that the app creates is told and known before the promise resolves",
    async run(kit) {
      const lines: string[] = [];
      const stop = heard(kit, (line) => lines.push(line));
      const file = await kit.app.vault.create("New.md", "Words.\n");
      same("told", lines, ["create New.md"]);
      same("known", kit.app.vault.getFileByPath("New.md") === file, true);
      same("on the disk", await kit.others.read("New.md"), "Words.\n");
      stop();
    },
  },
  {
    name: "a note that is there already is not created again",
    async run({ app }) {
      await app.vault.create("Twice.md", "");
      const why = await app.vault.create("Twice.md", "").catch((error: Error) => error.message);
      same("refused", why, "File already exists.");
    },
  },
  {
    name: "process hands over the text on the disk and writes what comes back",
    async run({ app, others }) {
      const file = await app.vault.create("Process.md", "One.\n");
      await app.vault.process(file, (text) => text.replace("One", "Two"));
      same("on the disk", await others.read("Process.md"), "Two.\n");
    },
  },
  {
    name: "a move inside the app keeps the file and tells the old path",
    async run(kit) {
      await kit.app.vault.createFolder("There");
      const file = await kit.app.vault.create("Moved.md", "");
      const lines: string[] = [];
      const stop = heard(kit, (line) => lines.push(line));
      await kit.app.fileManager.renameFile(file, "There/Moved.md");
      same("told", lines, ["rename Moved.md There/Moved.md"]);
      same("the same file", kit.app.vault.getFileByPath("There/Moved.md") === file, true);
      stop();
    },
  },
  {
    name: "a note that others write is told as created, then as modified",
    async run(kit) {
      const lines: string[] = [];
      const stop = heard(kit, (line) => lines.push(line));
      await kit.others.write("Theirs.md", "One.\n");
      await kit.until("it is told", () => lines.includes("create Theirs.md"));
      await kit.others.write("Theirs.md", "One and more.\n");
      await kit.until("the change is told", () => lines.includes("modify Theirs.md"));
      stop();
    },
  },
  {
    name: "a move by others is a creation first and a deletion after it",
    async run(kit) {
      await kit.others.write("From.md", "x");
      await kit.until("it is known", () => kit.app.vault.getFileByPath("From.md") !== null);
      const lines: string[] = [];
      const stop = heard(kit, (line) => lines.push(line));
      await kit.others.move("From.md", "To.md");
      await kit.until("both are told", () => lines.length >= 2);
      same("order", lines, ["create To.md", "delete From.md"]);
      stop();
    },
  },
  {
    name: "hidden files are reached by the adapter and are no part of the vault",
    async run({ app }) {
      await app.vault.adapter.mkdir(".hidden");
      await app.vault.adapter.write(".hidden/file.md", "x");
      same("read", await app.vault.adapter.read(".hidden/file.md"), "x");
      same("in the vault", app.vault.getAbstractFileByPath(".hidden/file.md"), null);
    },
  },
  {
    name: "the metadata cache follows a change a moment later",
    async run(kit) {
      const file = await kit.app.vault.create("Meta.md", "---\nstatus: Active\n---\n# Head\n");
      const status = (): unknown => kit.app.metadataCache.getFileCache(file)?.frontmatter?.["status"];
      same("at once", status(), undefined);
      await kit.until("it follows", () => status() === "Active");
    },
  },
  {
    name: "local storage and secrets are kept by the app",
    run({ app }) {
      app.saveLocalStorage("contract", { a: 1 });
      same("kept", app.loadLocalStorage("contract"), { a: 1 });
      app.saveLocalStorage("contract", null);
      same("gone", app.loadLocalStorage("contract"), null);
      app.secretStorage.setSecret("contract-secret", "s");
      same("secret", app.secretStorage.getSecret("contract-secret"), "s");
    },
  },
  {
    name: "requestUrl reaches nothing beyond this computer",
    async run({ obsidian }) {
      const why = await obsidian.requestUrl("https://example.com/").then(
        () => "reached",
        () => "refused",
      );
      same("elsewhere", why, "refused");
    },
  },
  {
    name: "fetch of the window is refused, as in the app for servers without CORS",
    async run({ window }) {
      const why = await window.fetch("http://127.0.0.1:9/").then(
        () => "reached",
        (error: Error) => error.message,
      );
      same("refused", why, "Failed to fetch");
    },
  },
  {
    name: "a plugin's data is null at first, then what was saved",
    async run(kit) {
      const plugin = await somePlugin(kit);
      same("at first", await plugin.loadData(), null);
      await kit.app.vault.adapter.mkdir(`.obsidian/plugins/${plugin.manifest.id}`);
      await plugin.saveData({ on: true });
      same("then", await plugin.loadData(), { on: true });
      plugin.unload();
    },
  },
];
