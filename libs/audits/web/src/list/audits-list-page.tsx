import { auditStatusOf, type AuditRow } from '@cotejo/audits-contracts';
import { isUnderWay } from '@cotejo/audits-domain';
import { createChunk, latePart, useWhenIdle, useWorkspace } from '@cotejo/ui';
import { ListPage, useChosen } from '@cotejo/ui/list';
import { Button } from '@mantine/core';
import { ClipboardList, FileInput, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { FieldTitle } from '../presence/field-key.ts';
import { useWhoWorks } from '../presence/use-who-works.ts';
import { AUDIT_TRASH_PATH, NEW_AUDIT_PATH, planPath } from './plan-path.ts';
import { useAuditColumns } from './use-audit-columns.tsx';
import { useAudits } from './use-audits.ts';
import { useMoveAudit } from './use-move-audit.tsx';
import { YearsMenu } from './years-menu.tsx';

const parts = createChunk(() => import('./list-parts.ts'));
const ImportCatalogueDialog = latePart(parts, (chunk) => chunk.ImportCatalogueDialog);

const idOf = ({ id }: AuditRow): string => id;
const titleOf = ({ nombre }: AuditRow): string => nombre;
const isDone = ({ status }: AuditRow): boolean => !isUnderWay(auditStatusOf(status));

/** `/`: audits of the account in eight views; years load as they are asked for. */
export function AuditsListPage({ fieldTitle }: { readonly fieldTitle?: FieldTitle | undefined }) {
  const { t } = useTranslation('audits-web');
  const { can } = useWorkspace();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'import' | null>(null);
  const [asked, ask] = useChosen('year');
  const { rows, years, loaded } = useAudits(asked);
  const columns = useAuditColumns(rows.rows, { years, who: useWhoWorks(), fieldTitle });
  const { moveStatus, moveDays, dialogs } = useMoveAudit(rows.rows);
  useWhenIdle(parts.load);
  const close = () => setDialog(null);
  return (
    <>
      <ListPage<AuditRow>
        name="audits"
        title={t('list.title')}
        columns={columns}
        rows={rows}
        idOf={idOf}
        titleOf={titleOf}
        open={({ id }) => void navigate(planPath(id))}
        firstOrder={{ column: 'code', isDescending: true }}
        kanban={{ by: 'status', ...(moveStatus && { move: moveStatus }) }}
        calendar={{ from: 'start', to: 'end', ...(moveDays && { move: moveDays }) }}
        gantt={{
          from: 'start',
          to: 'end',
          progress: 'progress',
          isDone,
          ...(moveDays && { move: moveDays }),
        }}
        chart={{}}
        tree={{ by: ['year', 'leader'] }}
        extra={<YearsMenu years={years} loaded={loaded} asked={asked} onAsk={ask} />}
        empty={{
          ...{ icon: ClipboardList, title: t('list.empty.title') },
          ...(can('audits.add') && { text: t('list.empty.text') }),
        }}
        actions={
          <>
            {can('trashbin.access') && (
              <Button
                variant="default"
                component={Link}
                to={AUDIT_TRASH_PATH}
                leftSection={<Trash2 size={16} aria-hidden />}
              >
                {t('trash.title')}
              </Button>
            )}
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
              <Button
                leftSection={<Plus size={16} aria-hidden />}
                onClick={() => void navigate(NEW_AUDIT_PATH)}
              >
                {t('list.create')}
              </Button>
            )}
          </>
        }
      />
      {dialogs}
      <ImportCatalogueDialog opened={dialog === 'import'} onClose={close} />
    </>
  );
}
