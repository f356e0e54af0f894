import { CONTRACT_ITEM_TYPE, followUpCalls, type FollowUpRow } from '@cotejo/audits-contracts';
import type { CommitteeRow } from '@cotejo/committees-contracts';
import { perform } from '@cotejo/http/client';
import { DialogFrame, EmptyState, ErrorState, TableSkeleton, useErrorText, useWorkspace } from '@cotejo/ui';
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Check, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './agenda.module.css';
import { FollowUpFacts } from './follow-up-facts.tsx';

/** Milliseconds without typing before the list is asked for. */
const PAUSE_MS = 200;
const ALL = 'all';

interface TopicPickerProps {
  readonly agenda: CommitteeRow['agenda'];
  readonly add: (item: string, audit: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Open findings and plans of all audits, each to be added to the agenda; stays open for several. */
export default function TopicPicker({ agenda, add, onClose }: TopicPickerProps) {
  const { t } = useTranslation('committees-web-agenda');
  const failure = useErrorText();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const [type, setType] = useState<string>(ALL);
  const found = useOpenFollowUp(search, type);
  const pages = found.data?.pages ?? [];
  const rows = pages.flatMap(({ filas }) => filas);
  const total = pages[0]?.total ?? 0;
  const taken = new Set(agenda.map(({ item, audit }) => `${audit?.id}/${item?.id}`));
  return (
    <DialogFrame opened onClose={onClose} title={t('picker.title')}>
      <div className={styles.picker}>
        <p className={styles.hint}>{t('picker.hint')}</p>
        <div className={styles.find}>
          <TextInput
            type="search"
            data-autofocus
            aria-label={t('picker.search')}
            placeholder={t('picker.search')}
            leftSection={<Search size={14} aria-hidden />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <SegmentedControl
            size="xs"
            aria-label={t('picker.kind')}
            value={type}
            onChange={setType}
            data={[
              { value: ALL, label: t('picker.all') },
              { value: CONTRACT_ITEM_TYPE.finding, label: t('picker.findings') },
              { value: CONTRACT_ITEM_TYPE.action_plan, label: t('picker.plans') },
            ]}
          />
        </div>
        <span className={styles.count} role="status">
          {found.isSuccess && t('picker.count', { count: total })}
        </span>
        {found.isPending && <TableSkeleton rows={5} />}
        {found.isError && <ErrorState text={failure(found.error)} onRetry={() => void found.refetch()} />}
        {found.isSuccess && rows.length === 0 && (
          <EmptyState title={t(search === '' && type === ALL ? 'picker.none' : 'picker.none_found')} />
        )}
        <ul className={styles.offered}>
          {rows.map((row) => (
            <Offered
              key={`${row.auditoria.id}/${row.id}`}
              row={row}
              isTaken={taken.has(`${row.auditoria.id}/${row.id}`)}
              add={add}
            />
          ))}
        </ul>
        {found.hasNextPage && (
          <Button
            variant="default"
            loading={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            {t('picker.more')}
          </Button>
        )}
      </div>
      <div className={styles.end}>
        <Button onClick={onClose}>{t('picker.done')}</Button>
      </div>
    </DialogFrame>
  );
}

interface OfferedProps extends Pick<TopicPickerProps, 'add'> {
  readonly row: FollowUpRow;
  readonly isTaken: boolean;
}

function Offered({ row, isTaken, add }: OfferedProps) {
  const { t } = useTranslation('committees-web-agenda');
  const [isSending, setSending] = useState(false);
  const { codigo, nombre, auditoria } = row;
  const name = [codigo, nombre].filter(Boolean).join(' ');
  const choose = async () => {
    setSending(true);
    await add(row.id, auditoria.id);
    setSending(false);
  };
  return (
    <li className={styles.topic}>
      <p className={styles.text}>
        <span className={styles.name}>
          {codigo !== null && <span className={`num ${styles.code}`}>{codigo}</span>} {nombre}
        </span>
        <FollowUpFacts state={row} />
        <span className={styles.audit}>
          {auditoria.codigo} · {auditoria.nombre}
        </span>
      </p>
      {/* One button, which keeps the focus after it was pressed. */}
      <Button
        size="xs"
        variant={isTaken ? 'transparent' : 'default'}
        className={styles.choose}
        leftSection={isTaken ? <Check size={14} aria-hidden /> : <Plus size={14} aria-hidden />}
        aria-label={isTaken ? `${t('added')}: ${name}` : t('add_named', { name })}
        aria-disabled={isTaken || isSending}
        onClick={() => {
          if (!isTaken && !isSending) void choose();
        }}
      >
        {t(isTaken ? 'added' : 'add')}
      </Button>
    </li>
  );
}

function useOpenFollowUp(search: string, type: string) {
  const { api } = useWorkspace();
  return useInfiniteQuery({
    queryKey: ['follow-up', 'open', search, type],
    queryFn: ({ pageParam, signal }) =>
      perform(
        api,
        followUpCalls.open,
        {
          query: {
            pagina: String(pageParam),
            ...(search !== '' && { q: search }),
            ...(type !== ALL && { item_tipo: type }),
          },
        },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pagina, paginas }) => (pagina < paginas ? pagina + 1 : undefined),
    placeholderData: keepPreviousData,
  });
}
