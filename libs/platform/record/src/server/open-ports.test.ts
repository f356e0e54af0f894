import { describe, expect, it } from 'vitest';
import { port } from '../port.ts';
import type { Asker, Ground } from './ground.ts';
import { openPorts, provide, type Provider } from './open-ports.ts';

const NUMBER = port<number>('number');
const WORD = port<string>('word');

type Ports = Pick<Ground<Asker>, 'all' | 'the'>;
function opened(...providers: readonly Provider<Asker>[]): Ports {
  const ground: Ports = openPorts(providers, () => ground as Ground<Asker>);
  return ground;
}

describe('ports', () => {
  it('list what contexts provide, in their order, each under its own port', () => {
    const { all, the } = opened(
      provide(NUMBER, () => 1),
      provide(WORD, () => 'a'),
      provide(NUMBER, () => 2),
    );
    expect(all(NUMBER)).toEqual([1, 2]);
    expect(the(NUMBER)).toBe(1);
    expect(all(WORD)).toEqual(['a']);
  });

  it('may need those of later contexts, and are made once', () => {
    let made = 0;
    const { the } = opened(
      provide(WORD, ({ the: need }) => `number ${need(NUMBER)}`),
      provide(NUMBER, () => (made += 1)),
    );
    expect([the(WORD), the(WORD), the(NUMBER)]).toEqual(['number 1', 'number 1', 1]);
  });

  it('that nobody provides are an empty list, or an error that names them', () => {
    const { all, the } = opened();
    expect(all(WORD)).toEqual([]);
    expect(() => the(WORD)).toThrow('"word"');
  });

  it('that need each other in a circle are refused', () => {
    const { the } = opened(
      provide(WORD, ({ the: need }) => String(need(NUMBER))),
      provide(NUMBER, ({ the: need }) => need(WORD).length),
    );
    expect(() => the(WORD)).toThrow('"word" needs itself');
  });
});
