import type { ItemId } from '@cotejo/audits-contracts';
import { PersonAvatar, useFormat, type AvatarPerson } from '@cotejo/ui';
import { SortHead, type FoundRows } from '@cotejo/ui/list';
import { Badge, Button, Checkbox, Table, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './trash-page.module.css';
import type { TrashRow } from './trash-rows.ts';

/** Rows shown until the user requests more. */
const PAGE = 200;
/** Remaining days from which on a row is emphasized. */
const SOON = 5;

interface TrashTableProps {
  readonly found: FoundRows<TrashRow>;
  /** Reason why an item cannot be restored. */
  readonly refusals: ReadonlyMap<ItemId, string>;
  readonly person: (id: string) => AvatarPerson | undefined;
  readonly chosen: ReadonlySet<ItemId>;
  readonly onChoose: (ids: ReadonlySet<ItemId>) => void;
  readonly onRestore: (row: TrashRow) => void;
}

/** One row per deletion; cards on phones. */
export function TrashTable({ found, refusals, person, chosen, onChoose, onRestore }: TrashTableProps) {
  const { t } = useTranslation('audits-web');
  const [most, setMost] = useState(PAGE);
  const { rows } = found;
  const shown = rows.slice(0, most);
  const possible = shown.filter(({ id }) => !refusals.has(id));
  const isAll = possible.length > 0 && possible.every(({ id }) => chosen.has(id));
  const toggle = (id: ItemId) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return (
    <div className={styles.tableBox}>
      <Table className={styles.table} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={styles.check}>
              <Checkbox
                size="xs"
                radius="xs"
                aria-label={t('trash.choose_all')}
                checked={isAll}
                indeterminate={!isAll && chosen.size > 0}
                disabled={possible.length === 0}
                onChange={() => onChoose(new Set(isAll ? [] : possible.map(({ id }) => id)))}
              />
            </Table.Th>
            <SortHead found={found} by="elemento" />
            <SortHead found={found} by="tipo" />
            <SortHead found={found} by="lugar" />
            <SortHead found={found} by="persona" />
            <SortHead found={found} by="fecha" />
            <SortHead found={found} by="contenia" className={styles.number} />
            <SortHead found={found} by="quedan" className={styles.number} />
            <Table.Th aria-label={t('trash.restore')} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((row) => (
            <Row
              key={row.id}
              row={row}
              refusal={refusals.get(row.id) ?? null}
              by={person(row.by)}
              isChosen={chosen.has(row.id)}
              onToggle={() => toggle(row.id)}
              onRestore={() => onRestore(row)}
            />
          ))}
        </Table.Tbody>
      </Table>
      {rows.length > most && (
        <Button variant="subtle" fullWidth onClick={() => setMost(most + PAGE)}>
          {t('trash.more', { count: rows.length - most })}
        </Button>
      )}
    </div>
  );
}

interface RowProps {
  readonly row: TrashRow;
  readonly refusal: string | null;
  readonly by: AvatarPerson | undefined;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
  readonly onRestore: () => void;
}

function Row({ row, refusal, by, isChosen, onToggle, onRestore }: RowProps) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const format = useFormat();
  const place = row.path.map(({ name }) => name).join(' › ');
  return (
    <Table.Tr data-item={row.id}>
      <Table.Td className={styles.check}>
        <Checkbox
          size="xs"
          radius="xs"
          aria-label={t('trash.choose', { name: row.name })}
          checked={isChosen}
          disabled={refusal !== null}
          onChange={onToggle}
        />
      </Table.Td>
      <Table.Td className={styles.item}>
        {row.code !== null && <span className="code">{row.code}</span>} <b>{row.name}</b>
      </Table.Td>
      <Table.Td className={styles.type}>{t(`audits-contracts:itemType.${row.type}`)}</Table.Td>
      <Table.Td className={styles.place}>
        <span title={place}>{place === '' ? t('plan.top') : place}</span>
        {row.ancestorsDeleted && (
          <Badge variant="light" size="sm" tt="none" className={styles.badge}>
            {t('trash.above_deleted')}
          </Badge>
        )}
      </Table.Td>
      <Table.Td className={styles.by}>
        {by && (
          <span className={styles.person}>
            <PersonAvatar person={by} size={20} decorative />
            {by.name}
          </span>
        )}
      </Table.Td>
      <Table.Td className={styles.at}>
        {row.at !== null && <time dateTime={row.at}>{format.dateTime(row.at)}</time>}
      </Table.Td>
      <Table.Td className={`num ${styles.number} ${styles.under}`}>
        {row.under === 0 ? '' : format.number(row.under, 0)}
      </Table.Td>
      <Table.Td
        className={`${styles.number} ${styles.left}`}
        data-soon={(row.daysLeft !== null && row.daysLeft <= SOON) || undefined}
      >
        {row.daysLeft === null ? '' : t('trash.days', { count: row.daysLeft })}
      </Table.Td>
      <Table.Td className={styles.action}>
        <Tooltip label={refusal} disabled={refusal === null} position="left">
          <Button
            size="compact-sm"
            variant="default"
            aria-disabled={refusal !== null || undefined}
            aria-description={refusal ?? undefined}
            data-disabled={refusal !== null || undefined}
            onClick={() => refusal === null && onRestore()}
            aria-label={t('trash.restore_one', { name: row.name })}
          >
            {t('trash.restore')}
          </Button>
        </Tooltip>
      </Table.Td>
    </Table.Tr>
  );
}
