import { auditCalls } from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { DateField, useWorkspace } from '@cotejo/ui';
import { Input, NumberInput, SegmentedControl, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useWizard } from '../wizard-context.ts';
import { withYear } from '../wizard-draft.ts';
import { CREATE_WORDS } from '../words.ts';
import { Amount } from './amount.tsx';
import { TeamFields } from './team-fields.tsx';

const LEADING_ROLES: ReadonlySet<string> = new Set(['PM', 'SR', 'ADMIN']);
const CURRENCY = 'COP';

/** Name, code, year, days, type, hours, cost, leader and team. */
export function FactsStep() {
  const { t } = useTranslation(CREATE_WORDS);
  const { api } = useWorkspace();
  const { draft, set, errorOf, people, today } = useWizard();
  const suggestion = useQuery({
    queryKey: ['audits', 'next-code', draft.year],
    enabled: typeof draft.year === 'number' && draft.year >= 1900 && draft.year <= 9999,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      perform(api, auditCalls.nextCode, { query: { ano: String(draft.year) } }, { signal }),
  });
  return (
    <Stack gap="sm">
      <TextInput
        label={t('facts.name')}
        withAsterisk
        maxLength={200}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={errorOf('name')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label={t('facts.code')}
          description={t('facts.code_hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={40}
          placeholder={suggestion.data?.codigo ?? ''}
          value={draft.code}
          onChange={(event) => set({ code: event.currentTarget.value.toUpperCase() })}
          error={errorOf('code')}
        />
        <NumberInput
          label={t('facts.year')}
          withAsterisk
          hideControls
          allowDecimal={false}
          allowNegative={false}
          // A row of the year's plan is linked with audits of its year alone.
          {...(draft.planned !== null && { disabled: true, description: t('facts.year_of_plan') })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={draft.year}
          onChange={(year) => set((before) => withYear(before, typeof year === 'number' ? year : '', today))}
          error={errorOf('year')}
        />
        <DateField
          label={t('facts.start')}
          withAsterisk
          value={draft.start}
          onChange={(start) => set({ start })}
          error={errorOf('start')}
        />
        <DateField
          label={t('facts.end')}
          withAsterisk
          value={draft.end}
          onChange={(end) => set({ end })}
          error={errorOf('end')}
        />
        <Choice
          label={t('facts.frequency')}
          data={(['PRG', 'ESP'] as const).map((value) => ({ value, label: t(`frequency.${value}`) }))}
          value={draft.frequency}
          onChange={(frequency) => set({ frequency: frequency === 'ESP' ? 'ESP' : 'PRG' })}
        />
        <Choice
          label={t('facts.type')}
          data={(['DFT', 'CMP'] as const).map((value) => ({ value, label: t(`type.${value}`) }))}
          value={draft.type}
          onChange={(type) => set({ type: type === 'CMP' ? 'CMP' : 'DFT' })}
        />
        <Amount
          label={t('facts.hours')}
          max={100_000}
          decimalScale={1}
          value={draft.hours}
          onAmount={(hours) => set({ hours })}
          error={errorOf('hours')}
        />
        <Amount
          label={t('facts.cost')}
          suffix={` ${CURRENCY}`}
          max={2_000_000_000}
          allowDecimal={false}
          value={draft.cost}
          onAmount={(cost) => set({ cost })}
        />
        <Select
          label={t('facts.leader')}
          withAsterisk
          searchable
          openOnFocus={false}
          allowDeselect={false}
          nothingFoundMessage={t('nothing_found')}
          data={people
            .filter(({ role }) => LEADING_ROLES.has(role))
            .map(({ id, first_name, last_name }) => ({ value: id, label: `${first_name} ${last_name}` }))}
          value={draft.leader === '' ? null : draft.leader}
          onChange={(leader) => set({ leader: leader ?? '' })}
          error={errorOf('leader')}
        />
        <Amount
          label={t('facts.leader_hours')}
          max={100_000}
          decimalScale={1}
          value={draft.leaderHours}
          onAmount={(leaderHours) => set({ leaderHours })}
          error={errorOf('leaderHours')}
        />
      </SimpleGrid>
      <TeamFields />
    </Stack>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly data: { value: string; label: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Choice({ label, ...choice }: ChoiceProps) {
  const id = useId();
  return (
    <div>
      <Input.Label id={id}>{label}</Input.Label>
      <SegmentedControl fullWidth size="xs" aria-labelledby={id} {...choice} />
    </div>
  );
}
