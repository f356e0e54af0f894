import { recordTypeOf, treeCalls, type AuditId, type AuditRow, type ItemId } from '@cotejo/audits-contracts';
import { canContain } from '@cotejo/audits-domain';
import { perform } from '@cotejo/http/client';
import { TableSkeleton, useWorkspace } from '@cotejo/ui';
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlacePicker } from '../actions/place-picker.tsx';
import { useAllAudits } from '../list/use-audits.ts';
import { usePlan } from '../plan/plan-context.ts';
import { useRejectionText } from '../plan/tray/rejection-text.ts';
import { typesOfCopies } from './copied-types.ts';
import { CopyProgress } from './copy-progress.tsx';
import { placesOfTree } from './target-places.ts';
import { useCopyRun } from './use-copy-run.ts';
import { mayHold, mayReceive } from './may-receive.ts';

const typeOf = (row: Pick<AuditRow, 'record_type'>) => recordTypeOf(row.record_type) ?? 'audit_plan';

interface CopyElsewhereProps {
  readonly ids: readonly ItemId[];
  readonly onClose: () => void;
}

/** Form for copying into another audit of the account: the audit and the place in it. */
export function CopyElsewhere({ ids, onClose }: CopyElsewhereProps) {
  const { t } = useTranslation('audits-web');
  const { audit, session } = usePlan();
  const { me } = useWorkspace();
  const rows = useAllAudits();
  const [target, setTarget] = useState<AuditRow | null>(null);
  const [parent, setParent] = useState<ItemId | null | undefined>(undefined);
  const run = useCopyRun();
  const { view } = session;
  const types = useMemo(() => typesOfCopies(view, ids, 'elsewhere'), [view, ids]);
  const targets = (rows.data ?? []).filter(
    (row) => row.id !== audit.id && mayReceive(row, me) && mayHold(typeOf(row), types),
  );

  const copy = () => {
    if (target === null || parent === undefined) return;
    const areRisks = ids.every((id) => view.get(id)?.type === 'risk');
    void run.start({ recordType: view.recordType, ids, areRisks }, { audit: target.id, parent });
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        copy();
      }}
    >
      <Stack gap="sm">
        <Select
          label={t('copy.audit')}
          placeholder={t('copy.choose_audit')}
          searchable
          limit={200}
          nothingFoundMessage={t('copy.no_audit')}
          data={targets.map((row) => ({ value: row.id, label: `${row.codigo} · ${row.nombre}` }))}
          value={target?.id ?? null}
          onChange={(id) => {
            setTarget(targets.find((row) => row.id === id) ?? null);
            setParent(undefined);
          }}
          disabled={run.state === 'running' || run.state === 'done'}
          data-autofocus
        />
        {target && run.state !== 'done' && (
          <TargetPlaces key={target.id} target={target} types={types} value={parent} onChange={setParent} />
        )}
        <Text size="sm" c="dimmed">
          {t(types.has('link') ? 'copy.controls_elsewhere' : 'copy.stays')}
        </Text>
        <CopyProgress run={run} total={ids.length} target={target} onRetry={copy} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t(run.state === 'done' ? 'close' : 'create.cancel')}
          </Button>
          {run.state !== 'done' && (
            <Button
              type="submit"
              loading={run.state === 'running'}
              disabled={target === null || parent === undefined || ids.length === 0}
            >
              {t('copy.submit')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

interface TargetPlacesProps {
  readonly target: { readonly id: AuditId; readonly record_type: string };
  readonly types: ReadonlySet<Parameters<typeof canContain>[2]>;
  readonly value: ItemId | null | undefined;
  readonly onChange: (parent: ItemId | null) => void;
}

function TargetPlaces({ target, types, value, onChange }: TargetPlacesProps) {
  const { t } = useTranslation('audits-web');
  const { api } = useWorkspace();
  const words = useRejectionText();
  const recordType = typeOf(target);
  const tree = useQuery({
    queryKey: ['audit-tree', target.id],
    queryFn: ({ signal }) =>
      perform(api, treeCalls.tree, { params: { model: 'auditoria', id: target.id } }, { signal }),
    // Always refetched: other users may be changing that audit.
    staleTime: 0,
  });
  const places = useMemo(() => placesOfTree(recordType, tree.data ?? []), [recordType, tree.data]);
  const refusalOf = useMemo(
    () =>
      ({ type }: (typeof places)[number]) => {
        const child = [...types].find((each) => !canContain(recordType, type, each));
        return child === undefined
          ? null
          : words({ code: 'child_type_not_allowed', params: { parent: type ?? 'audit', child } });
      },
    [types, recordType, words],
  );
  if (tree.isPending) return <TableSkeleton />;
  if (tree.isError)
    return (
      <Text size="sm" c="red" role="alert">
        {tree.error.message}
      </Text>
    );
  return (
    <PlacePicker
      label={t('copy.place')}
      places={places}
      refusalOf={refusalOf}
      value={value}
      onChange={(place) => onChange(place.parent)}
      top={t('plan.top')}
    />
  );
}
