import type { AccountRow } from '@cotejo/access-contracts';
import { ApiError } from '@cotejo/http/client';
import { EmptyState, ErrorState, PageHeader, TableSkeleton, useAddressQuery, useErrorText } from '@cotejo/ui';
import { FindBar, NoneFound, useFoundRows } from '@cotejo/ui/list';
import { Button } from '@mantine/core';
import { Building2, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProductTabs } from '../product-tabs.tsx';
import { AccountPanel } from './account-panel.tsx';
import { AccountTable } from './account-table.tsx';
import styles from './accounts.module.css';
import { OpenAccountDialog } from './open-account-dialog.tsx';
import { useAccountColumns } from './use-account-columns.ts';
import { useAccounts, useMayEdit } from './use-accounts.ts';

/** Query parameter with the account open in the panel, so that the address can be shared. */
const OPEN = 'cuenta';

const BY_NAME = { column: 'cuenta', isDescending: false } as const;
const NO_ACCOUNTS: readonly AccountRow[] = [];

/** `/abadmin/`: the accounts of the installation, for product administrators. */
export function AccountsPage() {
  const { t } = useTranslation('operations-web');
  const words = useErrorText();
  const accounts = useAccounts();
  const mayEdit = useMayEdit();
  const [params, setParams] = useAddressQuery();
  const [isOpening, setOpening] = useState(false);
  const all = accounts.data ?? NO_ACCOUNTS;
  const found = useFoundRows({ rows: all, columns: useAccountColumns(all), firstOrder: BY_NAME });
  const opened = accounts.data?.find(({ id }) => id === params.get(OPEN));
  const choose = (id: string | null) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      if (id === null) next.delete(OPEN);
      else next.set(OPEN, id);
      return next;
    });
  const code = accounts.error instanceof ApiError ? accounts.error.code : undefined;
  const open = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setOpening(true)}>
      {t('accounts.open')}
    </Button>
  );

  return (
    <div className={styles.page}>
      <PageHeader
        title={t('accounts.title')}
        breadcrumb={[{ label: t('product.title') }, { label: t('accounts.title') }]}
        {...(mayEdit && { actions: open })}
      >
        <ProductTabs />
      </PageHeader>
      <FindBar found={found} search={t('accounts.search')} />
      {accounts.isPending && <TableSkeleton />}
      {accounts.isError && accounts.data === undefined && (
        <ErrorState
          text={words(accounts.error)}
          {...(code === undefined ? {} : { code })}
          onRetry={() => void accounts.refetch()}
        />
      )}
      {accounts.isSuccess && all.length === 0 && <EmptyState icon={Building2} title={t('accounts.none')} />}
      {all.length > 0 && found.rows.length === 0 && <NoneFound clear={found.clear} />}
      {found.rows.length > 0 && <AccountTable found={found} opened={opened?.id ?? null} onOpen={choose} />}
      {opened !== undefined && (
        <AccountPanel key={opened.id} account={opened} mayEdit={mayEdit} onClose={() => choose(null)} />
      )}
      {isOpening && (
        <OpenAccountDialog
          onClose={() => setOpening(false)}
          onOpened={(id) => {
            setOpening(false);
            choose(id);
          }}
        />
      )}
    </div>
  );
}
