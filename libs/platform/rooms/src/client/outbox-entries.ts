import type { IntentFrame } from '../protocol.ts';
import type { PendingIntent, TrayEntry } from './outbox-store.ts';

/** Map key of an intent or tray entry: `session:seq`. */
export const intentKey = (of: { session: string; seq: number }): string => `${of.session}:${of.seq}`;

/** Sorts entries by session and sequence number: sessions by the time of their first entry, this page's own last. */
export function inOrder(entries: readonly PendingIntent[], own: string): Map<string, PendingIntent> {
  const began = new Map<string, string>();
  for (const { session, at } of entries) if (!began.has(session)) began.set(session, at);
  const rank = ({ session }: PendingIntent) =>
    session === own ? '~' : `${began.get(session) ?? ''} ${session}`;
  const compare = (a: PendingIntent, b: PendingIntent) =>
    rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : a.seq - b.seq;
  return new Map([...entries].sort(compare).map((entry) => [intentKey(entry), entry]));
}

/** Tray entry for a refused intent. */
export const refusal = (entry: PendingIntent, code: string, params: TrayEntry['params'] = {}): TrayEntry => ({
  session: entry.session,
  seq: entry.seq,
  base: entry.base,
  intent: entry.intent,
  ...versioned(entry.schema),
  label: entry.label,
  at: entry.at,
  code,
  params,
});

/** Protocol frame that carries an intent. */
export const frameOf = (entry: PendingIntent): IntentFrame => ({
  t: 'intent',
  session: entry.session,
  seq: entry.seq,
  base: entry.base,
  ...versioned(entry.schema),
  intent: entry.intent,
});

/** Version 1 is left out: outboxes stored before versions existed contain only version 1. */
export const versioned = (schema = 1): { readonly schema?: number } => (schema === 1 ? {} : { schema });
