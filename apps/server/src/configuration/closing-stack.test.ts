import { describe, expect, it } from 'vitest';
import { ClosingStack } from './closing-stack.ts';

describe('closing', () => {
  it('goes from the last opened to the first, past what fails or hangs', async () => {
    const closed: string[] = [];
    const faults: string[] = [];
    const stack = new ClosingStack((step) => void faults.push(step), 20);
    stack.add('database', () => void closed.push('database'));
    stack.add('pool', () => new Promise(() => undefined));
    stack.add('store', () => {
      throw new Error('broken');
    });
    stack.add('server', async () => void closed.push('server'));
    await Promise.all([stack.close(), stack.close()]);
    expect(closed).toEqual(['server', 'database']);
    expect(faults).toEqual(['store', 'pool']);
  });
});
