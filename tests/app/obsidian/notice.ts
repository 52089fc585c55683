/** Short messages in the corner. */
import { documentOf, type Surroundings, surroundings } from "./surroundings";

const DEFAULT_DURATION = 5000;

export class Notice {
  readonly containerEl: HTMLElement;
  readonly messageEl: HTMLElement;
  readonly noticeEl: HTMLElement;
  private readonly timer: number | null;

  /** @param duration Milliseconds; 0 keeps it until a person clicks it away. */
  constructor(message: string | DocumentFragment, duration: number = DEFAULT_DURATION) {
    const around = (this.constructor as typeof Notice).around();
    const document = documentOf(around);
    const corner =
      document.body.querySelector<HTMLElement>(".notice-container") ??
      document.body.createDiv("notice-container");
    this.containerEl = corner.createDiv("notice");
    this.messageEl = this.containerEl.createDiv("notice-message");
    this.noticeEl = this.containerEl;
    this.setMessage(message);
    this.containerEl.addEventListener("click", () => this.hide());
    around.notices.push({ text: () => this.messageEl.getText(), shown: () => this.containerEl.isConnected });
    this.timer = duration === 0 ? null : around.timers.after(duration, () => this.hide());
    this.hidden = () => {
      if (this.timer !== null) around.timers.cancel(this.timer);
      if (corner.childElementCount === 0) corner.detach();
    };
  }

  private readonly hidden: () => void;

  /** Which app it appears in: the one that was started last, unless the module was made for another. */
  static around(): Surroundings {
    return surroundings();
  }

  setMessage(message: string | DocumentFragment): this {
    this.messageEl.setText(message);
    return this;
  }

  hide(): void {
    if (!this.containerEl.isConnected) return;
    this.containerEl.detach();
    this.hidden();
  }
}
