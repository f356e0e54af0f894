import { itemName, type ItemId } from '@cotejo/audits-contracts';
import { Button, TextInput } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useAtom } from 'jotai';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PROBE } from '../menus/plan-menu.ts';
import { usePlan } from '../plan/plan-context.ts';
import { useRejectionText } from '../plan/tray/rejection-text.ts';
import { findingDraftAtom } from './finding-draft.ts';
import { placeOfFinding } from './listed-findings.ts';
import styles from './findings-panel.module.css';

/** Creates a finding at the current item, or in its nearest ancestor that may hold findings, and opens it. */
export function NewFinding({ at }: { readonly at: ItemId | null }) {
  const { t } = useTranslation('audits-web');
  const { session, act, openItem } = usePlan();
  const words = useRejectionText();
  const [name, setName] = useState<string | null>(null);
  const [draft, setDraft] = useAtom(findingDraftAtom);
  useEffect(() => {
    if (draft === null || draft.item !== at) return;
    setName(draft.name);
    setDraft(null);
  }, [draft, at, setDraft]);
  const reasonId = useId();
  const place = placeOfFinding(session.view, at);
  const refusal = place
    ? session.judge({ kind: 'create_item', id: PROBE, type: 'finding', ...place, name: '–' })
    : { code: 'no_place_here' };
  const holder = place && session.view.get(place.parent);

  const add = () => {
    const given = itemName.safeParse(name ?? '');
    if (!place || !given.success) return;
    const id = crypto.randomUUID() as ItemId;
    if (!act({ kind: 'create_item', id, type: 'finding', ...place, name: given.data })) return;
    setName(null);
    openItem(id);
  };

  if (name === null)
    return (
      <div className={styles.newFinding}>
        <Button
          variant="default"
          leftSection={<Plus size={15} aria-hidden />}
          data-disabled={refusal ? true : undefined}
          aria-disabled={refusal !== null || undefined}
          aria-describedby={reasonId}
          onClick={() => refusal === null && setName('')}
        >
          {t('findings.new')}
        </Button>
        <span id={reasonId} className={styles.where}>
          {refusal ? words(refusal) : holder && t('findings.in', { name: holder.name })}
        </span>
      </div>
    );
  return (
    <form
      className={styles.newFinding}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <TextInput
        // The user has just pressed "new finding": the next input is its name.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        className={styles.newName}
        label={t('findings.name')}
        description={holder && t('findings.in', { name: holder.name })}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          setName(null);
        }}
      />
      <Button type="submit" disabled={!itemName.safeParse(name).success}>
        {t('plan.add')}
      </Button>
      <Button variant="default" onClick={() => setName(null)}>
        {t('create.cancel')}
      </Button>
    </form>
  );
}
