import type { ItemId } from '@cotejo/audits-contracts';
import type { AttachmentView } from '@cotejo/worksheets-contracts';
import { fileKind, type FileKind } from '../attachments/file-kind.ts';

export const SIGNED_FILTERS = ['all', 'signed', 'unsigned'] as const;

export interface EvidenceFilter {
  readonly kind: FileKind | null;
  readonly person: string | null;
  readonly signed: (typeof SIGNED_FILTERS)[number];
  readonly text: string;
}

export const EVERYTHING: EvidenceFilter = { kind: null, person: null, signed: 'all', text: '' };

/** Normalizes for search: without accents, lower case. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const isSigned = ({ firmas }: AttachmentView): boolean =>
  firmas.completado.length + firmas.revisado.length > 0;

/** Filters files; the text is searched in their names and in those of their items. */
export function filterEvidence(
  files: readonly AttachmentView[],
  { kind, person, signed, text }: EvidenceFilter,
  nameOf: (item: ItemId) => string,
): readonly AttachmentView[] {
  const wanted = folded(text.trim());
  return files.filter(
    (file) =>
      (kind === null || fileKind(file.nombre_archivo, file.tipo) === kind) &&
      (person === null || file.created_by.id === person) &&
      (signed === 'all' || isSigned(file) === (signed === 'signed')) &&
      (wanted === '' || folded(`${file.nombre_archivo ?? ''} ${nameOf(file.modelId)}`).includes(wanted)),
  );
}
