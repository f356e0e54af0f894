import type { JsonObject, RecordedEvent } from '@cotejo/event-store';
import type { AskedIntent } from './ledger.ts';
import { violation, type Violation } from './violation.ts';

/** What an item was at a version, as far as intents set it; null before it was created. */
export type ItemThen = {
  readonly name: string;
  readonly code: string | null;
  readonly status: string | null;
  readonly assignee: string | null;
  readonly parent: string | null;
  readonly deleted: boolean;
} | null;

/** The item at each version from `from` to `to` at which it changed, and as it stood at `from`. */
export type ItemHistory = (item: string, from: number, to: number) => readonly ItemThen[];

interface Effect {
  readonly type: string;
  /** Fields that the event must hold as the intent asked. */
  readonly holds: JsonObject;
  /** True of an item on which the intent has nothing left to do. */
  readonly isDone: (item: ItemThen) => boolean;
}

type Intent = AskedIntent['intent'];
const field = (intent: Intent, name: string): JsonObject[string] => (intent[name] ?? null) as string | null;

const EFFECTS: Readonly<Record<string, (intent: Intent) => Effect>> = {
  create_item: (intent) => ({
    type: 'TreeItemCreated',
    holds: { id: field(intent, 'id'), itemType: field(intent, 'type'), parent: field(intent, 'parent') },
    isDone: () => false,
  }),
  rename_item: (intent) => ({
    type: 'TreeItemRenamed',
    holds: { id: field(intent, 'id'), name: field(intent, 'name') },
    isDone: (item) => item?.name === intent['name'],
  }),
  recode_item: (intent) => ({
    type: 'TreeItemRecoded',
    holds: { id: field(intent, 'id'), code: field(intent, 'code') },
    isDone: (item) => item !== null && item.code === field(intent, 'code'),
  }),
  move_item: (intent) => ({
    type: 'TreeItemMoved',
    holds: { id: field(intent, 'id'), parent: field(intent, 'parent') },
    isDone: (item) => item !== null && item.parent === field(intent, 'parent'),
  }),
  assign_item: (intent) => ({
    type: 'TreeItemAssigned',
    holds: { id: field(intent, 'id'), assignee: field(intent, 'assignee') },
    isDone: (item) => item !== null && item.assignee === field(intent, 'assignee'),
  }),
  change_status: (intent) => ({
    type: 'ItemStatusChanged',
    holds: { id: field(intent, 'id'), to: field(intent, 'to') },
    isDone: (item) => item?.status === intent['to'],
  }),
  delete_item: (intent) => ({
    type: 'TreeItemDeleted',
    holds: { id: field(intent, 'id') },
    isDone: (item) => item?.deleted === true,
  }),
  restore_item: (intent) => ({
    type: 'TreeItemRestored',
    holds: { id: field(intent, 'id') },
    isDone: (item) => item?.deleted === false,
  }),
};

/**
 * An intent that was accepted did what it asked: its events say so, or, where it wrote none, nothing was left
 * to do at some version between what its author saw and its answer.
 */
export function checkEffects(
  asked: readonly AskedIntent[],
  writtenBy: (command: string) => readonly RecordedEvent[],
  historyOf: (stream: string) => ItemHistory | null,
): Violation[] {
  const found: Violation[] = [];
  for (const { command, who, stream, base, intent, answers } of asked) {
    const answer = answers[0];
    const effect = EFFECTS[intent.kind]?.(intent);
    if (!answer?.outcome.ok || !effect) continue;
    const written = writtenBy(command);
    const name = `${who} ${intent.kind} ${command} on ${stream} at ${answer.version}`;
    if (written.length > 0) {
      const says = (event: RecordedEvent): boolean =>
        event.type === effect.type &&
        Object.entries(effect.holds).every(([key, value]) => (event.data[key] ?? null) === value);
      if (!written.some(says)) found.push(violation('effect-missing', `${name}: its events say otherwise`));
      continue;
    }
    const history = historyOf(stream);
    if (!history) continue;
    const states = history(String(intent['id']), Math.min(base, answer.version), answer.version);
    if (!states.some(effect.isDone)) found.push(violation('acknowledged-lost', `${name}: nothing written`));
  }
  return found;
}
