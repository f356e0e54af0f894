import { getPriority } from 'node:os';
import { Refusal } from '@cotejo/http/contracts';
import { fileErrors } from '../../file-errors.ts';
import { serveParser } from './in-process.ts';

/** Behaviour of the test process. */
export type Misbehaviour =
  | { readonly does: 'count'; readonly rows: number; readonly part: number; readonly width: number }
  | { readonly does: 'spin' | 'hoard' | 'recurse' | 'grow a string' | 'refuse' | 'fail' | 'exit' }
  | { readonly does: 'tell its priority' }
  | { readonly does: 'measure'; readonly bytes: Uint8Array };

serveParser<Misbehaviour, string, number>(function* (input) {
  switch (input.does) {
    case 'count':
      for (let at = 0; at < input.rows; at += input.part) {
        const length = Math.min(input.part, input.rows - at);
        yield Array.from({ length }, (_, index) => String(at + index).padStart(input.width, ' '));
      }
      return input.rows;
    case 'tell its priority':
      return getPriority(0);
    case 'measure':
      return input.bytes.length;
    case 'spin':
      for (let n = 0; ; n = (n + 1) % 1000);
    case 'hoard': {
      const kept: number[][] = [];
      for (;;) kept.push(Array.from({ length: 1000 }, (_, index) => index + 0.5));
    }
    case 'recurse': {
      const deeper = (n: number): number => 1 + deeper(n + 1);
      return deeper(0);
    }
    case 'grow a string': {
      let text = 'x';
      for (;;) text += text;
    }
    case 'refuse':
      throw new Refusal(fileErrors, 'file_empty', { params: { most: 3 }, details: { line: 7 } });
    case 'fail':
      throw new TypeError('of the code');
    case 'exit':
      return process.exit(3);
  }
});
