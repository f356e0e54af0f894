import { describe, expect, it } from 'vitest';
import { resetLinkOf } from './reset-link.ts';

const uid = '0193b1a2-0000-7000-8000-000000000001';
const token = 'T'.repeat(43);

describe('the link of an e-mail', () => {
  it.each([
    ['in the query', { search: `?uid=${uid}&token=${token}`, hash: '' }, { uid, token }],
    ['in the fragment', { search: '', hash: `#uid=${uid}&token=${token}` }, { uid, token }],
    ['none', { search: '?x=1', hash: '#top' }, null],
    ['cut off by a mail program', { search: `?uid=${uid}`, hash: '' }, 'broken'],
    ['of somebody who is nobody', { search: `?uid=7&token=${token}`, hash: '' }, 'broken'],
  ])('%s', (_, address, link) => expect(resetLinkOf(address)).toEqual(link));
});
