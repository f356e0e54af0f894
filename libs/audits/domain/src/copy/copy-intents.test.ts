import { describe, expect, it } from 'vitest';
import { kernelIntent, type ItemId, type RecordType } from '@cotejo/audits-contracts';
import { copyIntents, type CopyTarget } from './copy-intents.ts';
import { GivenAudit, givenPlan, item, OTHER_AUDIT, user } from '../testing/given-audit.ts';

const idFor = (source: ItemId): ItemId => source.replace('00000001', '10000001') as ItemId;
const into = (recordType: RecordType, over: Partial<CopyTarget> = {}): CopyTarget => ({
  recordType,
  parent: item('there'),
  idFor,
  ...over,
});

const risk = { general: 'Fraude', specific: ['Doble pago'], factors: [], objectives: [] };
const source = () =>
  givenPlan()
    .item('risk2', 'risk', 'proc', { code: 'R-002', risk, by: 'junior', assignee: user('junior') })
    .reference('ref', 'risk2', 'ctrl')
    .link('link', 'risk2', 'far', { code: 'C-77' })
    .scheduled('risk2', '2025-01-01', null);

const told = (given: GivenAudit, label: string, target: CopyTarget) =>
  copyIntents(given.state, OTHER_AUDIT, item(label), target);

describe('a copy into another audit', () => {
  it('creates the branch, controls as links to where they are, without findings', () => {
    const intents = told(source(), 'proc', into('audit_plan'));
    expect(
      intents.map((intent) => intent.kind === 'create_item' && [intent.type, intent.name, intent.parent]),
    ).toEqual([
      ['process', 'proc', item('there')],
      ['risk', 'risk', idFor(item('proc'))],
      ['link', 'ctrl', idFor(item('risk'))],
      ['step', 'step', idFor(item('proc'))],
      ['risk', 'risk2', idFor(item('proc'))],
      ['link', 'ctrl', idFor(item('risk2'))],
      ['link', 'far', idFor(item('risk2'))],
    ]);
    for (const intent of intents) expect(kernelIntent.safeParse(intent).success).toBe(true);
  });

  it('says of what, at which version, and nothing of dates, people and codes', () => {
    const given = source();
    expect(told(given, 'risk2', into('audit_plan'))).toEqual([
      {
        kind: 'create_item',
        id: idFor(item('risk2')),
        type: 'risk',
        parent: item('there'),
        name: 'risk2',
        risk,
        copiedFrom: { audit: OTHER_AUDIT, item: item('risk2'), version: given.version },
      },
      expect.objectContaining({
        type: 'link',
        code: 'C-001',
        target: { audit: OTHER_AUDIT, item: item('ctrl') },
      }),
      expect.objectContaining({ type: 'link', code: 'C-77', target: given.state.get(item('link'))?.target }),
    ]);
  });

  it('a risk of a library keeps its code, for it is locked', () => {
    const library = new GivenAudit('risk_library')
      .item('r', 'risk', null, { code: 'LIB-7' })
      .item('c', 'control', 'r');
    expect(told(library, 'r', into('audit_plan', { origin: 'library' }))).toMatchObject([
      { type: 'risk', origin: 'library', code: 'LIB-7' },
      { type: 'link' },
    ]);
  });

  it('a control alone is a link', () => {
    expect(told(source(), 'ctrl', into('audit_plan'))).toMatchObject([
      { type: 'link', parent: item('there') },
    ]);
    expect(told(source(), 'find', into('audit_plan'))).toEqual([]);
    expect(told(source().deleted('risk'), 'ref', into('audit_plan'))).toEqual([]);
  });

  it.each<[RecordType, string, string[]]>([
    ['risk_evaluation', 'proc', ['process', 'risk', 'link', 'risk', 'link', 'link']],
    ['icce', 'phase', ['phase']],
    ['financial_audit', 'phase', ['phase', 'process']],
    ['risk_library', 'risk2', ['risk', 'link', 'link']],
  ])('what the structure of a %s does not allow stays behind', (recordType, label, types) => {
    const intents = told(source(), label, into(recordType));
    expect(intents.map((intent) => intent.kind === 'create_item' && intent.type)).toEqual(types);
  });

  it('can be carried out as it is', () => {
    const target = new GivenAudit().item('there', 'phase', null);
    const plan = source();
    for (const intent of told(plan, 'proc', into('audit_plan'))) target.does({ ...intent });
    expect(target.state.liveCount).toBe(8);
  });
});
