import {
  DEFAULT_PACKAGE,
  edition,
  productCalls,
  type AccountRow,
  type Edition,
} from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { notify } from '@cotejo/ui';
import { NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bytesOf } from './account-values.ts';
import styles from './accounts.module.css';
import { FormDialog } from './form-dialog.tsx';
import { NO_PERSON, PersonFields, personFaults, personOf } from './person-fields.tsx';
import { reasonOf, ReasonFields, reasonOnWireOf } from './reason-fields.tsx';
import { useAct } from './use-accounts.ts';

interface OpenAccountDialogProps {
  readonly onClose: () => void;
  readonly onOpened: (id: string) => void;
}

/** Dialog that opens an account with its first administrator, who receives an e-mail to choose a password. */
export function OpenAccountDialog({ onClose, onOpened }: OpenAccountDialogProps) {
  const { t } = useTranslation('operations-web');
  const [name, setName] = useState('');
  const [pkg, setPkg] = useState<string>(DEFAULT_PACKAGE);
  const [kind, setKind] = useState<Edition>('internal');
  const [quota, setQuota] = useState<number | ''>('');
  const [person, setPerson] = useState(NO_PERSON);
  const [reason, setReason] = useState(() => reasonOf('contract'));
  const [isAsked, setAsked] = useState(false);
  // One idempotency key per dialog: a retry after a lost answer opens one account.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const act = useAct();
  const required = (value: string) =>
    isAsked && value.trim() === '' ? t('account.fault.required') : undefined;

  const submit = () => {
    setAsked(true);
    if (name.trim() === '' || pkg.trim() === '' || Object.keys(personFaults(person)).length > 0) return;
    let opened: AccountRow | null = null;
    act.mutate(
      async (api) => {
        opened = await perform(
          api,
          productCalls.openAccount,
          {
            body: {
              account_name: name.trim(),
              pkg: pkg.trim(),
              edition: kind,
              quota: bytesOf(quota),
              admin: personOf(person),
              ...reasonOnWireOf(reason),
            },
          },
          { idempotencyKey },
        );
      },
      {
        onSuccess: () => {
          notify.success(t('account.opened', { name: name.trim() }));
          if (opened !== null) onOpened(opened.id);
        },
      },
    );
  };

  return (
    <FormDialog
      title={t('accounts.open')}
      submit={t('accounts.open')}
      isSending={act.isPending}
      failure={act.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t('account.name')}
        withAsterisk
        data-autofocus
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={required(name)}
      />
      <div className={styles.pair}>
        <TextInput
          label={t('account.pkg')}
          withAsterisk
          maxLength={60}
          value={pkg}
          onChange={(event) => setPkg(event.currentTarget.value)}
          error={required(pkg)}
        />
        <Select
          label={t('account.edition')}
          allowDeselect={false}
          data={edition.options.map((value) => ({ value, label: t(`edition.${value}`) }))}
          value={kind}
          onChange={(value) => setKind(edition.catch(kind).parse(value))}
        />
      </div>
      <NumberInput
        label={t('account.quota')}
        description={t('account.quota_hint')}
        min={0}
        max={1_000_000}
        decimalScale={2}
        decimalSeparator=","
        thousandSeparator="."
        value={quota}
        onChange={(value) => setQuota(typeof value === 'number' ? value : '')}
      />
      <PersonFields legend={t('account.admin')} value={person} onChange={setPerson} isAsked={isAsked} />
      <ReasonFields value={reason} onChange={setReason} />
    </FormDialog>
  );
}
