import { notify, useWorkspace } from '@cotejo/ui';
import { MENTIONS_TOPIC, mentionList, type MentionView } from '@cotejo/worksheets-contracts';
import { useStore } from 'jotai';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { itemText } from './item-text.ts';
import { mentionsAtom } from './mentions-atoms.ts';
import { newMentions } from './new-mentions.ts';

/** Maximum number of separate notifications; more are combined. */
const ONE_BY_ONE = 3;
/** Milliseconds that a notification with its link stays. */
const WAY_MS = 12_000;

interface WaysOn {
  readonly onOpen: (mention: MentionView) => void;
  readonly onList: () => void;
}

/** Follows the feed of mentions and notifies the user of new ones, on every page. */
export function useMentionsFeed(ways: WaysOn): void {
  const store = useStore();
  const { live, me } = useWorkspace();
  const tell = useTell(ways);
  useEffect(() => {
    const stop = live.follow(MENTIONS_TOPIC, me.id, -1, {
      onFrame: ({ rows }) => {
        const last = rows.at(-1);
        if (last === undefined) return;
        const now = mentionList.parse(last);
        const before = store.get(mentionsAtom);
        store.set(mentionsAtom, now);
        // Initial mentions are listed without a notification.
        if (before !== null) tell.current(newMentions(before, now));
      },
    });
    return () => {
      stop();
      store.set(mentionsAtom, null);
    };
  }, [store, live, me.id, tell]);
}

/** Ref to the latest function. */
function useTell({ onOpen, onList }: WaysOn) {
  const { t } = useTranslation('worksheets-web');
  const tell = (told: readonly MentionView[]) => {
    if (told.length > ONE_BY_ONE) {
      const action = { label: t('mentions.open_all'), run: onList };
      notify.info(t('mentions.told_many', { count: told.length }), { autoClose: WAY_MS, action });
      return;
    }
    for (const mention of told) {
      const { created_by: by, item, auditoria } = mention;
      const words = { name: by.name || t('notes.somebody'), item: itemText(item), audit: auditoria.codigo };
      notify.info(t('mentions.told', words), {
        id: `mention ${mention.nota}`,
        autoClose: WAY_MS,
        action: { label: t('mentions.open'), run: () => onOpen(mention) },
      });
    }
  };
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  return latest;
}
