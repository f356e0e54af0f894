import type { UploadState } from '@cotejo/files/client';
import { isFile, type Fields, type FileView } from '../fields.ts';
import type { AnyRecord } from '../record.ts';
import { fileFromWire, wireNameOf, type WireRow } from '../wire.ts';

/** A file whose upload is unfinished; `upload` is its id in the browser. */
export interface PendingFile {
  readonly id: '';
  readonly upload: string;
}
/** An entry in the value of a form's field of files. */
export type FileEntry = FileView | PendingFile;

export const isPending = (entry: FileEntry): entry is PendingFile => entry.id === '';

/** The value of a field of one or several files as a list. */
export const entriesOf = (value: unknown): readonly FileEntry[] =>
  value === null || value === undefined
    ? NO_ENTRIES
    : Array.isArray(value)
      ? (value as FileEntry[])
      : [value as FileEntry];
const NO_ENTRIES: readonly FileEntry[] = [];

/**
 * Finished uploads as files. Without uploads that no longer exist: they were dismissed, or the value is a draft of an
 * earlier visit. The same array if nothing changes.
 */
export function settledEntries(
  entries: readonly FileEntry[],
  uploads: readonly Pick<UploadState, 'id' | 'status' | 'answer'>[],
): readonly FileEntry[] {
  const settled = entries.flatMap((entry): readonly FileEntry[] => {
    if (!isPending(entry)) return [entry];
    const upload = uploads.find(({ id }) => id === entry.upload);
    if (upload === undefined) return [];
    return upload.status === 'done' ? [fileFromWire(upload.answer)] : [entry];
  });
  const isSame = settled.length === entries.length && settled.every((entry, at) => entry === entries[at]);
  return isSame ? entries : settled;
}

/** A value that no schema of files accepts: the form can't be sent while an upload is unfinished. */
const UNFINISHED = true;

/** Form values with ids in place of the entries of files, as a call takes them. */
export const withFileIds = (of: AnyRecord, fields: Fields, values: WireRow): WireRow => ({
  ...values,
  ...Object.fromEntries(
    Object.entries(fields).flatMap(([field, kind]): [string, unknown][] => {
      const name = wireNameOf(of, field);
      if (!isFile(kind) || values[name] === undefined) return [];
      const entries = entriesOf(values[name]);
      const ids = entries.map(({ id }) => id);
      if (entries.some(isPending)) return [[name, UNFINISHED]];
      return [[name, kind.kind === 'files' ? ids : (ids[0] ?? null)]];
    }),
  ),
});
