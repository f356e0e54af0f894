import type { Snapshot, SnapshotKey, SnapshotStore } from '../port.ts';

/** Snapshots of the memory adapter, stored as JSON texts so that they share nothing with the caller. */
export class MemorySnapshots implements SnapshotStore {
  private kept: { readonly snapshot: Omit<Snapshot, 'state'>; readonly state: string }[] = [];

  async save({ state, ...snapshot }: Snapshot): Promise<void> {
    const { stream, stateVersion, version } = snapshot;
    if (this.kept.some((one) => isOf(one.snapshot, stream, [{ stateVersion, version }]))) return;
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

  async list(stream: string): Promise<readonly SnapshotKey[]> {
    return this.kept
      .filter(({ snapshot }) => snapshot.stream === stream)
      .map(({ snapshot: { stateVersion, version } }) => ({ stateVersion, version }))
      .sort((a, b) => Number(a.version - b.version) || a.stateVersion - b.stateVersion);
  }

  async drop(stream: string, keys: readonly SnapshotKey[]): Promise<void> {
    this.kept = this.kept.filter(({ snapshot }) => !isOf(snapshot, stream, keys));
  }
}

const isOf = (kept: Omit<Snapshot, 'state'>, stream: string, keys: readonly SnapshotKey[]): boolean =>
  kept.stream === stream &&
  keys.some(({ stateVersion, version }) => kept.stateVersion === stateVersion && kept.version === version);
