import {
  SealedParts,
  type IntentEnvelope,
  type Sealed,
  SealedWords,
  type SealedText,
} from '@cotejo/audits-contracts';
import {
  KeptFile,
  SettledBranch,
  SettledTexts,
  type RevisedText,
  type UnrevisedTexts,
} from '@cotejo/worksheets-contracts';

type Intent = IntentEnvelope['intent'];
type Judged = Pick<IntentEnvelope, 'intent' | 'sealed'>;

/**
 * Prepares an intent for the rules. Test intents hold seals in place of texts, and the result of a gate
 * (`texts`, `rows`); both are moved beside the intent, where the server puts them. A text left as a string
 * counts as not sealed.
 */
export function asSealed(intent: Intent): Judged {
  switch (intent.kind) {
    case 'batch': {
      const parts = (intent['parts'] as { schema: number; intent: Intent }[]).map((part) => ({
        ...part,
        ...asSealed(part.intent),
      }));
      return {
        intent: { ...intent, parts: parts.map(({ schema, intent: one }) => ({ schema, intent: one })) },
        sealed: new SealedParts(parts.map(({ sealed }) => sealed)),
      };
    }
    case 'sign_item':
    case 'change_status': {
      const { texts, rows, ...bare } = intent;
      const found = (texts ?? []) as RevisedText[];
      const known = [Number(intent['textsAt'] ?? 0), ...found.map(({ covers }) => covers[1] + 1)];
      return { intent: bare, sealed: new SettledTexts(found, Number(rows ?? Math.max(...known))) };
    }
    case 'change_audit_status':
    case 'delete_item': {
      const { texts, ...bare } = intent;
      return { intent: bare, sealed: new SettledBranch((texts ?? []) as UnrevisedTexts[]) };
    }
    case 'restore_attachment':
      return { intent, sealed: new KeptFile() };
    case 'revise_texts':
    case 'restart_texts':
    case 'copy_attachments':
      return { intent };
    default:
      return withoutSeals(intent);
  }
}

function withoutSeals(intent: Intent): Judged {
  const seals: SealedText[] = [];
  let isSealed = true;
  const plain = (value: unknown): unknown => {
    if (typeof value === 'string') isSealed = false;
    if (typeof value !== 'object' || value === null) return value;
    seals.push(value as SealedText);
    return 'x';
  };
  const told: Record<string, unknown> = { ...intent };
  for (const key of ['objective', 'text', 'reason', 'name'])
    if (key in told && HAS_WORDS.has(intent.kind)) told[key] = plain(told[key]);
  if (Array.isArray(told['instructions']))
    told['instructions'] = (told['instructions'] as { text: unknown }[]).map((one) => ({
      ...one,
      text: plain(one.text),
    }));
  const sealed: Sealed | undefined = isSealed ? new SealedWords(seals) : undefined;
  return { intent: told as Intent, sealed };
}

const HAS_WORDS: ReadonlySet<string> = new Set([
  'set_step_programme',
  'add_note',
  'reply_note',
  'answer_note',
  'reopen_note',
  'add_attachment',
]);
