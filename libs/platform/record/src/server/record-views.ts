import { filesIn, isFile, type Fields, type FileReference, type PersonView } from '../fields.ts';
import type { Asker, Ground } from './ground.ts';
import type { PersonalValues } from './personal-values.ts';
import type { RecordFiles } from './record-files.ts';
import type { RecordReferences } from './record-references.ts';

type Values = Readonly<Record<string, unknown>>;

export interface RecordViewsOptions<P extends Asker> {
  readonly ground: Pick<Ground<P>, 'person'>;
  readonly fields: Fields;
  readonly personal: PersonalValues;
  readonly files: Pick<RecordFiles, 'names'>;
  readonly references: RecordReferences<P>;
}

/** People, references, files and personal values of rows, as shown to readers. */
export class RecordViews<P extends Asker> {
  constructor(private readonly options: RecordViewsOptions<P>) {}

  /** Views of rows, in their order. */
  async of(principal: P, rows: readonly Values[]): Promise<readonly Values[]> {
    const { fields } = this.options;
    const personal = await this.options.personal.open(principal.accountId, fields, rows);
    const held = rows.flatMap((row) => filesIn(fields, row).map(({ id }) => id));
    const names = await this.options.files.names(principal.accountId, held);
    const views: Record<string, unknown>[] = rows.map((row, at) => ({
      ...personal[at],
      ...this.people(principal, fields, row),
      ...withNames(fields, row, names),
      ...(typeof row['createdBy'] === 'string' && { createdBy: this.person(principal, row['createdBy']) }),
    }));
    await this.nameReferences(principal, fields, rows, views);
    for (const [name, { entry }] of Object.entries(fields)) {
      if (entry === null) continue;
      // Entries of all rows at once: one lookup per field, however many rows there are.
      const entries = rows.flatMap((row) => (row[name] ?? []) as readonly Values[]);
      const shown = views.flatMap((view) => (view[name] ?? []) as Record<string, unknown>[]);
      await this.nameReferences(principal, entry, entries, shown);
    }
    return views;
  }

  /** Resolves the references of these objects, each beside its other values, and sets them in the views. */
  private async nameReferences(
    principal: P,
    fields: Fields,
    objects: readonly Values[],
    views: readonly Record<string, unknown>[],
  ): Promise<void> {
    for (const [name, field] of Object.entries(fields)) {
      if (field.kind !== 'reference') continue;
      const named = objects.flatMap((beside, at) => {
        const id = beside[name];
        return typeof id === 'string' ? [{ id, beside, view: views[at] ?? {} }] : [];
      });
      if (named.length === 0) continue;
      const names = await this.options.references.read(principal, field, named);
      named.forEach(({ id, view }, at) => {
        const { code = null, name: text = null, details } = names[at] ?? {};
        view[name] = { id, code, name: text, ...(details && { details }) };
      });
    }
  }

  /** Users in a row and in the entries of its lists. */
  private people(principal: P, fields: Fields, row: Values): Values {
    return Object.fromEntries(
      Object.entries(fields).flatMap(([name, { kind, entry }]): [string, unknown][] => {
        const value = row[name] ?? null;
        if (value === null) return [];
        if (kind === 'person') return [[name, this.person(principal, value as string)]];
        if (kind === 'people')
          return [[name, (value as readonly string[]).map((id) => this.person(principal, id))]];
        if (kind !== 'list') return [];
        const entries = value as readonly Values[];
        return [[name, entries.map((each) => ({ ...each, ...this.people(principal, entry ?? {}, each) }))]];
      }),
    );
  }

  /** An erased user has an id but no name. */
  private person({ accountId }: P, id: string): PersonView {
    return (
      this.options.ground.person(accountId, id) ?? { id, name: '', initials: '', position: null, email: null }
    );
  }
}

/** File fields of a row with names. */
const withNames = (fields: Fields, row: Values, names: ReadonlyMap<string, string>): Values => {
  const shown = (file: FileReference) => ({ ...file, name: names.get(file.id) ?? null });
  const held = Object.entries(fields).filter(
    ([name, field]) => isFile(field) && (row[name] ?? null) !== null,
  );
  return Object.fromEntries(
    held.map(([name]) => {
      const value = row[name] as FileReference | readonly FileReference[];
      return [name, 'id' in value ? shown(value) : value.map(shown)];
    }),
  );
};
