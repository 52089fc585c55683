/** As much of Node's event emitter as its streams and programs need here. */
export class Ears {
  private readonly heard = new Map<string, ((...data: never[]) => unknown)[]>();

  on(name: string, hear: (...data: never[]) => unknown): this {
    this.heard.set(name, [...(this.heard.get(name) ?? []), hear]);
    return this;
  }

  addListener(name: string, hear: (...data: never[]) => unknown): this {
    return this.on(name, hear);
  }

  once(name: string, hear: (...data: never[]) => unknown): this {
    const only = (...data: never[]): void => {
      this.removeListener(name, only);
      hear(...data);
    };
    return this.on(name, only);
  }

  removeListener(name: string, hear: (...data: never[]) => unknown): this {
    this.heard.set(
      name,
      (this.heard.get(name) ?? []).filter((each) => each !== hear),
    );
    return this;
  }

  off(name: string, hear: (...data: never[]) => unknown): this {
    return this.removeListener(name, hear);
  }

  emit(name: string, ...data: unknown[]): boolean {
    const all = this.heard.get(name) ?? [];
    for (const hear of all) hear(...(data as never[]));
    return all.length > 0;
  }
}
