import { useRecordActs, useRecordWords } from '@cotejo/record/client';
import { notify, useErrorText } from '@cotejo/ui';
import { Button, Select } from '@mantine/core';
import { FileCheck, Gauge } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PLAN_RULES, type Plans } from './use-plans.ts';

interface PlanActionsProps {
  /** Whether the user may see hours against capacity. */
  readonly canSize: boolean;
  readonly plans: Plans;
  readonly year: number;
  readonly thisYear: number;
  readonly onYear: (year: number) => void;
  readonly onOpen: () => void;
}

/** The year shown, and its plan: opened, or begun where there is none. */
export function PlanActions({ canSize, plans, year, thisYear, onYear, onOpen }: PlanActionsProps) {
  const { t } = useTranslation('planning-web-plan');
  const words = useRecordWords('planning-web-plan');
  const failure = useErrorText();
  const acts = useRecordActs(PLAN_RULES, words, plans.rows.put);
  const years = [...new Set([...plans.years, year, thisYear, thisYear + 1])].sort((a, b) => b - a);
  const isThere = plans.ofYear(year) !== null;
  const begin = () => void acts.create({ ano: year }).catch((error: unknown) => notify.error(failure(error)));
  return (
    <>
      <Select
        aria-label={t('year')}
        data={years.map(String)}
        value={String(year)}
        onChange={(next) => next !== null && onYear(Number(next))}
        allowDeselect={false}
        w={96}
      />
      {!isThere && acts.mayCreate && <Button onClick={begin}>{words.create}</Button>}
      {isThere && canSize && (
        <Button
          component={Link}
          to={`/plan-anual/?ver=capacidad&ano=${year}`}
          variant="default"
          leftSection={<Gauge size={15} aria-hidden />}
        >
          {t('capacity')}
        </Button>
      )}
      {isThere && (
        <Button variant="default" leftSection={<FileCheck size={15} aria-hidden />} onClick={onOpen}>
          {words.title}
        </Button>
      )}
    </>
  );
}
