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

/** Presence name of a value's field; the prefix distinguishes it from texts. */
export const announcedValue = (key: string): string => `v:${key}`;

/** Capitalizes a label; within sentences the same words are lower case. */
export const asTitle = (words: string): string => words.charAt(0).toLocaleUpperCase() + words.slice(1);

/** A short value of the worksheet with everything that its field needs. */
export interface ValueField {
  readonly key: string;
  readonly label: string;
  readonly value: ItemValue;
  /** Reason as a text if the value is read-only; else null. */
  readonly refusal: string | null;
  /** Rejection of a value as a text; null if it would be accepted. */
  judge(value: ItemValue): string | null;
  /** Sets the value at once; a no-op if unchanged. False when refused. */
  set(value: ItemValue): boolean;
  /** Sets several related values in one intent. */
  setAll(values: Readonly<Record<string, ItemValue>>): boolean;
  /** Label of an option. */
  optionWord(value: ItemValue): string;
  readonly peers: readonly AvatarPerson[];
  /** Author of a recent change by another user. */
  readonly litBy: AvatarPerson | null;
  /** Outline colour of another user in the field; undefined for none. */
  readonly peerColour: string | undefined;
  readonly focus: { readonly onFocus: () => void; readonly onBlur: () => void };
}

/** Reason why this user may currently not write values of an item; null if allowed. */
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

/** Any value key of a type, to ask for the right to write; periods are counted from 1. */
function anyKeyOf(type: ItemType): string {
  const keys = Object.keys(VALUE_SHAPES[type] ?? {});
  return keys.find((key) => !key.includes('*')) ?? keys[0]?.replace('*', '1') ?? '';
}

/** Reason why the surrounding worksheet is read-only; null if it is not. */
export function useWorksheetRefusal(): string | null {
  const { itemId } = useWorksheetHost();
  const type = useItem()?.type;
  return useWriteRefusal(itemId, type === undefined ? '' : anyKeyOf(type));
}

/** A value of the surrounding worksheet, or of another item of the plan. */
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
