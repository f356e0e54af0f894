import type { Grade, ItemStatus, ItemValues } from '@cotejo/audits-contracts';
import { GivenAudit, item } from '../testing/given-audit.ts';
import { DEFAULT_RISK_SETTINGS } from './risk-settings.ts';

/** An audit whose worksheet values are set directly, without events. */
export class GivenRisks extends GivenAudit {
  says(label: string, values: ItemValues, status?: ItemStatus): this {
    const node = this.state.get(item(label));
    if (!node) throw new Error(`no item ${label}`);
    this.state.put({ ...node, ...(status && { status }), values: { ...node.values, ...values } });
    return this;
  }

  risk(label: string, parent: string, probability?: number, impact?: number): this {
    const values = {
      ...(probability === undefined ? {} : { probability }),
      ...(impact === undefined ? {} : { impact }),
    };
    return this.item(label, 'risk', parent).says(label, values);
  }

  /** A control with equal ratings for all criteria; with `execution`, also a completed test. */
  control(label: string, parent: string, design: Grade | null, execution?: Grade, isKey = false): this {
    this.item(label, 'control', parent).says(label, { ...(design && judged(design)), isKey });
    if (execution === undefined) return this;
    return this.item(`t${label}`, 'control_test', label).says(`t${label}`, { execution }, 'completed');
  }
}

/** Every criterion of the catalogue with the same rating. */
export const judged = (design: Grade): ItemValues =>
  Object.fromEntries(DEFAULT_RISK_SETTINGS.criteria.map(({ code }) => [`design.${code}.value`, design]));

/** Risks of the demonstration data: [risk, P, I, controls [label, design, test]]. */
type DemoControl = readonly [label: string, design: Grade, execution: Grade | null];
export const DEMO: readonly (readonly [string, number, number, readonly DemoControl[]])[] = [
  [
    'R1',
    3,
    5,
    [
      ['C1', 5, 3],
      ['C2', 5, 5],
    ],
  ],
  [
    'R2',
    5,
    5,
    [
      ['C3', 3, 1],
      ['C4', 3, 3],
    ],
  ],
  ['R3', 3, 3, [['C5', 5, 5]]],
  ['R4', 3, 3, [['C6', 3, 3]]],
  [
    'R5',
    3,
    5,
    [
      ['C7', 5, 3],
      ['C8', 1, null],
    ],
  ],
  ['R6', 1, 3, [['C9', 3, 5]]],
  ['R7', 5, 3, [['C10', 3, null]]],
  ['R8', 3, 3, [['C11', 5, 5]]],
];

export function givenDemo(): GivenRisks {
  const given = new GivenRisks().item('phase', 'phase', null).item('proc', 'process', 'phase');
  for (const [risk, probability, impact, controls] of DEMO) {
    given.risk(risk, 'proc', probability, impact);
    for (const [label, design, execution] of controls)
      given.control(label, risk, design, execution ?? undefined);
  }
  // A planned test without a result.
  return given.item('tC10', 'control_test', 'C10').says('tC10', {}, 'assigned');
}
