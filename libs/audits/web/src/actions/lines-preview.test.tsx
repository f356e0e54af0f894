import '@testing-library/jest-dom/vitest';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { createI18n } from '@cotejo/i18n';
import { UiProvider, uiTranslations } from '@cotejo/ui';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { auditsTranslations } from '../translations.ts';
import { LinesPreview } from './lines-preview.tsx';
import { readLines } from './paste-lines.ts';

it('says the type of what each line becomes, and why a line becomes nothing', () => {
  const lines = readLines('Caja\n\tFaltante\n\t\tArqueo\nCaja', { levels: 3 });
  const i18n = createI18n({ resources: [uiTranslations, auditsTranslations, auditsContractsTranslations] });
  render(
    <UiProvider i18n={i18n} env="test">
      <LinesPreview lines={lines} types={['process', 'risk', 'control']} label="Se creará" />
    </UiProvider>,
  );
  const told = screen.getAllByRole('listitem').map((line) => line.textContent);
  expect(told.slice(0, 3)).toEqual(['CajaProceso', 'FaltanteRiesgo', 'ArqueoControl']);
  expect(told[3]).not.toContain('Proceso');
});
