import { describe, expect, it } from 'vitest';
import { pastedName } from './pasted-name.ts';

const moment = new Date(2026, 2, 5, 9, 4, 7);

describe('the name of what is pasted', () => {
  it.each([
    ['image.png', 'Captura 2026-03-05 09.04.07.png'],
    ['image.JPEG', 'Captura 2026-03-05 09.04.07.jpeg'],
    ['Acta.pdf', 'Acta.pdf'],
    ['image.pdf', 'image.pdf'],
  ])('%s is kept as %s', (name, kept) => {
    expect(pastedName({ name, type: '' }, 'Captura', moment)).toBe(kept);
  });
});
