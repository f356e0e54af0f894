import { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';

/** Lets bytes of an upload pass up to a place, counted from its beginning. @throws what ends the upload */
export type AllowBytes = (upTo: number) => Promise<void>;

/**
 * A data store that takes bytes only once they are allowed, whatever the length that their sender told. `allowance`
 * is asked within the request that writes.
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
      // Destroyed, it would end the request before the reason for that is known.
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
      // The store has its own error for whatever breaks a stream.
      throw refused ?? error;
    }
  }
}
