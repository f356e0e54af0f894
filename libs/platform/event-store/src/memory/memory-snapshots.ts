import type { Snapshot, SnapshotStore } from '../port.ts';

/** Snapshots of the memory adapter, kept as JSON texts so that nothing is shared with the caller. */
export class MemorySnapshots implements SnapshotStore {
  private readonly kept: { readonly snapshot: Omit<Snapshot, 'state'>; readonly state: string }[] = [];

  async save({ state, ...snapshot }: Snapshot): Promise<void> {
    this.kept.push({ snapshot, state: JSON.stringify(state) });
  }

  async latest(stream: string, stateVersion: number, atMost?: bigint): Promise<Snapshot | null> {
    const fitting = this.kept
      .filter(({ snapshot }) => snapshot.stream === stream && snapshot.stateVersion === stateVersion)
      .filter(({ snapshot }) => atMost === undefined || snapshot.version <= atMost)
      .sort((a, b) => Number(b.snapshot.version - a.snapshot.version));
    const [best] = fitting;
    return best ? { ...best.snapshot, state: JSON.parse(best.state) as Snapshot['state'] } : null;
  }
}
