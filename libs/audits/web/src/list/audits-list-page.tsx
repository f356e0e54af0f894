import type { AuditRow } from '@cotejo/audits-contracts';
import {
  createChunk,
  EmptyState,
  ErrorState,
  latePart,
  PageHeader,
  TableSkeleton,
  Toolbar,
  useWhenIdle,
  useWorkspace,
} from '@cotejo/ui';
import { Button, TextInput } from '@mantine/core';
import { ClipboardList, FileInput, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldTitle } from '../presence/field-key.ts';
import { useWhoWorks } from '../presence/use-who-works.ts';
import { fold } from '../text-search.ts';
import { AuditTable } from './audit-table.tsx';
import styles from './audits-list-page.module.css';
import { useAuditList } from './use-audit-list.ts';

const parts = createChunk(() => import('./list-parts.ts'));
const CreateAuditDialog = latePart(parts, (chunk) => chunk.CreateAuditDialog);
const ImportCatalogueDialog = latePart(parts, (chunk) => chunk.ImportCatalogueDialog);

const matches = (row: AuditRow, text: string): boolean =>
  text === '' || fold(`${row.codigo} ${row.nombre} ${row.lider?.name ?? ''}`).includes(text);

/** List of the account's audits, updated by the live feed, with the button that creates one. */
export function AuditsListPage({ fieldTitle }: { readonly fieldTitle?: FieldTitle | undefined }) {
  const { t } = useTranslation('audits-web');
  const { can } = useWorkspace();
  const [search, setSearch] = useState('');
  const [dialog, setDialog] = useState<'create' | 'import' | null>(null);
  const list = useAuditList();
  const who = useWhoWorks();
  useWhenIdle(parts.load);
  const rows = (list.data ?? []).filter((row) => matches(row, fold(search)));

  const actions = (
    <>
      {can('audits.import') && (
        <Button
          variant="default"
          leftSection={<FileInput size={16} aria-hidden />}
          onClick={() => setDialog('import')}
        >
          {t('list.import')}
        </Button>
      )}
      {can('audits.add') && (
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setDialog('create')}>
          {t('list.create')}
        </Button>
      )}
    </>
  );

  return (
    <div className={styles.page}>
      <PageHeader title={t('list.title')} breadcrumb={[{ label: t('list.title') }]} actions={actions} />
      <Toolbar
        label={t('list.filters')}
        // No count is shown before the list is loaded.
        end={
          list.isSuccess && <span className={styles.count}>{t('list.count', { count: rows.length })}</span>
        }
      >
        <TextInput
          aria-label={t('list.search')}
          placeholder={t('list.search')}
          leftSection={<Search size={14} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          className={styles.search}
        />
      </Toolbar>
      {list.isPending && <TableSkeleton />}
      {list.isError && <ErrorState text={list.error.message} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length > 0 && <AuditTable rows={rows} who={who} fieldTitle={fieldTitle} />}
      {list.isSuccess && rows.length === 0 && (
        <EmptyState
          icon={ClipboardList}
          title={t(search === '' ? 'list.empty.title' : 'list.empty.no_match')}
          text={search === '' && can('audits.add') ? t('list.empty.text') : undefined}
        />
      )}
      <CreateAuditDialog opened={dialog === 'create'} onClose={() => setDialog(null)} />
      <ImportCatalogueDialog opened={dialog === 'import'} onClose={() => setDialog(null)} />
    </div>
  );
}
