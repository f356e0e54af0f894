import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import { WorkspaceProvider } from '@cotejo/ui';
import { givenWorkspace } from '@cotejo/ui/testing';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { useCopyRun } from './use-copy-run.ts';

const TARGET = '00000000-0000-4000-8000-00000000000a' as AuditId;
const PARENT = '10000000-0000-4000-8000-00000000000b' as ItemId;
const IDS = ['s1', 's2', 's3'] as ItemId[];

type Post = (path: string, body: unknown, options: { idempotencyKey: string }) => Promise<unknown>;

function given(answer: Post) {
  const post = vi.fn<Post>(answer);
  const workspace = givenWorkspace({ api: { post } });
  const { result } = renderHook(() => useCopyRun(), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <WorkspaceProvider workspace={workspace}>{children}</WorkspaceProvider>
    ),
  });
  return { post, run: result };
}
const copied = (id: string) => ({ ids: [id], auditoria: TARGET, version: 1, projected: true });
const plan = { recordType: 'audit_plan', ids: IDS, areRisks: true } as const;

describe('a copy into another audit', () => {
  it('goes item by item, each below the one before it', async () => {
    let n = 0;
    const { post, run } = given(() => Promise.resolve(copied(`c${(n += 1)}`)));
    await act(() => run.current.start(plan, { audit: TARGET, parent: PARENT }));
    expect(post.mock.calls.map(([path, body]) => [path, body])).toEqual([
      ['/proyecto/riesgo/auditoria_treeitem/s1/actions/copy/', { destino: TARGET, parent: PARENT }],
      [
        '/proyecto/riesgo/auditoria_treeitem/s2/actions/copy/',
        { destino: TARGET, parent: PARENT, after: 'c1' },
      ],
      [
        '/proyecto/riesgo/auditoria_treeitem/s3/actions/copy/',
        { destino: TARGET, parent: PARENT, after: 'c2' },
      ],
    ]);
    expect(run.current).toMatchObject({ state: 'done', done: 3, made: ['c1', 'c2', 'c3'] });
  });

  it('of risks of a library is one call that says where they come from', async () => {
    const { post, run } = given(() => Promise.resolve({ ...copied('c1'), ids: ['c1', 'c2', 'c3'] }));
    await act(() =>
      run.current.start({ ...plan, recordType: 'risk_library' }, { audit: TARGET, parent: PARENT }),
    );
    expect(post.mock.calls.map(([path, body]) => [path, body])).toEqual([
      [
        `/proyecto/riesgo/auditoria/${TARGET}/actions/riesgos/`,
        { riesgo_ids: IDS, parent: PARENT, copy_from: 'library' },
      ],
    ]);
    expect(run.current).toMatchObject({ state: 'done', made: ['c1', 'c2', 'c3'] });
  });

  it('of a financial risk names the year and the project alone', async () => {
    const { post, run } = given(() => Promise.resolve(copied('c1')));
    await act(() =>
      run.current.start(
        { recordType: 'financial_audit', ids: ['s1' as ItemId], areRisks: true },
        {
          year: 2026,
          project: TARGET,
        },
      ),
    );
    expect(post.mock.calls.map(([, body]) => body)).toEqual([{ year: 2026, project_by_year: TARGET }]);
  });

  it('that stopped says where and why, and goes on without doing twice what was done', async () => {
    let isDown = true;
    const { post, run } = given((path) =>
      isDown && path.includes('s2')
        ? Promise.reject(new Error('sin red'))
        : Promise.resolve(copied(`c-${path.split('/')[4]}`)),
    );
    await act(() => run.current.start(plan, { audit: TARGET, parent: PARENT }));
    expect(run.current).toMatchObject({ state: 'failed', done: 1, error: new Error('sin red') });
    isDown = false;
    await act(() => run.current.start(plan, { audit: TARGET, parent: PARENT }));
    expect(run.current).toMatchObject({ state: 'done', done: 3 });
    const keys = post.mock.calls.map(
      ([path, , { idempotencyKey }]) => [path.split('/')[4], idempotencyKey] as const,
    );
    // A repeated call has the same key, so the server answers it without executing it again.
    expect(new Map(keys).size).toBe(3);
    expect(new Set(keys.map(([, key]) => key)).size).toBe(3);
    expect(keys.map(([id]) => id)).toEqual(['s1', 's2', 's1', 's2', 's3']);
  });
});
