/**
 * “Save as template” and “New plan from template…”: the next plan, or the next result, begins from a note in the folder
 * for templates.
 */
import { folderOf, nameOf } from "../../../kit/path";
import { escapeLine } from "../../../kit/text";
import { PLAN_TEMPLATES } from "../../../note/plan/template/planTemplates";
import { readTemplate } from "../../../note/plan/template/template";
import { pathOf } from "../../../settings/settings";
import { addSentence, openDialog } from "../dialog";
import type { EngineClient } from "../engineClient";
import { openMade } from "../opening";
import { pick } from "../pick";
import { fillIn } from "../start/fillIn";
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
  // A note of the same name stands in the place of ours.
  const ours = PLAN_TEMPLATES.filter(({ name }) => all.every((each) => each.name !== name));
  pick(
    client.app,
    [...all, ...ours],
    (each) => words.line(escapeLine(each.name, 120), "kind" in each ? each.kind : "plan"),
    words.which,
    (each) => {
      if (!("kind" in each)) fillIn(client, each, ({ made }) => openPath(client, made));
      else if (each.kind === "plan") askObjective(client, each);
      else void startNamed(client, "deep-reasoning", { topic: "", context: each.path });
    },
    (each) => ("path" in each ? each.path : each.says),
  );
}

async function openPath({ app }: EngineClient, path: string | null): Promise<void> {
  if (path !== null) await app.workspace.openLinkText(path, "");
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
