import { expect, it } from 'vitest';
import { pageAddress } from './page-address.ts';

it.each([
  ['https://c.example/informes/?page=2#total', 'https://c.example/informes/?page=2'],
  [
    'https://c.example/profile/ResetPassword/#uid=1&token=secreto',
    'https://c.example/profile/ResetPassword/',
  ],
  [
    'https://c.example/profile/ResetPassword/?uid=1&token=secreto&x=1',
    'https://c.example/profile/ResetPassword/?x=1',
  ],
  ['https://c.example/login/#w=secreto', 'https://c.example/login/'],
])('tells %s as %s', (href, told) => {
  expect(pageAddress(href)).toBe(told);
});
