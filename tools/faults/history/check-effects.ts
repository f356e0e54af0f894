import type { JsonObject, RecordedEvent } from '@cotejo/event-store';
import type { AskedIntent } from './ledger.ts';
import { violation, type Violation } from './violation.ts';

/** State of an item at a version, for the fields set by intents; null before its creation. */
export type ItemThen = {
  readonly name: string;
  readonly code: string | null;
  readonly status: string | null;
  readonly assignee: string | null;
  readonly parent: string | null;
  readonly deleted: boolean;
} | null;

/** States of the item between `from` and `to`: the one at `from`, then each change. */
export type ItemHistory = (item: string, from: number, to: number) => readonly ItemThen[];

interface Effect {
  readonly type: string;
  /** Fields that the event must have, as requested by the intent. */
  readonly holds: JsonObject;
  /** True for an item on which the intent has nothing left to change. */
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
 * An accepted intent had its effect: its events show it or, if it wrote none, nothing was left to change at some
 * version between the one its author saw and the one of its answer.
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
