import type { Stretch, StretchId } from '@cotejo/audits-contracts';
import { expect, it } from 'vitest';
import { ShownStretches } from './shown-stretches.ts';

const sprint = (over: object): Stretch =>
  ({ kind: 'sprint', id: 's', name: 'Uno', isRemoved: false, countsForProgress: true, ...over }) as Stretch;

it('is the same list until one changes, and tells when progress counts otherwise', () => {
  const shown = new ShownStretches();
  const read = (...all: Stretch[]) =>
    shown.read({ stretches: new Map(all.map((one): [StretchId, Stretch] => [one.id, one])) });
  const none = read().list;
  expect(read()).toEqual({ list: none, hasOtherFlags: false });
  const one = read(sprint({}));
  expect(one.hasOtherFlags).toBe(false);
  expect(read(sprint({})).list).toBe(one.list);
  const renamed = read(sprint({ name: 'Dos' }));
  expect([renamed.list === one.list, renamed.hasOtherFlags]).toEqual([false, false]);
  expect(read(sprint({ countsForProgress: false })).hasOtherFlags).toBe(true);
  expect(read(sprint({ countsForProgress: false, isRemoved: true })).hasOtherFlags).toBe(true);
});
