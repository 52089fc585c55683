/** Keys: the scope pushed last hears first. */
export type Modifier = "Mod" | "Ctrl" | "Meta" | "Shift" | "Alt";

interface Binding {
  readonly scope: Scope;
  readonly modifiers: readonly Modifier[];
  readonly key: string | null;
  readonly run: (event: KeyboardEvent) => unknown;
}

export class Scope {
  private readonly bindings: Binding[] = [];

  constructor(private readonly parent?: Scope) {}

  register(
    modifiers: Modifier[] | null,
    key: string | null,
    run: (event: KeyboardEvent) => unknown,
  ): Binding {
    const binding: Binding = { scope: this, modifiers: modifiers ?? [], key, run };
    this.bindings.push(binding);
    return binding;
  }

  unregister(binding: Binding): void {
    this.bindings.remove(binding);
  }

  /** False when a binding took the key. */
  handle(event: KeyboardEvent): boolean {
    for (const binding of this.bindings) {
      const fits =
        (binding.key === null || binding.key.toLowerCase() === event.key.toLowerCase()) &&
        sameModifiers(binding.modifiers, event);
      if (fits && binding.run(event) === false) return false;
    }
    return this.parent?.handle(event) ?? true;
  }
}

const sameModifiers = (wanted: readonly Modifier[], event: KeyboardEvent): boolean => {
  const ctrl = wanted.includes("Ctrl") || wanted.includes("Mod");
  return (
    ctrl === event.ctrlKey &&
    wanted.includes("Meta") === event.metaKey &&
    wanted.includes("Shift") === event.shiftKey &&
    wanted.includes("Alt") === event.altKey
  );
};

export class Keymap {
  private readonly scopes: Scope[] = [];

  /** `atHand`: the scope of the view that is in front, which hears before that of the app. */
  constructor(document: Document, root: Scope, atHand: () => Scope | null) {
    this.scopes.push(root);
    document.addEventListener("keydown", (event) => {
      const top = this.scopes.at(-1);
      const scope = top === root ? (atHand() ?? root) : top;
      if (scope?.handle(event) === false) event.preventDefault();
    });
  }

  pushScope(scope: Scope): void {
    this.scopes.push(scope);
  }

  popScope(scope: Scope): void {
    this.scopes.remove(scope);
  }

  static isModifier(event: MouseEvent | KeyboardEvent, modifier: Modifier): boolean {
    return sameModifiers([modifier], event as KeyboardEvent);
  }

  static isModEvent(event?: MouseEvent | KeyboardEvent | null): "tab" | false {
    return event !== null && event !== undefined && (event.ctrlKey || event.metaKey) ? "tab" : false;
  }
}
