import { screen } from '@testing-library/react';
import type { ItemType, ItemValues } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { useItem } from '../host/worksheet-host.ts';
import { OpenWorksheet } from '../host/open-worksheet.fixture.tsx';
import { useFieldName } from './field-name.ts';

const [first, second] = ['2f0c6f1e-6a8e-4a37-9a1c-0b1f7f0e5a01', '2f0c6f1e-6a8e-4a37-9a1c-0b1f7f0e5a02'];

function Name({ field }: { readonly field: string }) {
  const name = useFieldName(useItem());
  return <output>{name(field)}</output>;
}

describe('a field is named as it is on the screen', () => {
  it.each<[ItemType, string, string]>([
    ['control_test', 'scope', 'Alcance'],
    ['control_test', 'v:sampleSize', 'Tamaño de la muestra'],
    // API clients omit the `v:` prefix of value fields.
    ['control_test', 'sampleSize', 'Tamaño de la muestra'],
    // A text and a value with the same key, and the key in another type.
    ['finding', 'impact', 'Descripción del impacto'],
    ['finding', 'v:impact', 'Impacto'],
    ['risk', 'v:impact', 'Impacto'],
    ['control', 'v:kind', 'Tipo de control'],
    ['finding', 'v:kind', 'Clase de hallazgo'],
    ['understanding', 'flowchart', 'Diagrama de flujo'],
    ['step', `instruction.${second}.text`, 'Instrucción 2'],
    ['step', `instruction.${second}.evidence`, 'Instrucción 2: Evidencia'],
    ['step', `v:instruction.${first}.option`, 'Instrucción 1: Resultado'],
    ['step', `v:instruction.${first}.action`, 'Instrucción 1: Procedimiento aplicado'],
    ['understanding', `question.${second}.text`, 'Pregunta 2'],
    ['understanding', `v:question.${first}.answer`, 'Pregunta 1: Respuesta'],
    ['control', 'v:design.purpose.value', 'Criterio de diseño: Propósito del control'],
    ['inspection_item', 'v:period.3.result', 'Periodo 3'],
    ['inspection_item', 'v:period.3.date', 'Periodo 3: Fecha del periodo'],
    // Removed, or never existing.
    ['step', 'instruction.2f0c6f1e-6a8e-4a37-9a1c-0b1f7f0e5a09.evidence', 'Evidencia'],
    ['step', 'x.old.key', 'Otro campo'],
  ])('of %s: %s', (type, field, name) => {
    const kind = type === 'understanding' ? 'question' : 'instruction';
    const values: ItemValues = { [`${kind}.${first}.place`]: 'a0', [`${kind}.${second}.place`]: 'a1' };
    new OpenWorksheet({ items: { 1: { type, values } } }).show(<Name field={field} />);
    expect(screen.getByRole('status')).toHaveTextContent(name);
  });
});
