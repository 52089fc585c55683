/**
 * Sent mails and payments, as the sample's post office and bank keep them: a list beside the vault, and no part of
 * it.
 */
import type { App } from "../../obsidian/app";
import { setIcon } from "../../obsidian/text";
import { ItemView } from "../../obsidian/view";
import type { WorkspaceLeaf } from "../../obsidian/leaf";
import type { Bridge } from "../bridge";

interface Sent {
  readonly kind: "mail" | "transfer";
  readonly to: string;
  readonly title: string;
  readonly text: string;
}

const TYPE = "page-sent";

class SentView extends ItemView {
  override icon = "send";

  constructor(
    leaf: WorkspaceLeaf,
    private readonly list: () => readonly Sent[],
  ) {
    super(leaf);
  }

  getViewType(): string {
    return TYPE;
  }

  getDisplayText(): string {
    return "Sent from the sample";
  }

  protected override onOpen(): Promise<void> {
    this.draw();
    return Promise.resolve();
  }

  draw(): void {
    const { contentEl } = this;
    contentEl.empty();
    contentEl.createEl("h4", { text: "Sent from the sample" });
    const sent = this.list();
    if (sent.length === 0) contentEl.createEl("p", { text: "Nothing has gone out yet." });
    for (const { kind, to, title, text } of [...sent].reverse()) {
      const item = contentEl.createDiv({ cls: "page-sent-item", attr: { "data-kind": kind } });
      const head = item.createDiv("page-sent-title");
      setIcon(head, kind === "mail" ? "mail" : "banknote");
      head.createSpan({ text: title });
      item.createDiv({ cls: "page-sent-to", text: `To ${to}` });
      item.createEl("pre", { text });
    }
  }
}

/** Answers how to show the list. */
export const openSent = (app: App, bridge: Bridge, arrived: () => void): (() => void) => {
  let sent: readonly Sent[] = [];
  app.viewRegistry.registerView(TYPE, (leaf) => new SentView(leaf, () => sent));
  bridge.on("outside", ({ data }) => {
    sent = data as readonly Sent[];
    for (const leaf of app.workspace.getLeavesOfType(TYPE)) (leaf.view as SentView).draw();
    arrived();
  });
  return () =>
    void app.workspace.ensureSideLeaf(TYPE, "right").catch((error: unknown) => app.around.errors.push(error));
};
