/**
 * Catalogues that take far more to read than to write, for tests and for the attack of the whole product: each is
 * valid JSON of the right shape, and small for what it does to a reader without limits.
 */
const insert = (id: string): string => `{{ insert: param, ${id} }}`;

const catalogueOf = (content: object): string =>
  JSON.stringify({
    catalog: {
      uuid: '3f0d9f5e-6a55-4a0e-9f5a-0f6b7c1d2e3f',
      metadata: { title: 'Controles', 'oscal-version': '1.1.2' },
      ...content,
    },
  });

const stepSaying = (prose: string): object => ({
  id: 'a-1',
  title: 'Paso',
  parts: [{ name: 'statement', prose }],
});

/** Eight parameters, each of which inserts the next so many times: `times` ** 8 times the last one's text. */
export function nestedParameters(times: number, last: string): string {
  const params = Array.from({ length: 8 }, (_, level) => ({
    id: `p${level}`,
    values: [level === 7 ? last : insert(`p${level + 1}`).repeat(times)],
  }));
  return catalogueOf({ params, controls: [stepSaying(insert('p0'))] });
}

/** One long text, inserted once by each of so many controls. */
export function repeatedText(controls: number): string {
  return catalogueOf({
    params: [{ id: 'p', values: ['x'.repeat(19_000)] }],
    controls: Array.from({ length: controls }, () => stepSaying(insert('p'))),
  });
}

/** A parameter that speaks for another so many times, which has as many values, all of them empty. */
export function repeatedAggregate(times: number): string {
  return catalogueOf({
    params: [
      { id: 'all', props: Array.from({ length: times }, () => ({ name: 'aggregates', value: 'one' })) },
      { id: 'one', values: Array.from({ length: times }, () => '') },
    ],
    controls: [stepSaying(insert('all'))],
  });
}

/** A lead-in that each of so many objectives repeats. */
export function repeatedLeadIn(objectives: number): string {
  const leaf = { name: 'objective', prose: 'x' };
  const lead = {
    name: 'objective',
    prose: 'x'.repeat(19_000),
    parts: Array.from({ length: objectives }, () => leaf),
  };
  return catalogueOf({ controls: [{ id: 'a-1', title: 'Paso', parts: [lead] }] });
}

/** Marks of inserts that never end, which a careless pattern tries from each of them. */
export const unendingInserts = (texts: number): string =>
  catalogueOf({
    controls: Array.from({ length: texts }, () => stepSaying('{{insert:param,'.repeat(1_300))),
  });

/** So many controls beside each other; about 90 bytes each. */
export function flatControls(controls: number): string {
  const one = '{"id":"a-1","title":"Un control que no tiene nada de particular","parts":[]}';
  return catalogueOf({ controls: [] }).replace(
    '"controls":[]',
    `"controls":[${one}${`,${one}`.repeat(controls - 1)}]`,
  );
}

/** Empty objects in a field that nobody reads: twenty times their bytes once they are parsed. */
export const emptyObjects = (objects: number): string =>
  catalogueOf({ 'back-matter': [] }).replace('[]', `[{}${',{}'.repeat(objects - 1)}]`);

/** A string as long as the file. */
export const longString = (characters: number): string =>
  catalogueOf({ 'back-matter': 'x'.repeat(characters) });
