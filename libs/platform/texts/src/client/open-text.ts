import { TextCache } from './text-cache.ts';
import { TextConnection } from './text-connection.ts';
import type { TextConnectionOptions } from './text-options.ts';

export async function openText(options: TextConnectionOptions): Promise<TextConnection> {
  const connection = new TextConnection(options);
  await connection.open();
  return connection;
}

/** Whether this browser can show a document without a connection. */
export const isTextKept = ({ user, kind, id }: Pick<TextConnectionOptions, 'user' | 'kind' | 'id'>) =>
  TextCache.holds(user, `${kind}/${id}`);
