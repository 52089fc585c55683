/** Suggestions of receivers beneath the field “To whom”: people of the vault, and receivers of earlier actions. */
import { AbstractInputSuggest, type App } from "obsidian";
import { partsOf, writeReceiver } from "../../note/action/receivers";
import { escapeLine } from "../../kit/text";

/** Notes about people have their address in this property. */
const PROPERTY = "email";
/** Divides receivers, outside of a name in quotes. */
const LAST = /^((?:"[^"]*"|[^"])*,\s*)?([^,]*)$/;

export class ReceiverSuggest extends AbstractInputSuggest<string> {
  #all: readonly string[] | null = null;

  /** `find` is asked each time the field is entered. */
  constructor(
    app: App,
    private readonly field: HTMLInputElement,
    private readonly find: () => readonly string[],
  ) {
    super(app, field);
    field.addEventListener("blur", () => (this.#all = null));
    this.onSelect((receiver) => {
      const [, before = ""] = LAST.exec(this.field.value) ?? [];
      this.setValue(`${before}${receiver}`);
      this.field.dispatchEvent(new Event("input", { bubbles: true }));
      this.close();
    });
  }

  protected override getSuggestions(query: string): string[] {
    this.#all ??= this.find();
    const wanted = (LAST.exec(query)?.[2] ?? query).trim().toLowerCase();
    return this.#all.filter((each) => {
      const text = each.toLowerCase();
      return text.includes(wanted) && text !== wanted;
    });
  }

  override renderSuggestion(receiver: string, el: HTMLElement): void {
    el.createEl("bdi", { text: escapeLine(receiver, 200) });
  }
}

/** People with an address in a note, then those of `earlier` who have none. */
export function peopleOf(app: App, earlier: readonly string[]): readonly string[] {
  const noted = app.vault.getMarkdownFiles().flatMap((file) => {
    const given: unknown = app.metadataCache.getFileCache(file)?.frontmatter?.[PROPERTY];
    const all: readonly unknown[] = Array.isArray(given) ? given : [given];
    return all
      .filter((each) => typeof each === "string")
      .filter((each) => partsOf(each.trim()).domain !== "")
      .map((each) =>
        each.includes("<") ? each.trim() : writeReceiver({ name: file.basename, address: each.trim() }),
      );
  });
  const known = new Set(noted.map(addressIn));
  const people = noted.sort((a, b) => a.localeCompare(b));
  return [...new Set([...people, ...earlier.filter((each) => !known.has(addressIn(each)))])];
}

function addressIn(receiver: string): string {
  const { local, domain } = partsOf(receiver);
  return `${local}@${domain}`.toLowerCase();
}
