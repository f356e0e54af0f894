import type { SessionId, UserId } from '@cotejo/access-contracts';
import { auditErrors } from '@cotejo/audits-contracts';
import { Refusal } from '@cotejo/http/contracts';
import { sampleCatalogue } from '@cotejo/worksheets-domain/sample-catalogue';
import { writtenFile } from '@cotejo/testing';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { CatalogueImports, MOST_IMPORTS_EACH, type CatalogueImport } from './catalogue-imports.ts';
import { CatalogueReader } from './catalogue-reader.ts';
import { ACCOUNT, FakeAudits, FakeDirectory, linesOf } from './fake-audits.fixture.ts';

const text = JSON.stringify(sampleCatalogue);
const file = writtenFile(text);
/** Still the last evening of the year in Bogotá. */
const NOW = new Date('2027-01-01T03:00:00Z');

const reader = new CatalogueReader();
afterAll(() => reader.close());

let directory: FakeDirectory;
let audits: FakeAudits;
let imports: CatalogueImports;
let manager: UserId;
let told: string[];

beforeEach(() => {
  directory = new FakeDirectory();
  audits = new FakeAudits(directory);
  manager = directory.add('manager');
  told = [];
  const tell = (_facts: object, message: string): void => void told.push(message);
  imports = new CatalogueImports({
    audits,
    directory,
    clock: () => NOW,
    log: { info: tell, warn: tell, error: tell },
    reader: { read: (path) => reader.read(path), close: () => Promise.resolve() },
  });
});

const request = (change: Partial<CatalogueImport> = {}): CatalogueImport => ({
  principal: directory.principal(manager),
  file,
  name: 'Pagos 2026',
  confirmed: false,
  ...change,
});

const typesOf = () => audits.only.events.map(({ type }) => type);

describe('importing a catalogue', () => {
  it('makes a programme of it, in its order, the enhancement after its control', async () => {
    const { answer, done } = await imports.begin(request());
    await done;
    const { state, request: asked, events } = audits.only;
    expect(linesOf(state)).toEqual([
      'phase Ejecución',
      '  process Pagos',
      '    step PG-1 Doble aprobación',
      '    step PG-1(1) Bloqueo automático',
      '    activity Caja menor',
      '      step CM-1 Arqueo',
      '  process Compras',
      '    step CO-1 Tres cotizaciones',
    ]);
    expect(answer).toMatchObject({
      auditoria: audits.only.begun.audit,
      titulo: 'Controles de pagos',
      counts: { groups: 3, controls: 3, enhancements: 1, steps: 4, instructions: 3 },
    });
    expect(asked).toMatchObject({ startDate: '2026-12-31', endDate: '2026-12-31' });
    expect(asked.source).toEqual({
      kind: 'oscal',
      key: 'oscal:3f0d9f5e-6a55-4a0e-9f5a-0f6b7c1d2e3f',
      title: 'Controles de pagos',
      version: '2.0',
    });
    expect(state.operation).toBeNull();
    expect([typesOf()[2], typesOf().at(-1)]).toEqual(['OperationStarted', 'OperationFinished']);
    expect(events.filter(({ type }) => type === 'StepProgrammeSet')).toHaveLength(2);
  });

  it('begins an audit on the day that it is in the account', async () => {
    directory.zone = 'Europe/Madrid';
    await (
      await imports.begin(request())
    ).done;
    expect(audits.only.request).toMatchObject({ startDate: '2027-01-01', endDate: '2027-12-31' });
  });

  it('writes in batches and tells how far it is', async () => {
    const wide = structuredClone(sampleCatalogue);
    const [control] = wide.catalog.groups[1]!.controls;
    wide.catalog.groups[1]!.controls = Array.from({ length: 90 }, (_, n) => ({ ...control!, id: `co-${n}` }));
    const progress: number[][] = [];
    const { done } = await imports.begin(
      request({
        file: writtenFile(JSON.stringify(wide)),
        onProgress: (written, total) => progress.push([written, total]),
      }),
    );
    await done;
    expect(audits.batches).toEqual([40, 40, 18, 1]);
    expect(progress).toEqual([
      [40, 98],
      [80, 98],
      [98, 98],
    ]);
  });

  it('writes nothing when the file is at fault', async () => {
    await expect(imports.begin(request({ file: writtenFile(text.slice(0, -1)) }))).rejects.toMatchObject({
      code: 'catalogue_malformed',
    });
    expect(audits.audits).toEqual([]);
  });

  it('refuses whoever may not lead', async () => {
    const guest = directory.add('guest');
    await expect(imports.begin(request({ principal: directory.principal(guest) }))).rejects.toMatchObject({
      code: 'leader_not_found',
    });
    expect(audits.audits).toEqual([]);
  });

  it('does not fill an audit again that the same request had begun', async () => {
    const first = await imports.begin(request({ key: 'k' }));
    await first.done;
    const version = audits.only.state.version;
    const second = await imports.begin(request({ key: 'k' }));
    await second.done;
    expect(second.answer).toEqual(first.answer);
    expect(audits.only.state.version).toBe(version);
  });

  it('is one of two that a person may have under way', async () => {
    let goOn = (): void => undefined;
    const pause = new Promise<void>((resolve) => (goOn = resolve));
    audits.onSubmit = () => pause;
    const [first, second] = await Promise.all([imports.begin(request()), imports.begin(request())]);
    await expect(imports.begin(request())).rejects.toMatchObject({
      code: 'too_many_imports',
      status: 429,
      options: { params: { most: MOST_IMPORTS_EACH } },
    });
    const other = directory.principal(directory.add('manager'));
    const theirs = await imports.begin(request({ principal: other }));
    goOn();
    await Promise.all([first.done, second.done, theirs.done]);
    // A failed import releases its slot, too.
    await expect(imports.begin(request({ file: writtenFile(new Uint8Array(1)) }))).rejects.toThrow(
      'catalogue_malformed',
    );
    await (
      await imports.begin(request())
    ).done;
    expect(audits.audits).toHaveLength(4);
  });

  it('goes on when the person signs out: it is their work, not their session’s', async () => {
    const principal = { ...directory.principal(manager), sessionId: 'over' as SessionId };
    await (
      await imports.begin(request({ principal }))
    ).done;
    expect(audits.authors.map(({ sessionId }) => sessionId)).toEqual([null, null]);
  });
});

