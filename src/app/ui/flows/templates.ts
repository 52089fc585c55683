/**
 * “Save as template” and “New plan from template…”: the next plan, or the next result, begins from a note in the folder
 * for templates.
 */
import { folderOf, nameOf } from "../../../kit/path";
import { escapeLine } from "../../../kit/text";
import { readTemplate } from "../../../note/plan/template/template";
import { pathOf } from "../../../settings/settings";
import { addSentence, openDialog } from "../dialog";
import type { EngineClient } from "../engineClient";
import { openMade } from "../opening";
import { pick } from "../pick";
import { WORDS } from "../words";
import { startNamed } from "./startFlow";

const words = WORDS.plans.template;

/** `path`: of a plan, or of an approved result. */
export async function saveTemplate(client: EngineClient, path: string): Promise<void> {
  await openMade(client, { kind: "template", what: "save", of: path });
}

export async function newFromTemplate(client: EngineClient): Promise<void> {
  const folder = pathOf(client.settings.now(), "templates");
  const notes = client.app.vault.getMarkdownFiles().filter(({ path }) => folderOf(path) === folder);
  const read = await Promise.all(notes.map(async ({ path }) => ({ path, text: await client.read(path) })));
  const all = read.flatMap(({ path, text }) => {
    const template = text === null ? null : readTemplate(text);
    return template === null ? [] : [{ ...template, path, name: nameOf(path).replace(/\.md$/i, "") }];
  });
  if (all.length === 0) client.say(words.none);
  pick(
    client.app,
    all,
    ({ name, kind }) => words.line(escapeLine(name, 120), kind),
    words.which,
    (found) => {
      if (found.kind === "plan") askObjective(client, found);
      else void startNamed(client, "deep-reasoning", { topic: "", context: found.path });
    },
    ({ path }) => path,
  );
}

function askObjective(
  client: EngineClient,
  { path, name, title }: { readonly path: string; readonly name: string; readonly title: string },
): void {
  let objective = title;
  openDialog(client.app, {
    title: words.title(escapeLine(name, 100)),
    fill: (content) => addSentence(content, words.objective, (text) => (objective = text), title),
    buttons: [
      {
        label: words.create,
        kind: "main",
        run: () => openMade(client, { kind: "template", what: "new", of: path, objective }),
      },
    ],
    leave: WORDS.dialog.cancel,
  });
}
