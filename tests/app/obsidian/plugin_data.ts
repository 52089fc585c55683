/** `data.json` of one plugin, and when we last touched it. */
import type { App } from "./app";

export class PluginData {
  /** mtime of the file at the last load or save. */
  seen = 0;

  constructor(
    private readonly app: App,
    readonly path: string,
  ) {}

  /** null when there is no file; damaged JSON throws, as in the app. */
  async load(): Promise<unknown> {
    if (!(await this.app.vault.adapter.exists(this.path))) return null;
    const text = await this.app.vault.adapter.read(this.path);
    await this.remember();
    return JSON.parse(text);
  }

  async save(data: unknown): Promise<void> {
    await this.app.vault.adapter.write(this.path, JSON.stringify(data, null, 2));
    await this.remember();
  }

  private async remember(): Promise<void> {
    this.seen = (await this.app.vault.adapter.stat(this.path))?.mtime ?? 0;
  }
}
