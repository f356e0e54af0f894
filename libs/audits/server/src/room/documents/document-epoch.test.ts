import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { ITEMS_MAP, type AuditEvent } from '@cotejo/audits-contracts';
import { AuditState, createAuditModel } from '@cotejo/audits-domain';
import { nextEpoch, thawEpoch } from './document-epoch.ts';
import { id, people } from '../cluster.fixture.ts';

const model = createAuditModel();
const INCARNATION = 'here';

function given(...events: readonly AuditEvent[]): AuditState {
  const state = new AuditState();
  const { marta } = people;
  const profile = { recordType: 'audit_plan' };
  const born = { type: 'AuditCreated', data: { audit: id('a', 1), account: marta.account, profile } };
  for (const [version, event] of [born, ...events].entries())
    model.evolve(state, { ...event, version, actor: marta.user, at: '2026-03-02', operation: null });
  return state;
}

const phase = (number: number): AuditEvent => ({
  type: 'TreeItemCreated',
  data: { id: id('i', number), itemType: 'phase', parent: null, position: `a${number}`, name: 'Fase' },
});
const copying = { type: 'OperationStarted', data: { operation: id('o', 1), what: 'copy' } };

const thawed = (state: AuditState, change: (document: Y.Doc) => void = () => undefined) => {
  const { documentId, document } = nextEpoch(INCARNATION, state);
  change(document);
  return thawEpoch(documentId, Y.encodeStateAsUpdate(document), state);
};

describe('the document of a snapshot', () => {
  it('serves while a copy is being made, of which no document shows anything yet', () => {
    const state = given(phase(1), copying, phase(2));
    expect([...(thawed(state)?.document.getMap(ITEMS_MAP).keys() ?? [])]).toEqual([id('i', 1)]);
  });

  it('serves no more when it lacks what was there before, or shows what is not', () => {
    const state = given(phase(1), copying, phase(2));
    expect(thawed(state, (document) => document.getMap(ITEMS_MAP).delete(id('i', 1)))).toBeNull();
    const stray = nextEpoch(INCARNATION, given(phase(1), phase(2)));
    expect(thawEpoch(stray.documentId, Y.encodeStateAsUpdate(stray.document), state)).toBeNull();
  });
});
