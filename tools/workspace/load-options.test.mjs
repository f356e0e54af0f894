import { describe, expect, it } from 'vitest';
import { loadOptions } from './load-options.mjs';

describe('what a load is asked for', () => {
  it('is the crowd that the tree is made for, unless said otherwise', () => {
    expect(loadOptions([])).toEqual({ clients: 200, rate: 100, seconds: 12, items: 10_000 });
  });

  it('is what is said', () => {
    const asked = ['--clients', '50', '--rate=2.5', '--seconds', '30', '--items', '1000'];
    expect(loadOptions(asked)).toEqual({ clients: 50, rate: 2.5, seconds: 30, items: 1_000 });
  });

  it.each([[['--help']], [['-h']], [['--clients', '50', '--help']]])('is explained: %j', (args) => {
    expect(loadOptions(args)).toBe('help');
  });

  it.each([
    [['--clients', '1']],
    [['--clients', '2.5']],
    [['--clients', 'many']],
    [['--clients', ' ']],
    [['--rate', '0']],
    [['--rate', '-3']],
    [['--seconds', '0']],
    [['--items', '10']],
    [['--people', '5']],
    [['50']],
  ])('is refused when nobody can mean it: %j', (args) => {
    expect(loadOptions(args)).toBeNull();
  });
});
