/** `node:child_process` in the page: programs the host starts, and their pipes. */
import type { Bridge } from "../bridge";
import { Bytes } from "./bytes";
import { Ears } from "./ears";

class Pipe extends Ears {
  writable = true;
  private decoder: TextDecoder | null = null;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly bridge: Bridge,
    private readonly id: number,
    private readonly letGo: () => void,
  ) {
    super();
  }

  setEncoding(): this {
    this.decoder = new TextDecoder();
    return this;
  }

  receive(chunk: Uint8Array): void {
    this.emit(
      "data",
      this.decoder === null ? Bytes.from(chunk) : this.decoder.decode(chunk, { stream: true }),
    );
  }

  /** Calls of a page may overtake each other; lines for a program may not. */
  write(text: string, done: (error?: Error) => void): boolean {
    this.last = this.last
      .then(() => this.bridge.call("programs.write", this.id, text))
      .then(
        () => done(),
        (error: Error) => done(error),
      );
    return true;
  }

  end(text = ""): void {
    if (text !== "") this.write(text, () => undefined);
    this.writable = false;
    this.last = this.last.then(() => this.bridge.call("programs.end", this.id)).catch(() => undefined);
  }

  destroy(): void {
    this.writable = false;
    this.letGo();
  }
}

class Program extends Ears {
  pid: number | undefined;
  exitCode: number | null = null;
  signalCode: string | null = null;
  readonly stdin: Pipe;
  readonly stdout: Pipe;
  readonly stderr: Pipe;

  constructor(bridge: Bridge, id: number) {
    super();
    let held = true;
    const letGo = (): void => {
      if (held) bridge.call("programs.letGo", id).catch(() => undefined);
      held = false;
    };
    this.stdin = new Pipe(bridge, id, letGo);
    this.stdout = new Pipe(bridge, id, letGo);
    this.stderr = new Pipe(bridge, id, letGo);
  }

  unref(): void {}

  happen(what: string, data: unknown): void {
    const told = data as {
      readonly code: number | null;
      readonly signal: string | null;
      readonly message: string;
    };
    if (what === "stdout") this.stdout.receive(data as Uint8Array);
    else if (what === "stderr") this.stderr.receive(data as Uint8Array);
    else if (what === "stdin-error") this.stdin.emit("error", new Error(String(data)));
    else if (what === "exit") {
      this.exitCode = told.code;
      this.signalCode = told.signal;
      this.stdin.writable = false;
      this.emit("exit", told.code, told.signal);
    } else if (what === "error")
      this.emit("error", Object.assign(new Error(told.message), { code: told.code }));
    else this.emit(what);
  }
}

export const programModule = (bridge: Bridge) => {
  const running = new Map<number, Program>();
  bridge.on("program", ({ id = 0, what, data }) => {
    running.get(id)?.happen(what, data);
    if (what === "close") running.delete(id);
  });
  return {
    spawn(
      command: string,
      args: readonly string[],
      { cwd, env }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
    ): Program {
      const id = bridge.nextId();
      const program = new Program(bridge, id);
      running.set(id, program);
      const options = { ...(cwd === undefined ? {} : { cwd }), ...(env === undefined ? {} : { env }) };
      const pid = bridge.callNow("programs.start", id, command, args, options) as number | null;
      program.pid = pid ?? undefined;
      return program;
    },
  };
};
