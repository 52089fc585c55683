/** The app’s handling of files on a person's behalf. */
import type { DataWriteOptions } from "./adapter";
import type { App } from "./app";
import { type TAbstractFile, TFile, type TFolder } from "./file";
import { getFrontMatterInfo, parseYaml, stringifyYaml } from "./text";

export class FileManager {
  constructor(private readonly app: App) {}

  getNewFileParent(_sourcePath: string, _newFilePath?: string): TFolder {
    return this.app.vault.getRoot();
  }

  /** Moves, but does not rewrite links: nothing in these tests may lean on that. */
  renameFile(file: TAbstractFile, newPath: string): Promise<void> {
    return this.app.vault.rename(file, newPath);
  }

  trashFile(file: TAbstractFile): Promise<void> {
    return this.app.vault.trash(file, false);
  }

  generateMarkdownLink(file: TFile, sourcePath: string, subpath = "", alias = ""): string {
    const target = this.app.metadataCache.fileToLinktext(file, sourcePath) + subpath;
    return alias === "" ? `[[${target}]]` : `[[${target}|${alias}]]`;
  }

  /** Loses comments, quoting and layout, which is why Planwright must not use it. */
  async processFrontMatter(
    file: TFile,
    edit: (frontmatter: Record<string, unknown>) => void,
    options?: DataWriteOptions,
  ): Promise<void> {
    await this.app.vault.process(
      file,
      (text) => {
        const info = getFrontMatterInfo(text);
        const parsed = parseYaml(info.frontmatter);
        const frontmatter: Record<string, unknown> =
          typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
        edit(frontmatter);
        return `---\n${stringifyYaml(frontmatter)}---\n${text.slice(info.contentStart)}`;
      },
      options,
    );
  }

  async getAvailablePathForAttachment(filename: string): Promise<string> {
    const dot = filename.lastIndexOf(".");
    const [stem, tail] = dot > 0 ? [filename.slice(0, dot), filename.slice(dot)] : [filename, ""];
    let path = filename;
    for (let count = 1; await this.app.vault.adapter.exists(path); count += 1)
      path = `${stem} ${count}${tail}`;
    return path;
  }
}
