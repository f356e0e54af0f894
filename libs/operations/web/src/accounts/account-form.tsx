import { edition, productCalls, type AccountRow } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { FormMessage, ConfirmDialog, notify, useErrorText } from '@cotejo/ui';
import {
  Alert,
  Button,
  Group,
  NumberInput,
  Select,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changesOf, faultsOf, valuesOf, type AccountValues } from './account-values.ts';
import styles from './accounts.module.css';
import { ReasonFields, reasonOf, reasonOnWireOf } from './reason-fields.tsx';
import { useAct } from './use-accounts.ts';

interface AccountFormProps {
  readonly account: AccountRow;
  readonly mayEdit: boolean;
}

/** Form with an account's data and limits; sends only changed fields. */
export function AccountForm({ account, mayEdit }: AccountFormProps) {
  const { t } = useTranslation('operations-web');
  const words = useErrorText();
  const [values, setValues] = useState<AccountValues>(() => valuesOf(account));
  const [reason, setReason] = useState(() => reasonOf('contract'));
  const [isAsked, setAsked] = useState(false);
  const act = useAct();
  const faults = isAsked ? faultsOf(values) : {};
  const kinds = Object.values(faults);
  const change = changesOf(account, values);
  const set = (part: Partial<AccountValues>) => setValues({ ...values, ...part });
  const fault = (field: keyof AccountValues) => {
    const kind = faults[field];
    return kind && t(`account.fault.${kind}`);
  };

  const save = () => {
    setAsked(true);
    if (change === null || Object.keys(faultsOf(values)).length > 0) return;
    act.mutate(
      (api) =>
        perform(api, productCalls.changeAccount, {
          params: { id: account.id },
          body: { ...change, ...reasonOnWireOf(reason) },
        }),
      { onSuccess: () => notify.success(t('account.saved')) },
    );
  };

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <fieldset disabled={!mayEdit} className={styles.fields}>
        <legend className="visually-hidden">{t('account.tab.data')}</legend>
        <Stack gap="sm">
          <TextInput
            label={t('account.name')}
            withAsterisk
            maxLength={120}
            value={values.account_name}
            onChange={(event) => set({ account_name: event.currentTarget.value })}
            error={fault('account_name')}
          />
          <div className={styles.pair}>
            <TextInput
              label={t('account.pkg')}
              withAsterisk
              maxLength={60}
              value={values.pkg}
              onChange={(event) => set({ pkg: event.currentTarget.value })}
              error={fault('pkg')}
            />
            <Select
              label={t('account.edition')}
              allowDeselect={false}
              data={edition.options.map((value) => ({ value, label: t(`edition.${value}`) }))}
              value={values.edition}
              onChange={(value) => set({ edition: edition.catch(values.edition).parse(value) })}
            />
          </div>
          <TagsInput
            label={t('account.addons')}
            description={t('account.addons_hint')}
            value={[...values.addons]}
            onChange={(addons) => set({ addons })}
            error={fault('addons')}
          />
          <NumberInput
            label={t('account.quota')}
            description={t('account.quota_hint')}
            min={0}
            max={1_000_000}
            decimalScale={2}
            decimalSeparator=","
            thousandSeparator="."
            value={values.quota}
            onChange={(quota) => set({ quota: typeof quota === 'number' ? quota : '' })}
          />
          <Textarea
            label={t('account.ranges')}
            description={t('account.ranges_hint')}
            autosize
            minRows={2}
            maxRows={8}
            classNames={{ input: styles.addresses }}
            value={values.ranges}
            onChange={(event) => set({ ranges: event.currentTarget.value })}
            error={fault('ranges')}
          />
          {mayEdit && change !== null && <ReasonFields value={reason} onChange={setReason} />}
        </Stack>
      </fieldset>
      {act.isError && (
        <Alert color="red" variant="light" role="alert" className={styles.failure}>
          {words(act.error)}
        </Alert>
      )}
      {!act.isError && kinds.length > 0 && (
        <FormMessage fault={kinds.includes('required') ? 'pending' : 'wrong'} />
      )}
      {mayEdit && (
        <Group justify="space-between" gap="xs">
          <Suspension account={account} />
          <Group gap="xs">
            {change !== null && (
              <Button variant="default" onClick={() => setValues(valuesOf(account))}>
                {t('account.undo')}
              </Button>
            )}
            <Button type="submit" loading={act.isPending} disabled={change === null}>
              {t('account.save')}
            </Button>
          </Group>
        </Group>
      )}
    </form>
  );
}

/** Suspension ends all sessions of the account within a second and blocks sign-in. */
function Suspension({ account }: { readonly account: AccountRow }) {
  const { t } = useTranslation('operations-web');
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState(() => reasonOf('contract'));
  const act = useAct();
  const kind = account.suspended ? 'reinstate' : 'suspend';
  const turn = async () => {
    await act.mutateAsync((api) =>
      perform(api, productCalls.changeAccount, {
        params: { id: account.id },
        body: { suspended: !account.suspended, ...reasonOnWireOf(reason) },
      }),
    );
  };
  return (
    <>
      <Button variant="subtle" {...(!account.suspended && { color: 'red' })} onClick={() => setAsking(true)}>
        {t(`account.${kind}.button`)}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t(`account.${kind}.title`)}
        question={
          <Stack gap="sm">
            <span>{t(`account.${kind}.question`, { name: account.account_name })}</span>
            <ReasonFields value={reason} onChange={setReason} />
          </Stack>
        }
        left={t('cancel')}
        right={t(`account.${kind}.button`)}
        danger={!account.suspended}
        onConfirm={turn}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
