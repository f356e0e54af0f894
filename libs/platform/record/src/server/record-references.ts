import type { Field } from '../fields.ts';
import { permissionOf } from '../record.ts';
import type { Asker, Ground, NamedReference, ReadReferences, Referring } from './ground.ts';
import type { RecordNeighbours } from './record-neighbours.ts';
import type { ServedRecord } from './server-context.ts';

/** Names of what reference fields hold: records of the kit, or objects that contexts name. */
export class RecordReferences<P extends Asker> {
  constructor(
    private readonly ground: Ground<P>,
    private readonly neighbours: RecordNeighbours,
  ) {}

  /** In the order of `referring`; null for those that do not exist or that this user may not open. */
  read(principal: P, { target }: Field, referring: readonly Referring[]): ReturnType<ReadReferences<P>> {
    const read = this.ground.references[target ?? ''];
    if (read !== undefined) return read(principal, referring);
    const served = this.neighbours.of(target ?? '');
    if (served === null) throw new Error(`nothing resolves references to "${target}"`);
    return this.toRecords(principal, served, referring);
  }

  /** Names of records of the kit, for users who may list them. */
  private async toRecords(
    principal: P,
    { rules: { record } }: ServedRecord,
    referring: readonly Referring[],
  ): Promise<readonly NamedReference[]> {
    const ids = referring.map(({ id }) => id);
    const found = await this.neighbours.named(principal.accountId, record.name, ids);
    return ids.map((id) => {
      const row = found.get(id);
      const object = { createdBy: String(row?.['createdBy']) };
      if (row === undefined || record.title === null) return null;
      if (!this.ground.can(principal, permissionOf(record, 'list'), object)) return null;
      const { name, code } = record.title;
      return {
        code: code === undefined ? null : ((row[code] ?? null) as string | null),
        name: String(row[name]),
        isRemoved: row.removedAt !== null,
      };
    });
  }
}
