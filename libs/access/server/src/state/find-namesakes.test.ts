import { expect, it } from 'vitest';
import { packagesWithNamesakes } from './find-namesakes.ts';

it('tells in which packages a user name is that of two people, however it is written', () => {
  const names = [
    { username: 'ana.gil', pkg: 'audit' },
    { username: 'luis.gil', pkg: 'audit' },
    { username: 'ana.gil', pkg: 'risk' },
    { username: ' Ana.Gil', pkg: 'risk' },
  ];
  expect([...packagesWithNamesakes(names)]).toEqual(['risk']);
  expect([...packagesWithNamesakes(names.slice(0, 3))]).toEqual([]);
});
