import { productCalls, type AccountRow } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { ConfirmDialog, notify, StatusDot, useFormat, type StatusTone } from '@cotejo/ui';
import { Button, Stack } from '@mantine/core';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './accounts.module.css';
import { FormDialog } from './form-dialog.tsx';
import { NO_PERSON, PersonFields, personFaults, personOf } from './person-fields.tsx';
import { reasonOf, ReasonFields, reasonOnWireOf } from './reason-fields.tsx';
import { useAct } from './use-accounts.ts';

type Consultant = AccountRow['consultants'][number];
export type ConsultantState = 'revoked' | 'over' | 'in';

/** State of a consultant's access: it ends when it expires or is revoked. */
export const consultantState = (
  { revoked, until }: Pick<Consultant, 'revoked' | 'until'>,
  now: number,
): ConsultantState => (revoked ? 'revoked' : Date.parse(until) <= now ? 'over' : 'in');

const TONE: Readonly<Record<ConsultantState, StatusTone>> = {
  in: 'reviewed',
  over: 'new',
  revoked: 'rejected',
};

interface ConsultantsTabProps {
  readonly account: AccountRow;
  readonly mayEdit: boolean;
}

/** Consultants with access to an account; access is granted for one month at a time. */
export function ConsultantsTab({ account, mayEdit }: ConsultantsTabProps) {
  const { t } = useTranslation('operations-web');
  const [isAdmitting, setAdmitting] = useState(false);
  return (
    <div className={styles.tab}>
      <div className={styles.tabHead}>
        <p>{t('consultants.hint')}</p>
        {mayEdit && (
          <Button
            variant="default"
            leftSection={<UserPlus size={14} aria-hidden />}
            onClick={() => setAdmitting(true)}
          >
            {t('consultants.admit')}
          </Button>
        )}
      </div>
      {account.consultants.length === 0 && <p className={styles.nothing}>{t('consultants.none')}</p>}
      {account.consultants.length > 0 && (
        <ul className={styles.list} aria-label={t('account.tab.consultants')}>
          {account.consultants.map((consultant) => (
            <ConsultantLine
              key={consultant.user}
              account={account}
              consultant={consultant}
              mayEdit={mayEdit}
            />
          ))}
        </ul>
      )}
      {isAdmitting && <AdmitDialog account={account} onClose={() => setAdmitting(false)} />}
    </div>
  );
}

interface ConsultantLineProps extends ConsultantsTabProps {
  readonly consultant: Consultant;
}

function ConsultantLine({ account, consultant, mayEdit }: ConsultantLineProps) {
  const { t } = useTranslation('operations-web');
  const format = useFormat();
  const [asking, setAsking] = useState<'renew' | 'revoke' | null>(null);
  const [reason, setReason] = useState(() => reasonOf('requested'));
  const act = useAct();
  const name = `${consultant.first_name} ${consultant.last_name}`.trim();
  const [now] = useState(() => Date.now());
  const state = consultantState(consultant, now);
  const params = { id: account.id, user: consultant.user };
  const confirm = async () => {
    await act.mutateAsync((api) =>
      asking === 'revoke'
        ? perform(api, productCalls.revokeConsultant, { params, query: reasonOnWireOf(reason) })
        : perform(api, productCalls.renewConsultant, { params, body: reasonOnWireOf(reason) }),
    );
    notify.success(t(`consultants.${asking ?? 'renew'}.done`, { name }));
  };
  return (
    <li className={styles.line}>
      <div className={styles.lineWords}>
        <strong>{name}</strong>
        <span>
          {consultant.username} · {consultant.email}
        </span>
        <span className={styles.lineState}>
          <StatusDot tone={TONE[state]} label={t(`consultants.state.${state}`)} />
          <time dateTime={consultant.until}>
            {t('consultants.until', { date: format.date(consultant.until) })}
          </time>
        </span>
      </div>
      {mayEdit && (
        <div className={styles.lineActions}>
          <Button
            variant="default"
            aria-label={t('consultants.renew.of', { name })}
            onClick={() => setAsking('renew')}
          >
            {t('consultants.renew.button')}
          </Button>
          {state === 'in' && (
            <Button
              variant="subtle"
              color="red"
              aria-label={t('consultants.revoke.of', { name })}
              onClick={() => setAsking('revoke')}
            >
              {t('consultants.revoke.button')}
            </Button>
          )}
        </div>
      )}
      {asking !== null && (
        <ConfirmDialog
          opened
          title={t(`consultants.${asking}.title`)}
          question={
            <Stack gap="sm">
              <span>{t(`consultants.${asking}.question`, { name })}</span>
              <ReasonFields value={reason} onChange={setReason} />
            </Stack>
          }
          left={t('cancel')}
          right={t(`consultants.${asking}.button`)}
          danger={asking === 'revoke'}
          onConfirm={confirm}
          onClose={() => setAsking(null)}
        />
      )}
    </li>
  );
}

interface AdmitDialogProps {
  readonly account: AccountRow;
  readonly onClose: () => void;
}

function AdmitDialog({ account, onClose }: AdmitDialogProps) {
  const { t } = useTranslation('operations-web');
  const [person, setPerson] = useState(NO_PERSON);
  const [reason, setReason] = useState(() => reasonOf('requested'));
  const [isAsked, setAsked] = useState(false);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const act = useAct();
  const submit = () => {
    setAsked(true);
    if (Object.keys(personFaults(person)).length > 0) return;
    act.mutate(
      (api) =>
        perform(
          api,
          productCalls.admitConsultant,
          { params: { id: account.id }, body: { ...personOf(person), ...reasonOnWireOf(reason) } },
          { idempotencyKey },
        ),
      {
        onSuccess: () => {
          notify.success(t('consultants.admitted', { name: personOf(person).first_name }));
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('consultants.admit_to', { name: account.account_name })}
      submit={t('consultants.admit')}
      isSending={act.isPending}
      failure={act.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={styles.hint}>{t('consultants.admit_hint')}</p>
      <PersonFields legend={t('consultants.person')} value={person} onChange={setPerson} isAsked={isAsked} />
      <ReasonFields value={reason} onChange={setReason} />
    </FormDialog>
  );
}
