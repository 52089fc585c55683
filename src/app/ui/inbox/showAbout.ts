/** The text that a card is about, in front of the person: lines of a plan, and the notes or sections they link to. */
import { readFrontmatter } from "../../../kit/frontmatter";
import { indentOf, joinLines, outdent, splitLines } from "../../../kit/lines";
import { findSection, headingsOf, kindsOf } from "../../../kit/markdown";
import { escapeInvisibleLines, escapeLine } from "../../../kit/text";
import type { StepText } from "../../../overview/mission/cards";
import type { EngineClient } from "../engineClient";
import { showProse } from "../showProse";
import { WORDS } from "../words";

/** Linked notes that are shown; a step with more is opened. */
const MOST = 3;

/** A step may offer what to choose from in lines beneath it, or behind its links. `plan`: path of its note. */
export function showStep(
  el: HTMLElement,
  { text, beneath }: Pick<StepText, "text" | "beneath">,
  plan: string,
  client: EngineClient,
): void {
  const lines = beneath.split("\n");
  const indent = Math.min(...lines.map(indentOf));
  showLines(
    el,
    lines.map((line) => outdent(line, indent)).filter((line) => line !== ""),
  );
  const links = `${text}\n${beneath}`.matchAll(/\[\[([^[\]|]+)(?:\|([^[\]]*))?\]\]/g);
  for (const [, link = "", name = link] of [...links].slice(0, MOST))
    void showLinked(el, { link, name, from: plan }, client);
}

export function showLines(el: HTMLElement, lines: readonly string[]): void {
  if (lines.length > 0)
    showProse(el.createDiv("planwright-about"), lines.map((each) => escapeInvisibleLines(each)).join("\n"));
}

/** `from`: path of the note with the link. Of a link to a heading only its section is shown. */
export async function showLinked(
  el: HTMLElement,
  { link, name, from = "" }: { readonly link: string; readonly name: string; readonly from?: string },
  client: EngineClient,
): Promise<void> {
  const { app } = client;
  const box = el.createDiv("planwright-about");
  const head = box.createDiv("planwright-about-head");
  head.createEl("bdi", { text: escapeLine(name, 200) });
  const [target = "", ...heading] = link.split("#");
  const file = target === "" ? null : app.metadataCache.getFirstLinkpathDest(target, from);
  const path = target === "" ? from : file?.path;
  const text = path === undefined ? null : await client.read(path);
  if (text === null) {
    // The app would make a note of a link that leads to none.
    box.createEl("p", { cls: "planwright-muted", text: WORDS.open.gone });
    return;
  }
  head
    .createEl("button", { text: WORDS.inbox.openNote })
    .addEventListener("click", () => void app.workspace.openLinkText(link, from));
  if (!showProse(box, sectionIn(text, heading.at(-1))))
    box.createEl("p", { cls: "planwright-muted", text: WORDS.inbox.isLong });
}

/** The lines beneath a heading; all of the note where it has no such heading. */
function sectionIn(note: string, heading: string | undefined): string {
  const lines = splitLines(note);
  const parsed = readFrontmatter(lines);
  const from = parsed.kind === "read" ? parsed.frontmatter.bodyFrom : 0;
  const place = heading === undefined ? null : findSection(headingsOf(lines, kindsOf(lines, from)), heading);
  return place === null ? note : joinLines(lines.slice(place.from + 1, place.to));
}
