import '@testing-library/jest-dom/vitest';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { createI18n } from '@cotejo/i18n';
import { UiProvider, uiTranslations } from '@cotejo/ui';
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { GivenPlan, item, SOME } from '../../actions/given-plan.fixture.ts';
import { auditsTranslations } from '../../translations.ts';
import { ExplainedProgress } from './explained-progress.tsx';
import { PlanContext, type PlanContextValue } from '../plan-context.ts';

const plan = new GivenPlan(SOME)
  .does({ kind: 'change_status', id: item(4), from: 'new', to: 'in_progress' })
  .does({ kind: 'change_status', id: item(8), from: 'new', to: 'in_progress' })
  .does({ kind: 'change_status', id: item(8), from: 'in_progress', to: 'completed' });

function show(id: ReturnType<typeof item> | null) {
  const resources = [uiTranslations, auditsTranslations, auditsContractsTranslations];
  const value = {
    session: { view: plan.view },
    audit: { fecha_fin: '2026-03-31' },
  } as unknown as PlanContextValue;
  render(
    <UiProvider i18n={createI18n({ resources })} env="test">
      <PlanContext value={value}>
        <ExplainedProgress id={id}>25 %</ExplainedProgress>
      </PlanContext>
    </UiProvider>,
  );
  return screen.getByRole('button', { name: /^Cómo se calcula el progreso/ });
}

describe('progress', () => {
  it('tells by key what it is made of: how many of each status, and what each stands for', async () => {
    fireEvent.focus(show(null));
    const told = await screen.findByRole('tooltip');
    const lines = [...told.children].map((line) => line.textContent?.replaceAll('\u00a0', ' '));
    expect(lines.filter(Boolean)).toEqual([
      'Progreso de 25 %: media de los 5 elementos que cuentan',
      '1 × 85 % · Completado',
      '1 × 40 % · En proceso',
      '3 × 0 % · Nuevo',
      'Atrasado: venció el 31/03/2026. Color: rojo con menos de 70 %, naranja hasta 90 % y verde desde 90 %',
    ]);
  });

  it('of an item is of what is under it, and is said to whoever does not see it', () => {
    expect(show(item(4))).toHaveAccessibleName(/media de los 3 elementos.*1 × 40.% · En proceso/);
  });
});
