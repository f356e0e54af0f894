type Listener<T> = (of: T) => void;

/** Typed registry of listeners by event. */
export class EventListeners<Events extends object> {
  private readonly sets = new Map<keyof Events, Set<Listener<never>>>();

  on<E extends keyof Events>(event: E, listener: Listener<Events[E]>): () => void {
    const set = this.sets.get(event) ?? new Set();
    this.sets.set(event, set);
    set.add(listener);
    return () => set.delete(listener);
  }

  tell<E extends keyof Events>(event: E, of: Events[E]): void {
    for (const listener of this.sets.get(event) ?? []) (listener as Listener<Events[E]>)(of);
  }

  clear(): void {
    this.sets.clear();
  }
}
