import type { UserId } from '@cotejo/access-contracts';
import { refusalOfMassAssign } from '@cotejo/audits-domain';
import { PersonAvatar, type AvatarPerson } from '@cotejo/ui';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ItemsDialog, type ItemsDialogProps } from '../actions/items-dialog.tsx';
import { usePlan } from '../plan/plan-context.ts';
import { useRejectionText } from '../plan/tray/rejection-text.ts';
import { ChoiceList, type Choice } from '../actions/choice-list.tsx';
import { useLiveView } from '../actions/use-live-view.ts';
import { fold } from '../text-search.ts';
import { assignable } from './assignable.ts';

const NOBODY = 'sin_asignar';

/** Dialog that assigns one or many items to a team member, or removes their assignment. */
export function AssignDialog(props: ItemsDialogProps) {
  const { t } = useTranslation('audits-web');
  const title = {
    one: (name: string) => t('assign.title', { name }),
    many: (count: number) => t('assign.title_many', { count }),
  };
  return (
    <ItemsDialog {...props} title={title}>
      <AssignForm {...props} />
    </ItemsDialog>
  );
}

function AssignForm({ ids, onClose }: ItemsDialogProps) {
  const { t } = useTranslation('audits-web');
  const { session, team, owners, tell, announce } = usePlan();
  const words = useRejectionText();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const view = useLiveView();
  const { items, without, refused } = useMemo(
    () => assignable(view, ids, (intent) => session.judge(intent)),
    [view, ids, session],
  );
  const onlyPlans = items.length > 0 && items.every((id) => view.get(id)?.type === 'action_plan');
  const people: readonly AvatarPerson[] = onlyPlans
    ? owners.map((row) => ({ id: row.id, name: `${row.first_name} ${row.last_name}`, initials: row.sigla }))
    : team;
  const current = new Set<string>(items.map((id) => view.get(id)?.assignee ?? NOBODY));

  const wanted = fold(search);
  const choices: Choice[] = [
    ...people
      .filter((person) => fold(`${person.name} ${person.initials}`).includes(wanted))
      .map((person) => ({
        value: person.id,
        label: person.name,
        icon: <PersonAvatar person={person} size={22} decorative />,
        hint: current.has(person.id) ? t('assign.has_some') : undefined,
      })),
    ...(fold(t('plan.unassigned')).includes(wanted)
      ? [{ value: NOBODY, label: t('plan.unassigned'), hint: undefined }]
      : []),
  ];
  const assign = () => {
    if (chosen === null) return;
    const assignee = chosen === NOBODY ? null : (chosen as UserId);
    if (!tell(session.assignItems(items, assignee))) return;
    const person = people.find((each) => each.id === chosen);
    announce(
      person
        ? t('assign.done', { count: items.length, name: person.name })
        : t('assign.done_nobody', { count: items.length }),
    );
    onClose();
  };
  const [firstRefused] = refused;
  const together = refusalOfMassAssign(items.length, session.can);

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        assign();
      }}
    >
      <Stack gap="sm">
        {without > 0 && (
          <Text size="sm" c="dimmed">
            {t('assign.without', { count: without })}
          </Text>
        )}
        {firstRefused && (
          <Alert role="note">
            {t('many.left_out', { count: refused.length })} {words(firstRefused.rejection)}
          </Alert>
        )}
        {together && <Alert role="note">{words(together)}</Alert>}
        <ChoiceList
          label={t('plan.assign_to')}
          search={search}
          onSearch={setSearch}
          placeholder={t('assign.search')}
          nothing={t('assign.nobody_found')}
          choices={choices}
          value={chosen}
          onChange={setChosen}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('create.cancel')}
          </Button>
          <Button type="submit" disabled={chosen === null || items.length === 0 || together !== null}>
            {t('assign.submit', { count: items.length })}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
