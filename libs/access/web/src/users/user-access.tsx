import {
  accessCalls,
  authenticationMethod,
  DOWNLOAD_PATHS,
  type AuthenticationMethod,
  type UserDetail,
} from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { pathOf } from '@cotejo/http/contracts';
import { notify, useFormat } from '@cotejo/ui';
import { Button, Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../forms/reason-dialog.tsx';
import layout from '../layout/layout.module.css';
import { useCan } from '../session/use-can.ts';
import { useSession, useUser } from '../session/use-session.ts';
import { actionsFor, type AccessAction } from './access-actions.ts';
import { GeneratedPassword } from './generated-password.tsx';
import { useOfferedMethods } from './use-offered-methods.ts';
import { PEOPLE_KEY } from './use-people.ts';

/** Sign-in settings of a user and the actions on them; each action asks for a reason. */
export function UserAccess({ person }: { readonly person: UserDetail }) {
  const { t } = useTranslation('access-web');
  const format = useFormat();
  const { api } = useSession();
  const can = useCan();
  const me = useUser();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<AccessAction | null>(null);
  const [method, setMethod] = useState<AuthenticationMethod | null>(null);
  const [password, setPassword] = useState<string | null>(null);
  const name = `${person.first_name} ${person.last_name}`.trim();
  const refresh = () => queries.invalidateQueries({ queryKey: PEOPLE_KEY });
  const isMe = me?.id === person.id;

  const offered = useOfferedMethods();
  // Includes the user's current method, which the installation may no longer offer.
  const methods = [...new Set([person.auth_method, ...offered])];
  const mayChangeMethod = can('users.security') && !isMe && !person.forgotten && methods.length > 1;

  return (
    <div className={layout.stack}>
      <dl className={layout.facts}>
        <Fact
          name={t('person.last_login')}
          value={person.last_login === null ? t('users.never') : format.dateTime(person.last_login)}
        />
        <Fact
          name={t('users.password_changed')}
          value={person.last_password_change === null ? '—' : format.dateTime(person.last_password_change)}
        />
        <Fact
          name={t('person.factor')}
          value={t(person.otp_active ? 'users.factor_on' : 'users.factor_off')}
        />
        {person.throttled_until !== null && (
          <Fact name={t('users.throttled_until')} value={format.dateTime(person.throttled_until)} />
        )}
      </dl>
      <Select
        label={t('person.method')}
        data={authenticationMethod.options
          .filter((each) => methods.includes(each))
          .map((each) => ({ value: each, label: t(`method.${each}`) }))}
        value={person.auth_method}
        onChange={(chosen) => {
          const parsed = authenticationMethod.safeParse(chosen);
          if (parsed.success && parsed.data !== person.auth_method) setMethod(parsed.data);
        }}
        disabled={!mayChangeMethod}
        {...(isMe && { description: t('users.own_access') })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
      />
      <ul className={layout.list}>
        {can('users.export') && !person.forgotten && (
          <li className={layout.line}>
            <span className={layout.lineWords}>
              <strong>{t('action.export.title')}</strong>
              <span className={layout.faint}>{t('action.export.hint')}</span>
            </span>
            <Button
              variant="default"
              leftSection={<Download size={14} aria-hidden />}
              component="a"
              href={pathOf(DOWNLOAD_PATHS.person_data, { id: person.id })}
              target="_blank"
              rel="noopener"
            >
              {t('action.export.submit')}
            </Button>
          </li>
        )}
        {actionsFor(person, can, me?.id ?? '').map((action) => (
          <li key={action.key} className={layout.line}>
            <span className={layout.lineWords}>
              <strong>{t(`action.${action.key}.title`)}</strong>
              <span className={layout.faint}>{t(`action.${action.key}.hint`)}</span>
            </span>
            <Button
              variant={action.danger === true ? 'outline' : 'default'}
              {...(action.danger === true ? { color: 'red' } : {})}
              onClick={() => setAsked(action)}
            >
              {t(`action.${action.key}.submit`)}
            </Button>
          </li>
        ))}
      </ul>
      {asked !== null && (
        <ReasonDialog
          title={t(`action.${asked.key}.title`)}
          question={t(`action.${asked.key}.question`, { name })}
          submit={t(`action.${asked.key}.submit`)}
          {...(asked.danger === undefined ? {} : { danger: asked.danger })}
          onClose={() => setAsked(null)}
          run={async (reason) => {
            setPassword(await asked.run(api, person.id, reason));
            notify.success(t(`action.${asked.key}.done`, { name }));
            await refresh();
          }}
        />
      )}
      {method !== null && (
        <ReasonDialog
          title={t('users.change_method')}
          question={t('users.change_method_question', { name, method: t(`method.${method}`) })}
          submit={t('users.change_method')}
          onClose={() => setMethod(null)}
          run={async (reason) => {
            await perform(api, accessCalls.people.setMethod, {
              params: { id: person.id },
              body: { ...reason, auth_method: method },
            });
            notify.success(t('users.saved'));
            await refresh();
          }}
        />
      )}
      {password !== null && (
        <GeneratedPassword name={name} password={password} onClose={() => setPassword(null)} />
      )}
    </div>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
