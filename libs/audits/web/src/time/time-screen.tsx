import { timeCalls, timeKind, type AuditDetail, type TimeRecordRead } from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { ConfirmDialog, useFormat, useWorkspace } from '@cotejo/ui';
import { ListPage, optionsAmong, type ListColumn } from '@cotejo/ui/list';
import { Button } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { Clock, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { itemPath, planPath } from '../list/plan-path.ts';
import { useAuditSession } from '../session/audit-session-provider.tsx';
import { rightsAtom } from '../session/session-atoms.ts';
import { mayRecordTime } from './time-access.ts';
import { TimeDialog } from './time-dialog.tsx';
import { useTimeRecords } from './use-time-records.ts';

type Asked =
  { readonly what: 'record' } | { readonly what: 'change' | 'remove'; readonly record: TimeRecordRead };

/** List of an audit's time records: the user's own, or all for users who may edit the team. */
export function TimeScreen({ audit }: { readonly audit: AuditDetail }) {
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  const navigate = useNavigate();
  const session = useAuditSession();
  useAtomValue(rightsAtom);
  const mayRecord = mayRecordTime(session);
  const records = useTimeRecords(audit.id, session.can('plan.team__edit'));
  const columns = useColumns(records.rows);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const minutes = records.rows.reduce((sum, { minutos }) => sum + minutos, 0);
  const record = mayRecord && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setAsked({ what: 'record' })}>
      {t('time.record')}
    </Button>
  );
  return (
    <>
      <ListPage
        name="time"
        title={t('time.title_of', { name: audit.nombre })}
        breadcrumb={[
          { label: t('list.title'), to: '/' },
          { label: audit.codigo, to: planPath(audit.id) },
          { label: t('time.title') },
        ]}
        meta={<span className="num">{t('time.sum', { hours: format.hours(minutes / 60) })}</span>}
        {...(record && { actions: record })}
        columns={columns}
        rows={records}
        idOf={({ id }) => id}
        titleOf={titleOf}
        open={(row) =>
          mayRecord
            ? setAsked({ what: 'change', record: row })
            : void navigate(itemPath(audit, row.actividad.id))
        }
        act={(row) =>
          mayRecord
            ? {
                label: t('time.remove'),
                name: t('time.remove_of', { activity: titleOf(row), day: format.date(row.fecha) }),
                isDanger: true,
                run: () => setAsked({ what: 'remove', record: row }),
              }
            : null
        }
        firstOrder={{ column: 'day', isDescending: true }}
        calendar={{ from: 'day' }}
        chart={{}}
        empty={{
          ...{ icon: Clock, title: t('time.empty') },
          ...(record && { text: t('time.empty_text'), action: record }),
        }}
      />
      {asked?.what === 'record' && <TimeDialog audit={audit} onClose={close} />}
      {asked?.what === 'change' && <TimeDialog audit={audit} record={asked.record} onClose={close} />}
      {asked?.what === 'remove' && <RemoveDialog audit={audit} record={asked.record} onClose={close} />}
    </>
  );
}

const titleOf = ({ actividad: { codigo, nombre } }: TimeRecordRead): string =>
  [codigo, nombre].filter((word) => word !== null).join(' ');

interface RemoveDialogProps {
  readonly audit: AuditDetail;
  readonly record: TimeRecordRead;
  readonly onClose: () => void;
}

function RemoveDialog({ audit, record, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('audits-web');
  const { api } = useWorkspace();
  const format = useFormat();
  return (
    <ConfirmDialog
      opened
      title={t('time.remove_title')}
      question={t('time.remove_question', {
        ...{ hours: format.hours(record.minutos / 60), name: record.usuario.name },
        day: format.date(record.fecha),
      })}
      left={t('time.cancel')}
      right={t('time.remove')}
      danger
      onConfirm={async () => {
        await perform(api, timeCalls.remove, { params: { id: audit.id, registro: record.id } });
      }}
      onClose={onClose}
    />
  );
}

function useColumns(rows: readonly TimeRecordRead[]): readonly ListColumn<TimeRecordRead>[] {
  const { t } = useTranslation('audits-web');
  return useMemo<readonly ListColumn<TimeRecordRead>[]>(
    () => [
      { id: 'day', label: t('time.day'), kind: 'day', width: 120, value: ({ fecha }) => fecha },
      {
        ...{ id: 'person', label: t('time.person'), kind: 'person', width: 200 },
        value: ({ usuario }) => usuario.id,
        options: optionsAmong(rows, ({ usuario }) => ({ value: usuario.id, label: usuario.name })),
      },
      {
        ...{ id: 'activity', label: t('time.activity'), kind: 'text', width: 320 },
        value: (row) => titleOf(row) || t('time.gone'),
      },
      { id: 'hours', label: t('time.hours'), kind: 'minutes', width: 110, value: ({ minutos }) => minutos },
      {
        ...{ id: 'kind', label: t('time.kind'), kind: 'choice', width: 140 },
        value: ({ tipo }) => tipo,
        options: timeKind.options.map((kind) => ({
          ...{ value: kind, label: t(`time.of_kind.${kind}`), color: KIND_COLOR[kind] },
        })),
      },
      { id: 'note', label: t('time.note'), kind: 'text', value: ({ notas }) => notas },
    ],
    [rows, t],
  );
}

const KIND_COLOR = { P: 'green', I: 'gray' } as const;
