import type { Place } from './judge-structure.ts';
import type { Verdict } from './judge-update.ts';

/** Clocks and places of accepted updates that are not in the document yet. */
export class Ahead {
  readonly clocks = new Map<number, number>();
  readonly places = new Map<number, Place[]>();

  take({ reaches, places }: Extract<Verdict, { ok: true }>): void {
    for (const [client, clock] of reaches) this.clocks.set(client, clock);
    for (const [client, runs] of places)
      this.places.set(client, [...(this.places.get(client) ?? []), ...runs]);
  }
}
