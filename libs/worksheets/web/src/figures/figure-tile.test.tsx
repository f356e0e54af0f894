import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OpenWorksheet, type GivenItem } from '../host/open-worksheet.fixture.tsx';
import { FigureTile } from './figure-tile.tsx';

const CRITERIA = ['purpose', 'owner', 'segregation', 'frequency', 'procedure', 'deviations', 'evidence'];
const designed = (grade: number) =>
  Object.fromEntries(CRITERIA.map((code) => [`design.${code}.value`, grade]));
const risk = (controls: Readonly<Record<number, GivenItem>> = {}) =>
  new OpenWorksheet({
    items: { 1: { type: 'risk', values: { probability: 3, impact: 5 } }, ...controls },
  }).show(
    <>
      <FigureTile figure="inherent_risk" />
      <FigureTile figure="controls_strength" />
      <FigureTile figure="residual_risk" />
    </>,
  );
const tile = (name: RegExp) => screen.getByRole('button', { name });

describe('a figure that is worked out', () => {
  it('has its colour and its word, and says how it came about', () => {
    risk();
    expect(tile(/^Riesgo inherente: 15 Alto\. Probabilidad 3 × impacto 5 = 15$/)).toBeInTheDocument();
    expect(tile(/^Solidez de los controles: 1 Débil\. Sin controles: 1$/)).toBeInTheDocument();
    expect(
      tile(/^Riesgo residual: 15 Alto\. Riesgo inherente 15 × \(6 − solidez 1\) ÷ 5 = 15$/),
    ).toBeVisible();
    expect(document.querySelector('[data-figure="inherent_risk"] [data-level]')).toHaveAttribute(
      'data-level',
      'high',
    );
  });

  it('moves while somebody else changes what it is made of', () => {
    const open = risk();
    open.remote(1, { impact: 1 });
    expect(tile(/^Riesgo inherente: 3 Bajo/)).toBeInTheDocument();
    expect(tile(/^Riesgo residual: 3 Bajo/)).toBeInTheDocument();
  });

  it('is a dash while something is missing, and says what', () => {
    const open = risk();
    open.remote(1, { impact: null });
    expect(tile(/^Riesgo inherente: —\. Elija la probabilidad y el impacto\.$/)).toBeInTheDocument();
  });

  it('names the controls that it was made of, and says that it is preliminary', () => {
    risk({ 2: { type: 'control', parent: 1, values: designed(5) } });
    expect(tile(/^Solidez de los controles: 5 Fuerte\. .*X-2: 5 \(preliminar\)/)).toBeInTheDocument();
    expect(screen.getByText('preliminar')).toBeInTheDocument();
    expect(tile(/^Riesgo residual: 3 Bajo/)).toBeInTheDocument();
  });

  it('explains itself to the keys too', async () => {
    risk();
    fireEvent.focus(tile(/^Riesgo inherente/));
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Probabilidad 3 × impacto 5 = 15');
  });
});

describe('the design of a control', () => {
  it('says how many criteria are open', () => {
    new OpenWorksheet({ items: { 1: { type: 'control', values: { 'design.owner.value': 3 } } } }).show(
      <FigureTile figure="control_design" />,
    );
    expect(tile(/Falta calificar 6 criterios de diseño\.$/)).toBeInTheDocument();
  });
});
