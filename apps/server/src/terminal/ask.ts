import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { words } from './words.ts';

export class NoTerminalError extends Error {
  override readonly name = 'NoTerminalError';

  constructor() {
    super(words('no_terminal'));
  }
}

/** Asks one question at the terminal; with `hidden`, what is typed is not shown. */
export function ask(question: string, options: { readonly hidden?: boolean } = {}): Promise<string> {
  if (!process.stdin.isTTY) return Promise.reject(new NoTerminalError());
  process.stdout.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const input = createInterface({
    input: process.stdin,
    output: options.hidden === true ? silent : process.stdout,
    terminal: true,
  });
  return new Promise((resolve, reject) => {
    input.once('SIGINT', () => {
      input.close();
      reject(new NoTerminalError());
    });
    input.once('line', (answer) => {
      input.close();
      if (options.hidden === true) process.stdout.write('\n');
      resolve(answer);
    });
  });
}

/** The first line of what is piped in. */
export async function firstLineOfInput(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin) text += String(chunk);
  return text.split(/\r?\n/)[0] ?? '';
}
