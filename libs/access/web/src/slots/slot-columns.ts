import { roleOfKey, slotState, userType, type SlotRow } from '@cotejo/access-contracts';
import { optionsAmong, type ListColumn } from '@cotejo/ui/list';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

const COLORS = { assigned: 'teal', unassigned: 'gray', released: 'yellow' } satisfies Record<
  SlotRow['state'],
  string
>;

/** User of the slot; empty while it is free. */
export const nameOf = ({ first_name, last_name }: SlotRow): string =>
  `${first_name ?? ''} ${last_name ?? ''}`.trim();

/** What the list of slots says of each. */
export function useSlotColumns(rows: readonly SlotRow[]): readonly ListColumn<SlotRow>[] {
  const { t } = useTranslation('access-web');
  return useMemo<readonly ListColumn<SlotRow>[]>(() => {
    // A built-in role by its name in the reader's language; another as the account calls it.
    const roleName = (role: string) => (role === role.toUpperCase() ? t(`role.${roleOfKey(role)}`) : role);
    return [
      {
        ...{ id: 'person', label: t('slots.person'), kind: 'person', width: 160, value: ({ user }) => user },
        options: optionsAmong(rows, (row) =>
          row.user === null ? null : { value: row.user, label: nameOf(row) },
        ),
      },
      { id: 'email', label: t('person.email'), kind: 'text', value: ({ email }) => email, width: 210 },
      {
        ...{ id: 'type', label: t('slots.type'), kind: 'choice', value: ({ type }) => type },
        options: userType.options.map((value) => ({ value, label: t(`type.${value}`) })),
      },
      {
        ...{ id: 'role', label: t('person.role'), kind: 'text', width: 130 },
        value: ({ role }) => role && roleName(role),
      },
      {
        ...{ id: 'state', label: t('slots.state'), kind: 'choice', value: ({ state }) => state },
        options: slotState.options.map((value) => ({
          ...{ value, label: t(`slots.states.${value}`), color: COLORS[value] },
        })),
      },
      { id: 'start', label: t('slots.start'), kind: 'day', value: (row) => row.start_date },
      { id: 'due', label: t('slots.due'), kind: 'day', value: (row) => row.due_date },
      { id: 'out', label: t('slots.out_of_dates'), kind: 'flag', value: ({ current }) => !current },
    ];
  }, [rows, t]);
}
