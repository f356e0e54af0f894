/** Subscriptions without a payload: listeners read what they need. */
export class Listeners {
  private readonly all = new Set<() => void>();
  readonly on = (listener: () => void): (() => void) => {
    this.all.add(listener);
    return () => this.all.delete(listener);
  };
  readonly tell = (): void => {
    for (const listener of this.all) listener();
  };
}
