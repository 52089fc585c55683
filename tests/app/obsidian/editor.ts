/** A plain text editor: lines, a selection, and word when the text changed. */
export interface EditorPosition {
  readonly line: number;
  readonly ch: number;
}

export class Editor {
  private text = "";
  private anchor = 0;
  private head = 0;
  private field: HTMLTextAreaElement | null = null;

  constructor(private readonly changed: () => void) {}

  /** Of the stand-in only: the field in which a person types. */
  attach(field: HTMLTextAreaElement): void {
    this.field = field;
    field.value = this.text;
    field.addEventListener("input", () => {
      this.text = field.value;
      this.readSelection();
      this.changed();
    });
    field.ownerDocument.addEventListener("selectionchange", () => this.readSelection());
    for (const type of ["select", "keyup", "mouseup"])
      field.addEventListener(type, () => this.readSelection());
  }

  private readSelection(): void {
    if (this.field === null || this.field.ownerDocument.activeElement !== this.field) return;
    this.anchor = this.field.selectionStart;
    this.head = this.field.selectionEnd;
  }

  private show(): void {
    if (this.field === null) return;
    if (this.field.value !== this.text) this.field.value = this.text;
    this.field.setSelectionRange(Math.min(this.anchor, this.head), Math.max(this.anchor, this.head));
  }

  getDoc(): this {
    return this;
  }

  getValue(): string {
    return this.text;
  }

  setValue(text: string): void {
    this.text = text;
    this.anchor = this.head = Math.min(this.head, text.length);
    this.show();
    this.changed();
  }

  /** New text from the disk: no change a person made. Of the stand-in only. */
  load(text: string): void {
    this.text = text;
    this.anchor = this.head = Math.min(this.head, text.length);
    this.show();
  }

  getLine(line: number): string {
    return this.text.split("\n")[line] ?? "";
  }

  setLine(line: number, text: string): void {
    const lines = this.text.split("\n");
    lines[line] = text;
    this.setValue(lines.join("\n"));
  }

  lineCount(): number {
    return this.text.split("\n").length;
  }

  lastLine(): number {
    return this.lineCount() - 1;
  }

  getSelection(): string {
    return this.text.slice(Math.min(this.anchor, this.head), Math.max(this.anchor, this.head));
  }

  somethingSelected(): boolean {
    return this.anchor !== this.head;
  }

  setSelection(anchor: EditorPosition, head: EditorPosition = anchor): void {
    this.anchor = this.posToOffset(anchor);
    this.head = this.posToOffset(head);
    this.show();
  }

  listSelections(): { anchor: EditorPosition; head: EditorPosition }[] {
    return [{ anchor: this.offsetToPos(this.anchor), head: this.offsetToPos(this.head) }];
  }

  getCursor(side: "from" | "to" | "head" | "anchor" = "head"): EditorPosition {
    const at = {
      from: Math.min(this.anchor, this.head),
      to: Math.max(this.anchor, this.head),
      head: this.head,
      anchor: this.anchor,
    };
    return this.offsetToPos(at[side]);
  }

  setCursor(position: EditorPosition | number, ch = 0): void {
    this.setSelection(typeof position === "number" ? { line: position, ch } : position);
  }

  getRange(from: EditorPosition, to: EditorPosition): string {
    return this.text.slice(this.posToOffset(from), this.posToOffset(to));
  }

  replaceRange(text: string, from: EditorPosition, to: EditorPosition = from): void {
    this.text = this.text.slice(0, this.posToOffset(from)) + text + this.text.slice(this.posToOffset(to));
    this.show();
    this.changed();
  }

  replaceSelection(text: string): void {
    const from = Math.min(this.anchor, this.head);
    this.text = this.text.slice(0, from) + text + this.text.slice(Math.max(this.anchor, this.head));
    this.anchor = this.head = from + text.length;
    this.show();
    this.changed();
  }

  posToOffset(position: EditorPosition): number {
    const lines = this.text.split("\n").slice(0, position.line);
    return Math.min(this.text.length, lines.reduce((sum, line) => sum + line.length + 1, 0) + position.ch);
  }

  offsetToPos(offset: number): EditorPosition {
    const before = this.text.slice(0, offset).split("\n");
    return { line: before.length - 1, ch: before.at(-1)?.length ?? 0 };
  }

  focus(): void {
    this.field?.focus();
  }

  blur(): void {
    this.field?.blur();
  }

  hasFocus(): boolean {
    return true;
  }
}
