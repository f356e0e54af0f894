import { perform } from '@cotejo/http/client';
import { companyCalls } from '@cotejo/structure-contracts';
import { useWorkspace } from '@cotejo/ui';
import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { processGroups, withProcesses } from './process-lines.ts';

interface StructureProcessesProps {
  /** Names of processes, one a line. */
  readonly lines: string;
  readonly onChange: (lines: string) => void;
}

/** Chooses processes of the account's structure, which become lines; absent where there are none to choose. */
export function StructureProcesses({ lines, onChange }: StructureProcessesProps) {
  const { t } = useTranslation('audits-web');
  const { api, can } = useWorkspace();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const companies = useQuery({
    queryKey: ['structure', 'companies'],
    queryFn: ({ signal }) => perform(api, companyCalls.companies, {}, { signal }),
    enabled: can('structure.list'),
  });
  const groups = processGroups(companies.data ?? []);
  const nameOf = new Map(groups.flatMap(({ items }) => items.map(({ value, label }) => [value, label])));
  if (groups.length === 0) return null;
  const names = (ids: readonly string[]) => ids.map((id) => nameOf.get(id) ?? '');
  const written = new Set(withProcesses(lines, [], []).split('\n'));
  return (
    <MultiSelect
      label={t('create.structure')}
      description={t('create.structure_hint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={groups}
      searchable
      hidePickedOptions
      value={chosen.filter((id) => written.has(nameOf.get(id) ?? ''))}
      onChange={(ids) => {
        onChange(withProcesses(lines, names(chosen), names(ids)));
        setChosen(ids);
      }}
    />
  );
}
