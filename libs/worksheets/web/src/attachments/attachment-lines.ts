import type { AttachmentId, AttachmentView } from '@cotejo/worksheets-contracts';

/** An attachment with its replaced versions, newest first. */
export interface AttachmentLine {
  readonly newest: AttachmentView;
  readonly older: readonly AttachmentView[];
}

export interface AttachmentLines {
  /** In order of their first version. */
  readonly standing: readonly AttachmentLine[];
  /** Removed files, last removed first. */
  readonly removed: readonly AttachmentView[];
}

const NONE: AttachmentLines = { standing: [], removed: [] };

/** Groups a worksheet's files into lines of versions, and removed ones. */
export function attachmentLines(rows: readonly AttachmentView[]): AttachmentLines {
  if (rows.length === 0) return NONE;
  const byId = new Map<AttachmentId, AttachmentView>(rows.map((row) => [row.id, row]));
  const olderOf = ({ reemplaza }: AttachmentView): readonly AttachmentView[] => {
    const before = reemplaza === null ? undefined : byId.get(reemplaza);
    return before ? [before, ...olderOf(before)] : [];
  };
  const standing = rows
    .filter(({ eliminado, reemplazado }) => !eliminado && !reemplazado)
    .map((newest) => ({ newest, older: olderOf(newest).filter(({ eliminado }) => !eliminado) }));
  const first = ({ newest, older }: AttachmentLine) => (older.at(-1) ?? newest).orden;
  return {
    standing: standing.sort((a, b) => first(a) - first(b)),
    removed: rows.filter(({ eliminado }) => eliminado).sort((a, b) => b.version - a.version),
  };
}

/** Current attachments: not removed, and the newest version. */
export const isStanding = ({ eliminado, reemplazado }: AttachmentView): boolean => !eliminado && !reemplazado;
