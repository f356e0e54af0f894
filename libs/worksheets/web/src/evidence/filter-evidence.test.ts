import { describe, expect, it } from 'vitest';
import { ana, file, luis, risk, step } from '../attachments/attachments.fixture.tsx';
import { EVERYTHING, filterEvidence, type EvidenceFilter } from './filter-evidence.ts';

const files = [
  file(1, { nombre_archivo: 'Conciliación.xlsx', tipo: 'application/x' }),
  file(2, { created_by: ana, firmas: { completado: [luis], revisado: [] } }),
  file(3, {
    modelId: risk,
    tipo: 'image/png',
    nombre_archivo: null,
    firmas: { completado: [], revisado: [ana] },
  }),
];
const names = new Map([
  [step, 'Conciliar pagos'],
  [risk, 'Pagos duplicados'],
]);

describe('the evidence index', () => {
  it.each<[string, Partial<EvidenceFilter>, readonly number[]]>([
    ['everything', {}, [1, 2, 3]],
    ['of a type', { kind: 'excel' }, [1]],
    ['images', { kind: 'image' }, [3]],
    ['of a person', { person: ana.id }, [2]],
    ['signed, by whichever mark', { signed: 'signed' }, [2, 3]],
    ['unsigned', { signed: 'unsigned' }, [1]],
    ['by name, whatever the accents', { text: ' CONCILIACION ' }, [1]],
    ['by the name of the item', { text: 'duplicados' }, [3]],
    ['all of it together', { text: 'conciliar', signed: 'signed', person: ana.id }, [2]],
    ['nothing', { text: 'no hay' }, []],
  ])('shows %s', (_, filter, orders) => {
    const found = filterEvidence(files, { ...EVERYTHING, ...filter }, (id) => names.get(id) ?? '');
    expect(found.map(({ orden }) => orden)).toEqual(orders);
  });
});
