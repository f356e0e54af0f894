import {
  VALUE_SHAPES,
  valueLabelKey,
  valueTextKey,
  type ItemId,
  type ItemType,
  type ItemValue,
} from '@cotejo/audits-contracts';
import { valueOf } from '@cotejo/audits-domain';
import { personColour, type AvatarPerson } from '@cotejo/ui';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useAnnounceField,
  useFieldPeers,
  useItem,
  useOfAudit,
  useWorksheetHost,
} from '../host/worksheet-host.ts';
import { useLitBy } from './use-lit-by.ts';

/** Name under which a value's field is announced: texts have names of their own. */
export const announcedValue = (key: string): string => `v:${key}`;

/** Begins with a capital, as labels do; in sentences the same words are small. */
export const asTitle = (words: string): string => words.charAt(0).toLocaleUpperCase() + words.slice(1);

/** One short value of the worksheet, and all that its field needs. */
export interface ValueField {
  readonly key: string;
  readonly label: string;
  readonly value: ItemValue;
  /** Why it may not be written, in words; null when it may. */
  readonly refusal: string | null;
  /** Why it would not be taken, in words; null when it would. */
  judge(value: ItemValue): string | null;
  /** Does it at once; nothing when it says the same. False when it was refused. */
  set(value: ItemValue): boolean;
  /** The same for several that belong together. */
  setAll(values: Readonly<Record<string, ItemValue>>): boolean;
  /** The word of one that may be chosen. */
  optionWord(value: ItemValue): string;
  readonly peers: readonly AvatarPerson[];
  /** Who else changed it just now. */
  readonly litBy: AvatarPerson | null;
  /** In whose colour the field is outlined; undefined while nobody else is in it. */
  readonly peerColour: string | undefined;
  readonly focus: { readonly onFocus: () => void; readonly onBlur: () => void };
}

/** Why values of an item may not be written by this person as things stand; null when they may. */
export function useWriteRefusal(item: ItemId, key: string): string | null {
  const { t } = useTranslation('worksheets-web');
  const { session, words } = useWorksheetHost();
  return useOfAudit(
    useCallback(() => {
      const refused = session.judge({ kind: 'set_values', id: item, values: { [key]: null } });
      if (refused) return words(refused);
      return session.mode === 'read' ? t('field.read_only') : null;
    }, [session, words, item, key, t]),
  );
}

/** A value that items of a type have, to ask with whether any may be written; periods are counted from 1. */
function anyKeyOf(type: ItemType): string {
  const keys = Object.keys(VALUE_SHAPES[type] ?? {});
  return keys.find((key) => !key.includes('*')) ?? keys[0]?.replace('*', '1') ?? '';
}

/** Why nothing of the worksheet around it may be written; null when it may. */
export function useWorksheetRefusal(): string | null {
  const { itemId } = useWorksheetHost();
  const type = useItem()?.type;
  return useWriteRefusal(itemId, type === undefined ? '' : anyKeyOf(type));
}

/** A value of the worksheet around it, or of another item of the plan. */
export function useValue(type: ItemType, key: string, of?: ItemId): ValueField {
  const { t } = useTranslation(['worksheets-web', 'audits-contracts']);
  const { itemId, session, act, words } = useWorksheetHost();
  const id = of ?? itemId;
  const value = useOfAudit(useCallback((view) => valueOf(view.get(id)?.values, key), [id, key]));
  const refusal = useWriteRefusal(id, key);
  const inField = useFieldPeers(announcedValue(key));
  const focus = useAnnounceField(announcedValue(key));
  const litBy = useLitBy(id, value);
  const peers = useMemo(() => inField.map(({ user }) => user), [inField]);

  const setAll = useCallback(
    (values: Readonly<Record<string, ItemValue>>) => {
      const now = session.view.get(id)?.values;
      const changed = Object.entries(values).filter(([each, next]) => valueOf(now, each) !== next);
      return changed.length === 0 || act({ kind: 'set_values', id, values: Object.fromEntries(changed) });
    },
    [session, act, id],
  );
  return {
    key,
    label: asTitle(t(valueLabelKey(type, key))),
    value,
    refusal,
    judge: (next) => {
      const refused = session.judge({ kind: 'set_values', id, values: { [key]: next } });
      return refused && words(refused);
    },
    set: (next) => setAll({ [key]: next }),
    setAll,
    optionWord: (option) => {
      const words = valueTextKey(type, key, option);
      return words === null ? String(option) : t(words);
    },
    peers,
    litBy,
    peerColour: peers[0] && personColour(peers[0].id),
    focus,
  };
}
