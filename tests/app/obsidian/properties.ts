/** The properties of a note, as the reading view shows them above the text: folded until a person opens them. */
import { setIcon } from "./text";

/** `frontmatter`: the lines between the dashes, shown as they are, broken ones too. */
export const drawProperties = (header: HTMLElement, frontmatter: string, document: Document): void => {
  const container = header.createDiv("metadata-container is-collapsed");
  const heading = container.createEl("button", {
    cls: "metadata-properties-heading",
    attr: { "aria-expanded": "false" },
  });
  setIcon(heading.createSpan("collapse-indicator"), "chevron-down");
  heading.appendChild(document.createTextNode("Properties"));
  const content = container.createDiv("metadata-content");
  let value: HTMLElement | null = null;
  for (const line of frontmatter.split(/\r?\n/)) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const found = /^([^\s:#][^:]*):(?:\s+(.*))?$/.exec(line);
    if (found === null) {
      value?.appendText(`${value.getText() === "" ? "" : ", "}${line.trim().replace(/^- /, "")}`);
      continue;
    }
    const row = content.createDiv("metadata-property");
    row.createDiv({ cls: "metadata-property-key", text: found[1] ?? "" });
    value = row.createDiv({ cls: "metadata-property-value", text: found[2] ?? "" });
  }
  heading.addEventListener("click", () => {
    const open = container.hasClass("is-collapsed");
    container.toggleClass("is-collapsed", !open);
    heading.setAttribute("aria-expanded", String(open));
  });
};
