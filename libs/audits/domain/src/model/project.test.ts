import { createHash } from 'node:crypto';
import * as Y from 'yjs';
import { describe, expect, it } from 'vitest';
import { auditRecord, ITEMS_MAP, kernelEvent, META_MAP, PROJECTION_VERSION } from '@cotejo/audits-contracts';
import { AuditMirror } from './audit-mirror.ts';
import { createAuditModel } from './audit-model.ts';
import { AuditState } from './audit-state.ts';
import {
  AUDIT_KEY,
  createTreeDocument,
  documentIdOf,
  loadTreeDocument,
  project,
  projectAll,
  recordOf,
} from './project.ts';
import { readRecord } from './read-record.ts';
import { EVERY_EVENT } from '../testing/every-event.ts';
import { givenPlan, item, operation } from '../testing/given-audit.ts';

const DOCUMENT = documentIdOf('00000006-0000-4000-8000-000000000001', PROJECTION_VERSION, -1);

const model = createAuditModel();

function lived(): { readonly doc: Y.Doc; readonly state: AuditState } {
  const doc = createTreeDocument(DOCUMENT);
  const state = new AuditState();
  for (const event of EVERY_EVENT) {
    model.evolve(state, event);
    project(doc, state, event);
  }
  return { doc, state };
}
const bytesOf = (doc: Y.Doc): string => Buffer.from(Y.encodeStateAsUpdate(doc)).toString('hex');
const hashOf = (doc: Y.Doc): string => createHash('sha256').update(Y.encodeStateAsUpdate(doc)).digest('hex');

