/**
 * The metadata cache: right in the end, but behind `modify`. A plugin that trusts it right after a write reads old
 * news.
 */
import { Events } from "./event";
import { TFile } from "./file";
import type { Surroundings } from "./surroundings";
import { getFrontMatterInfo, parseYaml } from "./text";
import type { Vault } from "./vault";

export interface CachedMetadata {
  readonly frontmatter?: Readonly<Record<string, unknown>>;
  readonly headings: readonly { readonly heading: string; readonly level: number; readonly line: number }[];
}

/** Milliseconds the cache is behind the vault. */
export const CACHE_LAG = 200;

export class MetadataCache extends Events {
  readonly resolvedLinks: Record<string, Record<string, number>> = {};
  readonly unresolvedLinks: Record<string, Record<string, number>> = {};
  private readonly known = new Map<string, CachedMetadata>();

  constructor(
    private readonly vault: Vault,
    private readonly around: Surroundings,
  ) {
    super();
    const later = (file: unknown): void => {
      if (file instanceof TFile && file.extension === "md")
        around.timers.after(CACHE_LAG, () => void this.refresh(file));
    };
    // Straight into the vault's list, so that the stand-in's own ears are not counted as the plugin's.
    vault.on("create", later);
    vault.on("modify", later);
    vault.on("rename", (file: TFile, oldPath: string) => {
      const cached = this.known.get(oldPath);
      this.known.delete(oldPath);
      if (cached !== undefined) this.known.set(file.path, cached);
    });
    vault.on("delete", (file: TFile) => {
      const cached = this.known.get(file.path) ?? null;
      this.known.delete(file.path);
      this.trigger("deleted", file, cached);
    });
  }

  protected override report(error: unknown): void {
    this.around.errors.push(error);
  }

  getFileCache(file: TFile): CachedMetadata | null {
    return this.known.get(file.path) ?? null;
  }

  getCache(path: string): CachedMetadata | null {
    return this.known.get(path) ?? null;
  }

  /** A full path first, then the bare name: the one nearest to the source, then the shortest path. */
  getFirstLinkpathDest(linkpath: string, sourcePath: string): TFile | null {
    const wanted = linkpath.replace(/^\/+/, "").toLowerCase();
    const fits = (file: TFile): boolean => {
      const path = file.path.toLowerCase();
      return [wanted, `${wanted}.md`].some((each) => path === each || path.endsWith(`/${each}`));
    };
    const found = this.vault.getFiles().filter(fits);
    const exact = found.find((file) => [wanted, `${wanted}.md`].includes(file.path.toLowerCase()));
    const folder = sourcePath.slice(0, sourcePath.lastIndexOf("/") + 1);
    const near = found.find((file) => file.path === folder + file.name);
    return exact ?? near ?? found.sort((a, b) => a.path.length - b.path.length)[0] ?? null;
  }

  fileToLinktext(file: TFile, _sourcePath: string, omitMdExtension = true): string {
    const alone = this.vault.getFiles().filter((each) => each.name === file.name).length === 1;
    const text = alone ? file.name : file.path;
    return omitMdExtension && file.extension === "md" ? text.slice(0, -".md".length) : text;
  }

  private async refresh(file: TFile): Promise<void> {
    if (file.deleted) return;
    const text = await this.vault.read(file).catch(() => null);
    if (text === null) return;
    const cached = metadataOf(text);
    this.known.set(file.path, cached);
    this.trigger("changed", file, text, cached);
    this.trigger("resolve", file);
    this.trigger("resolved");
  }
}

const metadataOf = (text: string): CachedMetadata => {
  const info = getFrontMatterInfo(text);
  const headings = text.split(/\r?\n/).flatMap((line, at) => {
    const found = /^(#{1,6})\s+(.*)$/.exec(line);
    return found === null
      ? []
      : [{ heading: (found[2] ?? "").trim(), level: (found[1] ?? "").length, line: at }];
  });
  return { headings, ...frontmatterOf(info.exists ? info.frontmatter : "") };
};

const frontmatterOf = (yaml: string): { frontmatter?: Readonly<Record<string, unknown>> } => {
  try {
    const value = parseYaml(yaml);
    return typeof value === "object" && value !== null
      ? { frontmatter: value as Record<string, unknown> }
      : {};
  } catch {
    // Broken frontmatter is no frontmatter to the cache.
    return {};
  }
};
