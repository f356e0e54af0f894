import { useWorkspace } from '@cotejo/ui';
import { ActionIcon, Button, Select, Stack } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from '../create-audit.module.css';
import { useWizard } from '../wizard-context.ts';
import { ICCE, type DraftMember } from '../wizard-draft.ts';
import { CREATE_WORDS } from '../words.ts';
import { Amount } from './amount.tsx';

/** Members beside the leader and the person who creates the audit, each with role and hours. */
export function TeamFields() {
  const { t } = useTranslation(CREATE_WORDS);
  const { can } = useWorkspace();
  const { draft, set, errorOf, people } = useWizard();
  // The server refuses a team role that grants more than the user who assigns it has.
  const mayNameIcce = draft.kind === ICCE && can('plan.finding__icce');
  const roles = ['manager', 'auditor', 'guest', ...(mayNameIcce ? ['icce'] : [])];
  const change = (key: string, over: Partial<DraftMember>) =>
    set((before) => ({
      ...before,
      team: before.team.map((member) => (member.key === key ? { ...member, ...over } : member)),
    }));
  const nameOf = (user: string): string => {
    const person = people.find(({ id }) => id === user);
    return person ? `${person.first_name} ${person.last_name}` : '';
  };
  const refused = errorOf('team');
  return (
    <fieldset className={styles.team}>
      <legend>{t('team.title')}</legend>
      <p className={styles.note}>{t('team.hint')}</p>
      {draft.kind === ICCE && (
        <p className={styles.note}>{t(mayNameIcce ? 'team.icce' : 'team.icce_beyond')}</p>
      )}
      {draft.takesTeam && draft.source === 'roll_forward' && draft.from !== '' && (
        <p className={styles.note}>{t('team.brought', { source: draft.fromName })}</p>
      )}
      <Stack gap="sm">
        {draft.team.map(({ key, user, role, hours }, place) => (
          <div key={key} className={styles.member}>
            <Select
              label={t('team.person')}
              withAsterisk
              searchable
              openOnFocus={false}
              nothingFoundMessage={t('nothing_found')}
              data={people.map(({ id }) => ({ value: id, label: nameOf(id) }))}
              value={user === '' ? null : user}
              onChange={(chosen) => change(key, { user: chosen ?? '' })}
              error={errorOf(`member.${key}`)}
            />
            <Select
              label={t('team.role')}
              allowDeselect={false}
              data={roles.map((each) => ({ value: each, label: t(`roles.${each}`) }))}
              value={role}
              onChange={(chosen) => change(key, { role: chosen ?? role })}
            />
            <Amount
              label={t('team.hours')}
              max={100_000}
              decimalScale={1}
              value={hours}
              onAmount={(value) => change(key, { hours: value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('team.remove', { name: nameOf(user) || place + 1 })}
              onClick={() =>
                set((before) => ({ ...before, team: before.team.filter((each) => each.key !== key) }))
              }
            >
              <Trash2 size={16} aria-hidden />
            </ActionIcon>
          </div>
        ))}
      </Stack>
      {refused !== undefined && (
        <p role="alert" className={styles.fault}>
          {refused}
        </p>
      )}
      <div>
        <Button
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          onClick={() =>
            set((before) => ({
              ...before,
              team: [
                ...before.team,
                {
                  key: crypto.randomUUID(),
                  user: '',
                  role: before.kind === ICCE && mayNameIcce ? 'icce' : 'auditor',
                  hours: '',
                },
              ],
            }))
          }
        >
          {t('team.add')}
        </Button>
      </div>
    </fieldset>
  );
}
