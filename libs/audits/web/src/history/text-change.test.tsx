import '@testing-library/jest-dom/vitest';
import type { AuditDetail, ChangeRow } from '@cotejo/audits-contracts';
import { createI18n } from '@cotejo/i18n';
import { UiProvider, uiTranslations } from '@cotejo/ui';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { PlanContext, type PlanContextValue } from '../plan/plan-context.ts';
import { auditsTranslations } from '../translations.ts';
import type { TextChangeProps } from '../worksheets/worksheet-contents.ts';
import { TextChange } from './text-change.tsx';

const row = (type: string, detail: ChangeRow['detail']): ChangeRow => ({
  version: 7,
  at: '2026-11-12T15:00:00.000Z',
  actor: { id: 'laura', name: 'Laura Pineda', sigla: 'LP' },
  type,
  item: { id: 'step', type: 'step', code: null, name: 'Arqueo' },
  detail,
});
const Difference = ({ audit, itemId, field, rev }: TextChangeProps) => (
  <p>{[audit.id, itemId, field, rev].join(' ')}</p>
);
function show(change: ChangeRow) {
  const audit = { id: 'audit' } as unknown as AuditDetail;
  const plan = { audit, contents: { byType: {}, TextChange: Difference } } as unknown as PlanContextValue;
  render(
    <UiProvider i18n={createI18n({ resources: [uiTranslations, auditsTranslations] })} env="test">
      <PlanContext value={plan}>
        <TextChange row={change} />
      </PlanContext>
    </UiProvider>,
  );
}

it('unfolds what a change did to a text', async () => {
  show(row('TextRevised', { field: 'evidence', rev: 3 }));
  expect(screen.queryByText('audit step evidence 3')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Ver qué cambió', expanded: false }));
  expect(screen.getByText('audit step evidence 3')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Ocultar qué cambió', expanded: true }));
  expect(screen.queryByText('audit step evidence 3')).toBeNull();
});

it('offers nothing for a change that is no text', () => {
  show(row('TreeItemRenamed', { from: 'A', to: 'B' }));
  expect(screen.queryByRole('button')).toBeNull();
});
