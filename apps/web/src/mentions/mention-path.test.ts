import { auditId, itemId } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { mentionPath } from './mention-path.ts';

const AUDIT = '00000005-0000-4000-8000-000000000001';
const STEP = '00000001-0000-4000-8000-000000000009';
const mention = (campo: string | null = null) => ({
  auditoria: { id: auditId.parse(AUDIT), codigo: 'AUD-1', nombre: 'Compras' },
  item: { id: itemId.parse(STEP), item_tipo: 'HT_PASO', codigo: null, nombre: 'Arqueo' },
  campo,
});
const NOTES = `panel=notas&elemento=${STEP}`;
const SHEET = `hoja-id=${STEP}`;

describe('the address of a note', () => {
  it.each<[string, string, string, string]>([
    ['from a list', '/', '?pagina=2', `/auditorias/plan/?auditoria-id=${AUDIT}&${SHEET}&${NOTES}`],
    [
      'from another plan',
      '/auditorias/plan/',
      '?auditoria-id=x&hoja-id=y',
      `/auditorias/plan/?auditoria-id=${AUDIT}&${SHEET}&${NOTES}`,
    ],
    [
      'in its own plan, where worksheets stay open',
      '/auditorias/plan/',
      `?auditoria-id=${AUDIT}&hoja-id=y&pestana=horas&panel=historial&elemento=z&campo=c`,
      `/auditorias/plan/?auditoria-id=${AUDIT}&${SHEET}&hojas=y&${NOTES}`,
    ],
    [
      'in its own plan, where its worksheet is open at a tab',
      '/auditorias/plan/',
      `?auditoria-id=${AUDIT}&${SHEET}&hojas=y&pestana=horas`,
      `/auditorias/plan/?auditoria-id=${AUDIT}&${SHEET}&hojas=y&pestana=horas&${NOTES}`,
    ],
    [
      'in its own evaluation',
      '/evaluacion-analisis-de-riesgos/evaluacion/',
      `?evaluacion-id=${AUDIT}`,
      `/evaluacion-analisis-de-riesgos/evaluacion/?evaluacion-id=${AUDIT}&${SHEET}&${NOTES}`,
    ],
  ])('%s', (_, pathname, search, expected) => {
    expect(mentionPath(mention(), { pathname, search })).toBe(expected);
    expect(mentionPath(mention('evidence'), { pathname, search })).toBe(`${expected}&campo=evidence`);
  });
});
