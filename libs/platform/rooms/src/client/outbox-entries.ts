import type { IntentFrame } from '../protocol.ts';
import type { PendingIntent, TrayEntry } from './outbox-store.ts';

/** Identity of an intent or tray entry, as text. */
export const intentKey = (of: { session: string; seq: number }): string => `${of.session}:${of.seq}`;

/** Sessions one after the other, the one that began first in front, this page's own last. */
export function inOrder(entries: readonly PendingIntent[], own: string): Map<string, PendingIntent> {
  const began = new Map<string, string>();
  for (const { session, at } of entries) if (!began.has(session)) began.set(session, at);
  const rank = ({ session }: PendingIntent) =>
    session === own ? '~' : `${began.get(session) ?? ''} ${session}`;
  const compare = (a: PendingIntent, b: PendingIntent) =>
    rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : a.seq - b.seq;
  return new Map([...entries].sort(compare).map((entry) => [intentKey(entry), entry]));
}

/** A refused intent as the tray keeps it. */
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

/** The frame that carries an intent. */
export const frameOf = (entry: PendingIntent): IntentFrame => ({
  t: 'intent',
  session: entry.session,
  seq: entry.seq,
  base: entry.base,
  ...versioned(entry.schema),
  intent: entry.intent,
});

/** The first version goes without saying: outboxes of before there were versions hold nothing else. */
export const versioned = (schema = 1): { readonly schema?: number } => (schema === 1 ? {} : { schema });
