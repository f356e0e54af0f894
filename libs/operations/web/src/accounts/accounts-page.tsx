import type { AccountRow } from '@cotejo/access-contracts';
import { ApiError } from '@cotejo/http/client';
import { EmptyState, ErrorState, PageHeader, TableSkeleton, Toolbar, useErrorText } from '@cotejo/ui';
import { Button, TextInput } from '@mantine/core';
import { Building2, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ProductTabs } from '../product-tabs.tsx';
import { AccountPanel } from './account-panel.tsx';
import { AccountTable } from './account-table.tsx';
import styles from './accounts.module.css';
import { OpenAccountDialog } from './open-account-dialog.tsx';
import { byName, useAccounts, useMayEdit } from './use-accounts.ts';

/** Query parameter with the account open in the panel, so that the address can be shared. */
const OPEN = 'cuenta';

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const matches = ({ account_name, pkg }: AccountRow, search: string): boolean =>
  plain(`${account_name} ${pkg}`).includes(plain(search.trim()));

/** `/abadmin/`: the accounts of the installation, for product administrators. */
export function AccountsPage() {
  const { t } = useTranslation('operations-web');
  const words = useErrorText();
  const accounts = useAccounts();
  const mayEdit = useMayEdit();
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState('');
  const [isOpening, setOpening] = useState(false);
  const rows = (accounts.data ?? []).filter((row) => matches(row, search)).toSorted(byName);
  const opened = accounts.data?.find(({ id }) => id === params.get(OPEN));
  const choose = (id: string | null) => setParams(id === null ? {} : { [OPEN]: id });
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
      <Toolbar
        label={t('accounts.filters')}
        end={<span className={styles.count}>{t('accounts.count', { count: rows.length })}</span>}
      >
        <TextInput
          aria-label={t('accounts.search')}
          placeholder={t('accounts.search')}
          leftSection={<Search size={14} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          className={styles.search}
        />
      </Toolbar>
      {accounts.isPending && <TableSkeleton />}
      {accounts.isError && accounts.data === undefined && (
        <ErrorState
          text={words(accounts.error)}
          {...(code === undefined ? {} : { code })}
          onRetry={() => void accounts.refetch()}
        />
      )}
      {accounts.isSuccess && rows.length === 0 && (
        <EmptyState icon={Building2} title={t(search === '' ? 'accounts.none' : 'accounts.no_match')} />
      )}
      {rows.length > 0 && <AccountTable rows={rows} opened={opened?.id ?? null} onOpen={choose} />}
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
