import { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';

/** Allows bytes of an upload up to an offset from its beginning. @throws the error that ends the upload */
export type AllowBytes = (upTo: number) => Promise<void>;

/**
 * Wraps a data store so that it writes only allowed bytes, whatever length the client announced. `allowance` is called
 * within the request that writes.
 */
export function meterWrites(store: DataStore, allowance: () => AllowBytes): DataStore {
  return new Proxy(store, {
    get(target, name) {
      if (name === 'write') return write;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });

  async function write(...[stream, id, offset]: Parameters<DataStore['write']>): Promise<number> {
    const allow = allowance();
    let refused: unknown = null;
    const allowed = async function* (): AsyncGenerator<Buffer> {
      let at = offset;
      // Destroying the stream would end the request before the refusal is known.
      const chunks: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false });
      for await (const chunk of chunks) {
        at += chunk.length;
        try {
          await allow(at);
        } catch (error) {
          refused = error;
          throw error;
        }
        yield chunk;
      }
    };
    try {
      return await store.write(Readable.from(allowed(), { objectMode: false }), id, offset);
    } catch (error) {
      // The store replaces stream errors by its own.
      throw refused ?? error;
    }
  }
}
