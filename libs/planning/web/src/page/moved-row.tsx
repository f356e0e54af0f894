import { perform } from '@cotejo/http/client';
import { plannedAudit, plannedAuditCalls, type PlannedAuditRow } from '@cotejo/planning-contracts';
import { movedTo, plannedAuditRules } from '@cotejo/planning-domain';
import { rowFromWire, type AnyRecord } from '@cotejo/record';
import { RecordForm, useRecordWords, type RecordActs } from '@cotejo/record/client';
import { useWorkspace } from '@cotejo/ui';
import { Button, Menu } from '@mantine/core';
import { CalendarClock } from 'lucide-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PlanContext } from '../plan/plan-context.ts';
import { FIELD_OF_CODE, plannedAuditForm } from './planned-audit-form.ts';

const RECORD = plannedAuditRules.record as unknown as AnyRecord;
type Given = ReturnType<typeof movedTo>;
const NO_REFERENCES = {};
const addressOf = (row: string, year: number | string) => `/plan-anual/?ano=${year}&abierto=${row}`;

interface MovedRowProps {
  readonly row: PlannedAuditRow;
  readonly acts: RecordActs;
}

/** The way of a postponed row into the plan of another year, and where it went or came from. */
export function MovedRow({ row, acts }: MovedRowProps) {
  const { t } = useTranslation('planning-web-page');
  const from = row.movedFrom;
  return (
    <>
      {from !== null && from.name !== null && (
        <Link to={`/plan-anual/?abierto=${from.id}`}>{t('move.from', { name: from.name })}</Link>
      )}
      {row.status === 'postponed' && <Move row={row} acts={acts} />}
    </>
  );
}

function Move({ row, acts }: MovedRowProps) {
  const { t } = useTranslation('planning-web-page');
  const words = useRecordWords('planning-web-page');
  const { api } = useWorkspace();
  const { plans } = use(PlanContext);
  const queries = useQueryClient();
  const [target, setTarget] = useState<{ readonly isApproved: boolean; readonly given: Given } | null>(null);
  const key = ['planning', 'moved', row.id];
  const read = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const query = { aplazada_de: row.id };
      const { filas } = await perform(api, plannedAuditCalls().list, { query }, { signal });
      return filas.map((each) => rowFromWire(plannedAudit, each));
    },
  });
  if (read.data === undefined) return null;
  const [there] = read.data;
  if (there !== undefined) {
    const year = there.plan.name ?? '';
    return <Link to={addressOf(there.id, year)}>{t('move.there', { year, name: there.subject })}</Link>;
  }
  const open = plans
    .filter((plan) => plan.status !== 'sent' && String(plan.year) !== row.plan.name)
    .toSorted((a, b) => a.year - b.year);
  if (!acts.mayCreate || open.length === 0) return null;
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button variant="light" leftSection={<CalendarClock size={15} aria-hidden />}>
            {t('move.to')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {open.map((plan) => (
            <Menu.Item
              key={plan.id}
              onClick={() => setTarget({ isApproved: plan.status === 'approved', given: movedTo(row, plan) })}
            >
              {plan.year}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {target !== null && (
        <RecordForm
          record={RECORD}
          words={words}
          act="create"
          row={row}
          given={target.given}
          layout={plannedAuditForm(target.isApproved)}
          references={NO_REFERENCES}
          fieldOfCode={FIELD_OF_CODE}
          send={async (body) => {
            await acts.create(body);
            await queries.invalidateQueries({ queryKey: key });
          }}
          onClose={() => setTarget(null)}
        />
      )}
    </>
  );
}
