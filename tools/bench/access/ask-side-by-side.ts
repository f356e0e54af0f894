import { Agent, request } from 'node:http';
import { clock } from '../measure/clock.ts';

export interface Question {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** How many are always on their way at once, each on a connection of its own. */
  readonly concurrent: number;
  readonly times: number;
}

export interface Answers {
  /** Milliseconds from each request to its last byte. */
  readonly took: readonly number[];
  readonly perSecond: number;
  readonly body: string;
}

/** Asks one address again and again, so that always the same number of requests is on its way. */
export async function askSideBySide({ url, headers = {}, concurrent, times }: Question): Promise<Answers> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrent });
  const took: number[] = [];
  let [left, body] = [times, ''];
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const began = clock();
      const asked = request(url, { agent, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          took.push(clock() - began);
          body = Buffer.concat(parts).toString();
          if (answer.statusCode === 200) resolve();
          else reject(new Error(`answered with ${answer.statusCode}`));
        });
      });
      asked.on('error', reject);
      asked.end();
    });
  const worker = async () => {
    while (left-- > 0) await ask();
  };
  const began = clock();
  await Promise.all(Array.from({ length: concurrent }, worker));
  const seconds = (clock() - began) / 1_000;
  agent.destroy();
  return { took, perSecond: times / seconds, body };
}