describe('an import that fails', () => {
  const failOnce = (error: Error) => {
    audits.onSubmit = () => {
      audits.onSubmit = () => undefined;
      throw error;
    };
  };

  it('takes back what it made and tells why', async () => {
    failOnce(new Refusal(auditErrors, 'room_unavailable'));
    const { done } = await imports.begin(request());
    await expect(done).rejects.toMatchObject({ code: 'room_unavailable' });
    expect(typesOf().at(-1)).toBe('OperationDiscarded');
    expect(linesOf(audits.only.state)).toEqual([]);
    expect(told).toEqual(['an import was given up']);
  });

  it('is taken back by an administrator when its author may not act any more', async () => {
    directory.add('admin');
    audits.onSubmit = () => directory.remove(manager);
    const { done } = await imports.begin(request());
    await expect(done).rejects.toMatchObject({ code: 'forbidden' });
    expect(typesOf().at(-1)).toBe('OperationDiscarded');
  });

  it('is given up when somebody says so', async () => {
    const stop = new AbortController();
    audits.onSubmit = () => {
      audits.onSubmit = () => undefined;
      stop.abort(new Error('enough'));
    };
    const { done } = await imports.begin(request({ signal: stop.signal }));
    await expect(done).rejects.toThrow('enough');
    expect(typesOf().at(-1)).toBe('OperationDiscarded');
  });

  it('is waited for when the server stops', async () => {
    let goOn = (): void => undefined;
    const pause = new Promise<void>((resolve) => (goOn = resolve));
    audits.onSubmit = () => pause;
    await imports.begin(request());
    const stopped = imports.stop();
    goOn();
    await stopped;
    expect(typesOf().at(-1)).toBe('OperationFinished');
  });
});

describe('what a process that died left behind', () => {
  it('is discarded once a minute has passed without progress', async () => {
    audits.onSubmit = () => {
      throw new Error('the process died');
    };
    await (await imports.begin(request())).done.catch(() => undefined);
    audits.onSubmit = () => undefined;
    const { audit, operation } = audits.only.begun;
    expect(audits.only.state.operation).toBe(operation);

    audits.stalled = [{ audit, operation, account: ACCOUNT, by: manager }];
    await imports.start();
    expect(audits.stalledSince).toEqual(new Date(NOW.getTime() - 60_000));
    expect(typesOf().at(-1)).toBe('OperationDiscarded');

    // A sweep by another node after the first one.
    const { length } = audits.only.events;
    await imports.sweep();
    expect(audits.only.events).toHaveLength(length);
    await imports.stop();
  });

  it('does not keep the server from starting when it cannot be discarded', async () => {
    audits.stalledImports = () => Promise.reject(new Error('no database'));
    await imports.start();
    await imports.stop();
    expect(told).toEqual(['stalled imports could not be discarded']);
  });
});
