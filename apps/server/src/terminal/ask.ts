import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { words } from './words.ts';

export class NoTerminalError extends Error {
  override readonly name = 'NoTerminalError';

  constructor() {
    super(words('no_terminal'));
  }
}

/** Ctrl-C or Ctrl-D instead of an answer. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';

  constructor() {
    super(words('no_answer'));
  }
}

/** Asks one question at the terminal; `hidden` disables the echo. */
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
    input.once('SIGINT', () => input.close());
    input.once('line', (answer) => {
      resolve(answer);
      input.close();
      if (options.hidden === true) process.stdout.write('\n');
    });
    // After an answer the promise is settled already and the rejection has no effect.
    input.once('close', () => reject(new NoAnswerError()));
  });
}

/** First line of the piped input. */
export async function firstLineOfInput(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin) text += String(chunk);
  return text.split(/\r?\n/)[0] ?? '';
}
