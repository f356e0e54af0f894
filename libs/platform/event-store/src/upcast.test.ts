import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createUpcaster, UnknownVersion, type Fields } from './upcast.ts';

/** A name in one field; then in two; then with the initials beside it. */
const inTwo = ({ name, ...rest }: Fields): Fields => {
  const [first = '', ...others] = String(name).split(' ');
  return { ...rest, first, last: others.join(' ') };
};
const withInitials = (data: Fields): Fields => ({
  ...data,
  initials: `${String(data['first']).charAt(0)}${String(data['last']).charAt(0)}`,
});
const people = createUpcaster([{ Named: [inTwo, withInitials], Left: [] }]);
const named = (schemaVersion: number, data: Fields) => ({ type: 'Named', schemaVersion, data, version: 7n });

describe('reading what was written long ago', () => {
  it.each<[number, Fields]>([
    [1, { name: 'Ana Ruiz', age: 3 }],
    [2, { first: 'Ana', last: 'Ruiz', age: 3 }],
    [3, { first: 'Ana', last: 'Ruiz', age: 3, initials: 'AR' }],
  ])('48 gives version %i in the newest one', (schemaVersion, data) => {
    expect(people.read(named(schemaVersion, data))).toEqual(
      named(3, { first: 'Ana', last: 'Ruiz', age: 3, initials: 'AR' }),
    );
  });

  it('leaves what it was given as it is, and hands the newest through', () => {
    const old = named(1, Object.freeze({ name: 'Ana Ruiz' }));
    people.read(old);
    expect(old).toEqual(named(1, { name: 'Ana Ruiz' }));
    const recent = named(3, {});
    expect(people.read(recent)).toBe(recent);
  });

  it('takes each step once, in order, from whichever version', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }), (newest, from) => {
        const steps = Array.from({ length: newest - 1 }, (_, n) => (data: Fields) => ({
          went: [...(data['went'] as number[]), n + 1],
        }));
        const one = { type: 'Gone', schemaVersion: from, data: { went: [] } };
        const read = () => createUpcaster([{ Gone: steps }]).read(one);
        if (from > newest) expect(read).toThrow(UnknownVersion);
        else expect(read().data).toEqual({ went: steps.map((_, n) => n + 1).slice(from - 1) });
      }),
    );
  });
});

describe('what is not known', () => {
  it.each<[string, string, number, number | null]>([
    ['a type of nobody', 'Danced', 1, null],
    ['a type that objects have by themselves', 'constructor', 1, null],
    ['a newer version', 'Named', 4, 3],
    ['a version that there never was', 'Named', 0, 3],
    ['half a version', 'Named', 1.5, 3],
  ])('is never passed over: %s', (_, type, schemaVersion, known) => {
    const read = () => people.read({ type, schemaVersion, data: {} });
    expect(read).toThrow(UnknownVersion);
    expect(read).toThrow(expect.objectContaining({ type, schemaVersion, known }) as Error);
  });

  it('is handed through, whatever its version, where it is said to be somebody else’s', () => {
    const shared = createUpcaster([{ Left: [] }], ['Danced']);
    const one = { type: 'Danced', schemaVersion: 9, data: { how: 'well' } };
    expect(shared.read(one)).toBe(one);
    expect(() => shared.newest('Danced')).toThrow(UnknownVersion);
    expect(() => shared.read({ ...one, type: 'Sang' })).toThrow(UnknownVersion);
  });
});

describe('what is written', () => {
  it('is written in the newest version, and nothing unknown is', () => {
    expect([people.newest('Named'), people.newest('Left')]).toEqual([3, 1]);
    expect(people.reads).toEqual({ Named: 3, Left: 1 });
    expect(() => people.newest('Danced')).toThrow(UnknownVersion);
  });

  it('belongs to one vocabulary', () => {
    expect(() => createUpcaster([{ Left: [] }, { Left: [] }])).toThrow('Left');
  });
});
