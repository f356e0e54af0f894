import { randomUUID } from 'node:crypto';

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const insert = (id: string): string => `{{ insert: param, ${id} }}`;

const catalogue = (rest: object): string =>
  JSON.stringify({
    catalog: {
      uuid: randomUUID(),
      metadata: { title: 'Asalto', version: '1', 'oscal-version': '1.1.2' },
      ...rest,
    },
  });
const control = (id: string, prose: string): object => ({
  id,
  title: 'Control',
  parts: [{ name: 'statement', prose }],
});
const inGroup = (controls: readonly object[]): object => ({
  groups: [{ id: 'g', title: 'Grupo', controls }],
});

/** Deeper than a recursive parser's stack; written as text, because JSON.stringify recurses too. */
const DEEP = 20_000;
const nestedIn = (inner: string): string =>
  `{"catalog":{"uuid":"${randomUUID()}","metadata":{"title":"x","version":"1","oscal-version":"1.1.2"},"groups":[{"id":"g","title":"Grupo",${inner}}]}}`;

/** Parameters that insert the next one `width` times, `depth` levels deep. */
function expanding(width: number, depth: number, how: 'values' | 'choice'): string {
  const params = times(depth, (level) => {
    const next = times(width, () => (level === depth - 1 ? 'xxxxxxxxxx' : insert(`p${level + 1}`))).join('');
    return { id: `p${level}`, ...(how === 'values' ? { values: [next] } : { select: { choice: [next] } }) };
  });
  return catalogue({ params, ...inGroup([control('c', insert('p0'))]) });
}

/** Catalogues that cost more than their bytes, by name. `scale` from 0 to 1, relative to the largest. */
export const CATALOGUES: Readonly<Record<string, (scale: number) => string>> = {
  'parameters that expand, 1.7 KB': () => expanding(7, 8, 'values'),
  'parameters that expand, 25 KB': () => expanding(120, 8, 'values'),
  'choices that expand': () => expanding(12, 8, 'choice'),
  'every value of a list expands': () =>
    catalogue({
      params: times(8, (level) => ({
        id: `p${level}`,
        values: times(20, () => (level === 7 ? 'x' : insert(`p${level + 1}`))),
      })),
      ...inGroup([control('c', insert('p0'))]),
    }),
  'one long value, inserted often': (scale) =>
    catalogue({
      params: [{ id: 'p', values: ['y'.repeat(200_000)] }],
      ...inGroup(times(Math.ceil(2_000 * scale), (index) => control(`c${index}`, insert('p').repeat(50)))),
    }),
  'parts in parts': () => {
    const open = '{"name":"item","prose":"x","parts":['.repeat(DEEP);
    return nestedIn(`"controls":[{"id":"c","title":"Control","parts":[${open}${']}'.repeat(DEEP)}]}]`);
  },
  'groups in groups': () =>
    nestedIn(`"groups":[${'{"title":"Grupo","groups":['.repeat(DEEP)}${']}'.repeat(DEEP)}]`),
  brackets: (scale) => '['.repeat(Math.ceil(8_000_000 * scale)),
  'brackets that close': (scale) =>
    `{"catalog":${'['.repeat(Math.ceil(2_000_000 * scale))}${']'.repeat(Math.ceil(2_000_000 * scale))}}`,
  'many flat controls': (scale) =>
    catalogue(
      inGroup(
        times(Math.ceil(330_000 * scale), (index) => ({
          id: `c${index}`,
          title: 'x',
          parts: [{ name: 'statement', prose: 'y' }],
        })),
      ),
    ),
  'a long number': (scale) => `{"catalog":${'9'.repeat(Math.ceil(20_000_000 * scale))}}`,
  'keys of a prototype': () =>
    '{"catalog":{"__proto__":{"groups":[]},"constructor":{"prototype":1},"metadata":{"title":"x"}}}',
  'one key a million times': (scale) =>
    `{"catalog":{${times(Math.ceil(1_000_000 * scale), () => '"a":1').join()}}}`,
};
