import { authenticationMethod, roleOfKey, userType, type UserDetail } from '@cotejo/access-contracts';
import { PersonAvatar } from '@cotejo/ui';
import { optionsAmong, type ListColumn } from '@cotejo/ui/list';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import layout from '../layout/layout.module.css';
import { PERSON_STATES, personState, STATE_COLOR } from './person-state.ts';
import { useNow } from './use-now.ts';

/** Displayed name of a user; an erased one has none. */
export function useNameOf(): (row: UserDetail) => string {
  const { t } = useTranslation('access-web');
  return useCallback(
    ({ forgotten, first_name, last_name }) =>
      forgotten ? t('users.forgotten_name') : `${first_name} ${last_name}`.trim(),
    [t],
  );
}

/** Columns of the list of users. */
export function useUserColumns(
  rows: readonly UserDetail[],
  current: string | null,
): readonly ListColumn<UserDetail>[] {
  const { t } = useTranslation('access-web');
  const now = useNow();
  const nameOf = useNameOf();
  return useMemo<readonly ListColumn<UserDetail>[]>(() => {
    const named = (id: string) => ({ id, label: t(`person.${id}`) });
    const choices = <Value extends string>(values: readonly Value[], words: string) =>
      values.map((value) => ({ value, label: t(`${words}.${value}`) }));
    return [
      {
        ...{ ...named('name'), kind: 'text', width: 240, value: nameOf },
        // The row is opened by it as by any other cell; screen readers find it by its name.
        cell: (row) => (
          <span className={layout.person}>
            <PersonAvatar
              person={{ id: row.id, name: nameOf(row), initials: row.sigla }}
              size={22}
              decorative
            />
            <button type="button" tabIndex={-1} className={layout.open} aria-expanded={row.id === current}>
              {nameOf(row)}
            </button>
          </span>
        ),
      },
      { ...named('username'), kind: 'text', width: 160, value: ({ username }) => username },
      {
        ...{ ...named('role'), kind: 'choice', width: 150, value: ({ role_id }) => role_id },
        options: optionsAmong(rows, ({ role_id: value, role, role_name }) => ({
          value,
          label: value === role ? t(`role.${roleOfKey(role)}`) : role_name,
        })),
      },
      {
        ...{ ...named('type'), kind: 'choice', width: 130, value: ({ user_type }) => user_type },
        options: choices(userType.options, 'type'),
      },
      {
        ...{ ...named('state'), kind: 'choice', width: 130, value: (row) => personState(row, now) },
        options: choices(PERSON_STATES, 'state').map((option) => ({
          ...option,
          color: STATE_COLOR[option.value],
        })),
      },
      {
        ...{ ...named('method'), kind: 'choice', width: 140, value: ({ auth_method }) => auth_method },
        options: choices(authenticationMethod.options, 'method'),
      },
      { ...named('factor'), kind: 'flag', width: 130, value: ({ otp_active }) => otp_active },
      { ...named('last_login'), kind: 'moment', width: 150, value: ({ last_login }) => last_login },
      { ...named('email'), kind: 'text', hidden: true, value: ({ email }) => email },
      { ...named('position'), kind: 'text', hidden: true, value: ({ position }) => position },
      { ...named('area'), kind: 'text', hidden: true, value: ({ area }) => area },
    ];
  }, [rows, current, now, nameOf, t]);
}
