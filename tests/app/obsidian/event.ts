/** Events and Component: who listens to what, and what is undone on unload. */
import { surroundings } from "./surroundings";

type Callback = (...data: never[]) => unknown;

export interface EventRef {
  readonly source: Events;
  readonly name: string;
  readonly callback: Callback;
  readonly context: unknown;
}

export class Events {
  private readonly refs: EventRef[] = [];

  on(name: string, callback: Callback, context?: unknown): EventRef {
    const ref: EventRef = { source: this, name, callback, context };
    this.refs.push(ref);
    return ref;
  }

  off(name: string, callback: Callback): void {
    for (const ref of this.refs.filter((each) => each.name === name && each.callback === callback))
      this.offref(ref);
  }

  offref(ref: EventRef): void {
    const at = this.refs.indexOf(ref);
    if (at >= 0) this.refs.splice(at, 1);
  }

  trigger(name: string, ...data: unknown[]): void {
    for (const ref of this.refs.filter((each) => each.name === name)) this.tryTrigger(ref, data);
  }

  /** One listener's failure does not keep the others from hearing; the app prints it, we keep it. */
  tryTrigger(ref: EventRef, data: unknown[]): void {
    try {
      const answer: unknown = Reflect.apply(ref.callback, ref.context, data);
      if (answer instanceof Promise) answer.catch((error: unknown) => this.report(error));
    } catch (error) {
      this.report(error);
    }
  }

  protected report(error: unknown): void {
    surroundings().errors.push(error);
  }

  /** Names listened to now, one per listener. Of the stand-in only. */
  listenedNames(): readonly string[] {
    return this.refs.map((ref) => ref.name);
  }
}

type DomTarget = Window | Document | HTMLElement;

export class Component {
  private loaded = false;
  private readonly children: Component[] = [];
  private readonly undo: (() => unknown)[] = [];

  load(): unknown {
    if (this.loaded) return undefined;
    this.loaded = true;
    const answer: unknown = this.onload();
    for (const child of this.children.slice()) child.load();
    return answer;
  }

  onload(): unknown {
    return undefined;
  }

  /** Children first, then registered undoings (latest first), then `onunload`. */
  unload(): void {
    if (!this.loaded) return;
    this.loaded = false;
    for (let child = this.children.pop(); child !== undefined; child = this.children.pop()) child.unload();
    for (let undo = this.undo.pop(); undo !== undefined; undo = this.undo.pop()) undo();
    this.onunload();
  }

  onunload(): void {}

  addChild<T extends Component>(component: T): T {
    this.children.push(component);
    if (this.loaded) component.load();
    return component;
  }

  removeChild<T extends Component>(component: T): T {
    const at = this.children.indexOf(component);
    if (at >= 0) {
      this.children.splice(at, 1);
      component.unload();
    }
    return component;
  }

  register(undo: () => unknown): void {
    this.undo.push(undo);
  }

  registerEvent(ref: EventRef): void {
    this.register(() => ref.source.offref(ref));
  }

  registerDomEvent(
    target: DomTarget,
    type: string,
    callback: EventListener,
    options?: boolean | AddEventListenerOptions,
  ): void {
    target.addEventListener(type, callback, options);
    this.register(() => target.removeEventListener(type, callback, options));
  }

  registerInterval(id: number): number {
    this.register(() => surroundings().window.clearInterval(id));
    return id;
  }

  isLoaded(): boolean {
    return this.loaded;
  }
}
