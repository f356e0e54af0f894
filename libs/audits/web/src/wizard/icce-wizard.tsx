import { itemName, MAX_PARTS, type ItemId } from '@cotejo/audits-contracts';
import { ActionIcon, Button, Group, Stack, Stepper, Text, Textarea, TextInput } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinesPreview } from '../actions/lines-preview.tsx';
import { readLines } from '../actions/paste-lines.ts';
import { usePlan } from '../plan/plan-context.ts';
import { intentsOfPhases } from './icce-plan.ts';
import styles from './icce-wizard.module.css';

interface PhaseDraft {
  readonly key: number;
  readonly name: string;
  /** Steps as typed or pasted, one per line. */
  readonly text: string;
}

/** Wizard for a new ICCE audit: phases, their steps, and a review before everything is created at once. */
export function IcceWizard() {
  const { t } = useTranslation('audits-web');
  const { session, tell, reveal, announce } = usePlan();
  const [at, setAt] = useState(0);
  const [phases, setPhases] = useState<readonly PhaseDraft[]>(() => [
    { key: 0, name: t('wizard.first_phase'), text: '' },
  ]);
  const read = useMemo(
    () => phases.map(({ key, name, text }) => ({ key, name, steps: readLines(text) })),
    [phases],
  );
  const stepCount = read.reduce(
    (sum, { steps }) => sum + steps.filter(({ fault }) => fault === null).length,
    0,
  );
  const total = phases.length + stepCount;
  const areNamed = phases.every(({ name }) => itemName.safeParse(name).success);
  const areDifferent =
    new Set(phases.map(({ name }) => name.trim().toLocaleLowerCase())).size === phases.length;

  const change = (key: number, next: Partial<PhaseDraft>) =>
    setPhases(phases.map((phase) => (phase.key === key ? { ...phase, ...next } : phase)));
  const create = () => {
    const result = session.actTogether(intentsOfPhases(read, () => crypto.randomUUID() as ItemId));
    if (!tell(result)) return;
    announce(t('wizard.done', { count: total }));
    const [first] = result.ok ? result.created : [];
    if (first) requestAnimationFrame(() => reveal(first));
  };

  const isTooMuch = total > MAX_PARTS;
  const isReady = areNamed && areDifferent && !isTooMuch;
  return (
    <section className={styles.wizard} aria-label={t('wizard.title')}>
      <h2 className={styles.title}>{t('wizard.title')}</h2>
      <p className={styles.hint}>{t('wizard.hint')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (at < 2) setAt(at + 1);
          else create();
        }}
      >
        <Stepper
          active={at}
          onStepClick={(to) => (to <= at || isReady) && setAt(to)}
          size="xs"
          iconSize={26}
          classNames={{ steps: styles.steps, content: styles.content }}
        >
          <Stepper.Step label={t('wizard.phases')} allowStepSelect>
            <Stack gap="xs">
              {phases.map((phase, index) => (
                <Group key={phase.key} gap="xs" wrap="nowrap" align="flex-start">
                  <TextInput
                    className={styles.grow}
                    aria-label={t('wizard.phase_name', { number: index + 1 })}
                    placeholder={t('wizard.phase_name', { number: index + 1 })}
                    value={phase.name}
                    onChange={(event) => change(phase.key, { name: event.currentTarget.value })}
                    error={
                      phase.name !== '' && !itemName.safeParse(phase.name).success && t('create.invalid')
                    }
                  />
                  <ActionIcon
                    size={34}
                    aria-label={t('wizard.remove', { name: phase.name })}
                    disabled={phases.length === 1}
                    onClick={() => setPhases(phases.filter(({ key }) => key !== phase.key))}
                  >
                    <Trash2 size={15} aria-hidden />
                  </ActionIcon>
                </Group>
              ))}
              <Button
                variant="subtle"
                className={styles.add}
                leftSection={<Plus size={15} aria-hidden />}
                onClick={() =>
                  setPhases([
                    ...phases,
                    { key: Math.max(...phases.map(({ key }) => key)) + 1, name: '', text: '' },
                  ])
                }
              >
                {t('wizard.add_phase')}
              </Button>
              {!areDifferent && (
                <Text size="sm" c="red" role="alert">
                  {t('wizard.same_name')}
                </Text>
              )}
            </Stack>
          </Stepper.Step>
          <Stepper.Step label={t('wizard.steps')}>
            <Stack gap="sm">
              {phases.map((phase) => (
                <Textarea
                  key={phase.key}
                  label={t('wizard.steps_of', { name: phase.name })}
                  description={t('wizard.steps_hint')}
                  value={phase.text}
                  onChange={(event) => change(phase.key, { text: event.currentTarget.value })}
                  autosize
                  minRows={4}
                  maxRows={12}
                />
              ))}
            </Stack>
          </Stepper.Step>
          <Stepper.Step label={t('wizard.look')}>
            <Stack gap="sm">
              {read.map(({ key, name, steps }) => (
                <div key={key}>
                  <LinesPreview lines={steps} label={name} />
                  {steps.length === 0 && (
                    <Text size="sm" c="dimmed">
                      {t('wizard.no_steps', { name })}
                    </Text>
                  )}
                </div>
              ))}
              {isTooMuch && (
                <Text size="sm" c="red" role="alert">
                  {t('wizard.too_much', { most: MAX_PARTS })}
                </Text>
              )}
            </Stack>
          </Stepper.Step>
        </Stepper>
        <Group justify="space-between" mt="md">
          <Text size="sm" c="dimmed" role="status">
            {t('wizard.count', { phases: phases.length, count: stepCount })}
          </Text>
          <Group gap="xs">
            {at > 0 && (
              <Button variant="default" onClick={() => setAt(at - 1)}>
                {t('wizard.back')}
              </Button>
            )}
            <Button type="submit" disabled={!isReady}>
              {at < 2 ? t('wizard.next') : t('wizard.create', { count: total })}
            </Button>
          </Group>
        </Group>
      </form>
    </section>
  );
}
