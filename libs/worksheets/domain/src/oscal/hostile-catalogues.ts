/**
 * Catalogues whose processing costs far more than their size, for tests and for the attack on the whole
 * product: each is valid JSON of the right shape.
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

/** Eight parameters, each inserting the next `times` times: the last one's text occurs `times` ** 8 times. */
export function nestedParameters(times: number, last: string): string {
  const params = Array.from({ length: 8 }, (_, level) => ({
    id: `p${level}`,
    values: [level === 7 ? last : insert(`p${level + 1}`).repeat(times)],
  }));
  return catalogueOf({ params, controls: [stepSaying(insert('p0'))] });
}

/** One long text, inserted once by each control. */
export function repeatedText(controls: number): string {
  return catalogueOf({
    params: [{ id: 'p', values: ['x'.repeat(19_000)] }],
    controls: Array.from({ length: controls }, () => stepSaying(insert('p'))),
  });
}

/** A parameter that aggregates another one `times` times, which has as many empty values. */
export function repeatedAggregate(times: number): string {
  return catalogueOf({
    params: [
      { id: 'all', props: Array.from({ length: times }, () => ({ name: 'aggregates', value: 'one' })) },
      { id: 'one', values: Array.from({ length: times }, () => '') },
    ],
    controls: [stepSaying(insert('all'))],
  });
}

/** A lead-in that is repeated for each objective. */
export function repeatedLeadIn(objectives: number): string {
  const leaf = { name: 'objective', prose: 'x' };
  const lead = {
    name: 'objective',
    prose: 'x'.repeat(19_000),
    parts: Array.from({ length: objectives }, () => leaf),
  };
  return catalogueOf({ controls: [{ id: 'a-1', title: 'Paso', parts: [lead] }] });
}

/** Unterminated insert marks, which make a careless regular expression quadratic. */
export const unendingInserts = (texts: number): string =>
  catalogueOf({
    controls: Array.from({ length: texts }, () => stepSaying('{{insert:param,'.repeat(1_300))),
  });

/** Sibling controls of about 90 bytes each. */
export function flatControls(controls: number): string {
  const one = '{"id":"a-1","title":"Un control que no tiene nada de particular","parts":[]}';
  return catalogueOf({ controls: [] }).replace(
    '"controls":[]',
    `"controls":[${one}${`,${one}`.repeat(controls - 1)}]`,
  );
}

/** Empty objects in an unread field: parsed, they take twenty times their bytes. */
export const emptyObjects = (objects: number): string =>
  catalogueOf({ 'back-matter': [] }).replace('[]', `[{}${',{}'.repeat(objects - 1)}]`);

/** One string as long as the file. */
export const longString = (characters: number): string =>
  catalogueOf({ 'back-matter': 'x'.repeat(characters) });
