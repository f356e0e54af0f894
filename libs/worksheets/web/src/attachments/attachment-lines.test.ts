import { describe, expect, it } from 'vitest';
import { attachmentLines } from './attachment-lines.ts';
import { file, fileId } from './attachments.fixture.tsx';

const told = (rows: Parameters<typeof attachmentLines>[0]) => {
  const { standing, removed } = attachmentLines(rows);
  return {
    standing: standing.map(({ newest, older }) => [newest.orden, ...older.map(({ orden }) => orden)]),
    removed: removed.map(({ orden }) => orden),
  };
};
const replaced = { reemplazado: true } as const;

describe('the files of a worksheet', () => {
  it('are in the order in which they came', () => {
    expect(told([file(2), file(1)])).toEqual({ standing: [[1], [2]], removed: [] });
  });

  it('stand with the versions before them, where the first of those came', () => {
    const rows = [
      file(1, replaced),
      file(2),
      file(3, { reemplaza: fileId(1), ...replaced, revision: 2 }),
      file(4, { reemplaza: fileId(3), revision: 3 }),
    ];
    expect(told(rows)).toEqual({ standing: [[4, 3, 1], [2]], removed: [] });
  });

  it('of which the newest was removed show the one before', () => {
    const rows = [file(1), file(2, { reemplaza: fileId(1), eliminado: true, version: 9 })];
    expect(told(rows)).toEqual({ standing: [[1]], removed: [2] });
  });

  it('that were removed come last removed first', () => {
    const rows = [file(1, { eliminado: true, version: 9 }), file(2, { eliminado: true, version: 7 })];
    expect(told(rows)).toEqual({ standing: [], removed: [1, 2] });
  });
});
