import { connect } from 'node:net';
import { clock } from '../measure/clock.ts';

export interface Question {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Number of concurrent requests, each on its own connection. */
  readonly concurrent: number;
  readonly times: number;
}

export interface Answers {
  /** Milliseconds from each request to the last byte of its answer. */
  readonly took: readonly number[];
  readonly perSecond: number;
  readonly body: string;
}

const END_OF_HEAD = '\r\n\r\n';

/**
 * Requests one address repeatedly with a constant number of concurrent requests. Uses bare sockets and a request
 * written once: the client shares the processor with the server, and must cost next to nothing.
 */
export async function askSideBySide({ url, headers = {}, concurrent, times }: Question): Promise<Answers> {
  const { hostname, port, host, pathname, search } = new URL(url);
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const asked = Buffer.from([`GET ${pathname}${search} HTTP/1.1`, ...lines].join('\r\n') + END_OF_HEAD);
  const took: number[] = [];
  let [left, body] = [times, ''];

  const worker = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      let [began, held, awaited]: [number, Buffer, number] = [0, Buffer.alloc(0), Infinity];
      const next = () => {
        if (left-- <= 0) return void socket.end();
        [began, held, awaited] = [clock(), Buffer.alloc(0), Infinity];
        return void socket.write(asked);
      };
      socket.on('connect', next);
      socket.on('data', (part: Buffer) => {
        held = held.length === 0 ? part : Buffer.concat([held, part]);
        const head = held.indexOf(END_OF_HEAD);
        if (awaited === Infinity && head >= 0)
          awaited = lengthOf(held.subarray(0, head).toString('latin1'), head);
        if (held.length < awaited) return;
        took.push(clock() - began);
        body = held.subarray(head + END_OF_HEAD.length).toString();
        next();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve());
    });

  const began = clock();
  await Promise.all(Array.from({ length: concurrent }, worker));
  const seconds = (clock() - began) / 1_000;
  if (took.length !== times) throw new Error(`${took.length} of ${times} were answered`);
  return { took, perSecond: times / seconds, body };
}

/** Length of the whole answer in bytes, from its head. */
function lengthOf(head: string, headLength: number): number {
  const length = /^content-length: (\d+)\r?$/im.exec(head)?.[1];
  if (!head.startsWith('HTTP/1.1 200 ') || length === undefined)
    throw new Error(`answered with ${head.slice(0, head.indexOf('\r'))}`);
  return headLength + END_OF_HEAD.length + Number(length);
}
