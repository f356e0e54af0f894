import { perform } from '@cotejo/http/client';
import { companyCalls } from '@cotejo/structure-contracts';
import { useWorkspace } from '@cotejo/ui';
import { Button, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from '../create-audit.module.css';
import { useWizard } from '../wizard-context.ts';
import { hasScope, isWholeCopy, type DraftUnit } from '../wizard-draft.ts';
import { CREATE_WORDS } from '../words.ts';
import { UnitFields } from './unit-fields.tsx';

/** Processes and risks that are audited: by business unit of the account's structure, or written by hand. */
export function ScopeStep() {
  const { t } = useTranslation(CREATE_WORDS);
  const { api, can } = useWorkspace();
  const { draft, set, errorOf } = useWizard();
  const companies = useQuery({
    queryKey: ['structure', 'companies'],
    queryFn: ({ signal }) => perform(api, companyCalls.companies, {}, { signal }),
    enabled: can('structure.list') && hasScope(draft),
  });
  if (!hasScope(draft))
    return (
      <p className={styles.note}>
        {isWholeCopy(draft)
          ? t('scope.of_source', { source: draft.fromName })
          : t(`scope.none.${draft.kind}`)}
      </p>
    );
  const change = (key: string, over: Partial<DraftUnit>) =>
    set((before) => ({
      ...before,
      units: before.units.map((unit) => (unit.key === key ? { ...unit, ...over } : unit)),
    }));
  return (
    <Stack gap="md">
      {draft.source === 'evaluation' && draft.unitName !== '' && (
        <p className={styles.note}>{t('scope.of_unit', { unit: draft.unitName, source: draft.fromName })}</p>
      )}
      {!companies.isLoading &&
        draft.units.map((unit, place) => (
          <UnitFields
            key={unit.key}
            unit={unit}
            number={place + 1}
            companies={companies.data ?? []}
            onChange={(over) => change(unit.key, over)}
            onRemove={() =>
              set((before) => ({ ...before, units: before.units.filter(({ key }) => key !== unit.key) }))
            }
          />
        ))}
      <div>
        <Button
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          onClick={() =>
            set((before) => ({
              ...before,
              units: [
                ...before.units,
                { key: crypto.randomUUID(), company: '', unit: '', processes: [], risks: [] },
              ],
            }))
          }
        >
          {t('scope.add_unit')}
        </Button>
      </div>
      <Textarea
        label={t('scope.processes')}
        description={t('scope.lines_hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={3}
        maxRows={8}
        value={draft.processes}
        onChange={(event) => set({ processes: event.currentTarget.value })}
        error={errorOf('processes')}
      />
      <Textarea
        label={t('scope.risks')}
        autosize
        minRows={2}
        maxRows={8}
        value={draft.risks}
        onChange={(event) => set({ risks: event.currentTarget.value })}
        error={errorOf('risks')}
      />
    </Stack>
  );
}