describe('the tree document', () => {
  it('is tried with every event that the kernel knows', () => {
    const known = kernelEvent.options.map((option) => option.shape.type.value);
    expect(new Set(EVERY_EVENT.map(({ type }) => type))).toEqual(new Set(known));
    for (const event of EVERY_EVENT) expect(kernelEvent.safeParse(event).success).toBe(true);
  });

  it('is, byte for byte, what this version of the projection writes', () => {
    // A failure means that the written format changed: raise PROJECTION_VERSION, then update the hash.
    expect({ version: PROJECTION_VERSION, hash: hashOf(lived().doc) }).toEqual({
      version: 5,
      hash: '4abc0698c9aa1fa0e54237f8bce0c9707aa8480bb87dedae7468f58fa8d0a9b2',
    });
  });

  it('begins an epoch, byte for byte, with what this version writes', () => {
    const doc = createTreeDocument(DOCUMENT);
    projectAll(doc, lived().state);
    expect({ version: PROJECTION_VERSION, hash: hashOf(doc) }).toEqual({
      version: 5,
      hash: 'b1fd8627d300835a5c4fdc60fa268d6d43de1ec1f4fa1526c3091917fd7059fd',
    });
  });

  it('takes at most one update an event', () => {
    const doc = createTreeDocument(DOCUMENT);
    const state = new AuditState();
    let updates = 0;
    doc.on('update', () => updates++);
    const silent = [
      ...['TeamMemberAdded', 'TeamMemberChanged', 'AuditLeaderChanged', 'IndependenceDeclared'],
      ...['TimeRecorded', 'TimeRecordChanged', 'TimeRecordRemoved'],
      ...['AuditScheduled', 'TreeDocumentCompacted'],
      ...['AuditRated', 'AuditConcluded', 'ConclusionSigned', 'ConclusionSignatureVoided'],
    ];
    for (const event of EVERY_EVENT) {
      const before = updates;
      model.evolve(state, event);
      project(doc, state, event);
      expect(updates - before).toBe(silent.includes(event.type) ? 0 : 1);
    }
  });

  it('is the same from a saved state of it and the rest of the events', () => {
    for (let cut = 0; cut <= EVERY_EVENT.length; cut += 3) {
      let doc = createTreeDocument(DOCUMENT);
      let state = new AuditState();
      EVERY_EVENT.forEach((event) => {
        if (event.version === cut) {
          doc = loadTreeDocument(DOCUMENT, Y.encodeStateAsUpdate(doc));
          state = AuditState.thaw(JSON.parse(JSON.stringify(state.freeze())));
        }
        model.evolve(state, event);
        project(doc, state, event);
      });
      expect(bytesOf(doc)).toBe(bytesOf(lived().doc));
    }
  });

  it('is the same when batches of any size are one transaction each', () => {
    for (let size = 1; size <= EVERY_EVENT.length; size++) {
      const doc = createTreeDocument(DOCUMENT);
      const state = new AuditState();
      for (let from = 0; from < EVERY_EVENT.length; from += size)
        doc.transact(() => {
          for (const event of EVERY_EVENT.slice(from, from + size)) {
            model.evolve(state, event);
            project(doc, state, event);
          }
        });
      expect(bytesOf(doc)).toBe(bytesOf(lived().doc));
    }
  });

  it('has no key for what an item does not have, and one order for what it has', () => {
    const items = lived().doc.getMap(ITEMS_MAP);
    const rare = [
      'deletedAt',
      'dates',
      'target',
      'refParent',
      'origin',
      'risk',
      'cameFrom',
      'values',
      'signatures',
    ];
    const found = [...items.values()].map((record) =>
      Object.keys(readRecord(record)).filter((key) => rare.includes(key)),
    );
    expect(found.filter((keys) => keys.length === 0).length).toBeGreaterThan(5);
    for (const keys of found) expect(keys).toEqual(rare.filter((key) => keys.includes(key)));
    expect(new Set(found.flat())).toEqual(new Set(rare.filter((key) => key !== 'refParent')));
  });

  it('loses what was purged, and nothing else', () => {
    const { doc, state } = lived();
    const items = doc.getMap(ITEMS_MAP);
    expect(new Set(items.keys())).toEqual(new Set([...state.nodes()].map(({ id }) => id)));
    expect(items.has('00000001-0000-4000-8000-0000006f6c64')).toBe(false);
    expect(items.has('00000001-0000-4000-8000-00006f6c6432')).toBe(false);
  });

  describe('of a copy in parts', () => {
    const op = operation('op');
    const create = (label: string, parent: string) => ({
      kind: 'create_item',
      id: item(label),
      type: 'process',
      parent: item(parent),
      name: label,
    });
    const half = (what: 'copy' | 'import' = 'copy') =>
      givenPlan()
        .does({ kind: 'start_operation', operation: op, what })
        .does(create('p1', 'phase'), { operation: op })
        .does(create('p2', 'phase'), { operation: op })
        .does({ kind: 'rename_item', id: item('p2'), name: 'Otro' }, { operation: op })
        .does({ kind: 'rename_item', id: item('phase'), name: 'Etapa' }, { operation: op });
    const shown = (audit: ReturnType<typeof half>) => {
      const doc = createTreeDocument(DOCUMENT);
      const state = new AuditState();
      for (const event of audit.events) {
        audit.model.evolve(state, event);
        project(doc, state, event);
      }
      const items = [...doc.getMap(ITEMS_MAP)];
      return new Map(items.map(([id, record]) => [id, readRecord(record)]));
    };

    it('shows nothing of what it makes while it runs, and what it changes of the rest', () => {
      const items = shown(half());
      expect([items.has(item('p1')), items.has(item('p2'))]).toEqual([false, false]);
      expect(items.get(item('phase'))?.name).toBe('Etapa');
    });

    it('shows all of it at its end, in its last state', () => {
      const items = shown(half().does({ kind: 'finish_operation', operation: op }));
      expect([items.get(item('p1'))?.name, items.get(item('p2'))?.name]).toEqual(['p1', 'Otro']);
    });

    it('never shows anything of it when it is given up', () => {
      const audit = half().does({ kind: 'discard_operation', operation: op });
      expect([...shown(audit).keys()].sort()).toEqual([...shown(givenPlan()).keys()].sort());
    });

    it('shows what an earlier release deleted at its end, for its trash has it', () => {
      const audit = half().deleted('p1').happened('OperationDiscarded', { operation: op });
      expect(shown(audit).get(item('p1'))?.deleted).not.toBeNull();
    });

    it('is not what an import is, which people see grow', () => {
      const items = shown(half('import'));
      expect([items.get(item('p1'))?.name, items.get(item('p2'))?.name]).toEqual(['p1', 'Otro']);
      const given = half('import').does({ kind: 'discard_operation', operation: op });
      expect(shown(given).has(item('p1'))).toBe(false);
    });

    it('begins no epoch with its half', () => {
      const doc = createTreeDocument(DOCUMENT);
      projectAll(doc, half().state);
      expect(doc.getMap(ITEMS_MAP).has(item('p1'))).toBe(false);
    });
  });

  it('holds what a mirror needs to be the audit', () => {
    const { state } = lived();
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(lived().doc));
    const mirror = new AuditMirror();
    for (const node of state.nodes())
      mirror.applyRecord(node.id, readRecord(doc.getMap(ITEMS_MAP).get(node.id)));
    mirror.applyAudit(auditRecord.parse(doc.getMap(META_MAP).get(AUDIT_KEY)));
    expect([...mirror.nodes()].map(recordOf)).toEqual([...state.nodes()].map(recordOf));
    for (const { id } of state.nodes()) expect(mirror.childrenOf(id)).toEqual(state.childrenOf(id));
    expect(mirror).toMatchObject({ status: 'in_progress', operation: null, recordType: 'audit_plan' });
  });
});

describe('reading a record', () => {
  it('refuses what no projection wrote', () => {
    expect(() => readRecord({ name: 'x' })).toThrow();
    expect(() => readRecord(undefined)).toThrow();
  });
});

describe('documentIdOf', () => {
  it('tells stores, projections and epochs apart', () => {
    const ids = [
      documentIdOf('a', 1, -1),
      documentIdOf('b', 1, -1),
      documentIdOf('a', 2, -1),
      documentIdOf('a', 1, 7),
    ];
    expect(new Set(ids).size).toBe(4);
    expect(new Set(ids.map((id) => createTreeDocument(id).clientID)).size).toBe(4);
    expect(() => documentIdOf('x'.repeat(80), 1, -1)).toThrow();
  });
});
