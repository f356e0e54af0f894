import type { ChangeRow } from '@cotejo/audits-contracts';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { describe, expect, it } from 'vitest';
import { auditsServerTranslations } from '../translations.ts';
import { LogWriter, type LogFacts } from './log-document.ts';

const facts: LogFacts = {
  ...{ code: 'AUD-1', name: 'Compras', version: 41, link: 'ab12', count: 1_284, madeBy: 'Ana Ruiz' },
  ...{ madeAt: '2026-03-02T15:00:00.000Z', people: null, types: null, item: null, since: null, until: null },
};

const row = (changes: Partial<ChangeRow>): ChangeRow => ({
  version: 7,
  at: '2026-03-02T15:00:00.000Z',
  actor: { id: 'p', name: 'Ana Ruiz', sigla: 'AR' },
  type: 'TreeItemRenamed',
  item: { id: 'i', type: 'risk', code: 'R-001', name: 'Fraude' },
  detail: { name: 'Fraude', from: 'Error', overwrote: null },
  ...changes,
});

const writer = (language: 'es' | 'en' = 'es', zone = 'America/Bogota') =>
  new LogWriter(language, zone, [auditsContractsTranslations]);

describe('a line of the log', () => {
  it('says when in Bogotá, who, what about and what', () => {
    expect(writer().cells(row({}))).toEqual([
      '8',
      '02/03/2026 10:00',
      'Ana Ruiz',
      'R-001 Fraude',
      'renombró «Error» a «Fraude»',
      '',
    ]);
  });

  it('says when in the time zone of the account', () => {
    expect(writer('es', 'Europe/Madrid').cells(row({}))[1]).toBe('02/03/2026 16:00');
  });

  it('says every value, before and after, in words', () => {
    const detail = {
      values: 2,
      ...{ 'to:probability': 5, 'from:probability': null, 'to:impact': null, 'from:impact': 3 },
    };
    const [, , , , sentence, values] = writer().cells(row({ type: 'ItemValuesSet', detail }));
    expect(sentence).toBe('cambió 2 datos de la hoja de trabajo');
    expect(values?.split('\n')).toEqual([
      expect.stringMatching(/^probabilidad: \(nada\) → /),
      expect.stringMatching(/^impacto: .+ → \(nada\)$/),
    ]);
  });

  it.each<[string, string, string, string]>([
    ['the server itself', 'system:trash', '', 'La papelera (automático)'],
    ['somebody who was forgotten', 'p', '', 'Persona retirada'],
  ])('names %s', (_, id, name, told) => {
    expect(writer().cells(row({ actor: { id, name, sigla: '' } }))[2]).toBe(told);
  });

  it('of a context without words for it shows no code', () => {
    expect(writer('en').cells(row({ type: 'SomethingNew', detail: {} }))[4]).toBe('made another change');
  });
});

describe('the head of a file', () => {
  it('says what it is of, up to where, by what it is verified, and who made it', () => {
    const head = writer().head('pdf', facts);
    const told = Object.fromEntries(head.facts);
    expect(told).toMatchObject({
      'Versión del registro': '42',
      'Enlace de verificación': 'ab12',
      Cambios: '1.284',
      Generado: 'por Ana Ruiz, el 02/03/2026 10:00',
      Filtro: 'Todo el historial, sin el mantenimiento automático',
    });
    expect(head.page).toBe('Página {page} de {pages}');
    expect(head.subject).toBe('AUD-1 Compras');
  });

  it('says what was asked for', () => {
    const item = { name: 'R-001 Fraude', withBranch: true };
    const asked = { people: ['Ana Ruiz', 'Luis Sanz'], since: '2026-03-01T05:00:00Z', item };
    const types = ['NoteAdded', 'ItemSigned'];
    const told = Object.fromEntries(writer().head('xlsx', { ...facts, ...asked, types }).facts);
    expect(told['Filtro']).toBe(
      'Personas: Ana Ruiz, Luis Sanz · Tipos: Firmas, Notas de revisión · Elemento y lo que contiene: R-001 Fraude · Desde 01/03/2026 00:00',
    );
  });

  it('has the same words in both languages', () => {
    const keys = (texts: object): string[] =>
      Object.entries(texts).flatMap(([key, text]: [string, unknown]) =>
        typeof text === 'object' && text !== null ? keys(text).map((one) => `${key}.${one}`) : [key],
      );
    const { es, en } = auditsServerTranslations;
    expect(keys(en)).toEqual(keys(es));
  });
});
