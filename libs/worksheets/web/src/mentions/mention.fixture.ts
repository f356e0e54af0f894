import { mentionView, type MentionView } from '@cotejo/worksheets-contracts';
import { luis, step, uuid } from '../small-plan.fixture.ts';

export const AUDIT = uuid(5, 1);

/** The n-th mention of Ana, by Luis, in the note with that number. */
export const mention = (n: number, change: Partial<MentionView> = {}): MentionView =>
  mentionView.parse({
    id: uuid(8, n),
    nota: uuid(8, n),
    auditoria: { id: AUDIT, codigo: 'AUD-2026-001', nombre: 'Compras y pagos' },
    item: { id: step, item_tipo: 'HT_PASO', codigo: 'P-01', nombre: 'Conciliar pagos' },
    campo: null,
    created_by: luis,
    extracto: `@Ana Ruiz mire el acta ${n}`,
    momento: `2026-03-02T15:0${n}:00.000Z`,
    leida: false,
    ...change,
  });
