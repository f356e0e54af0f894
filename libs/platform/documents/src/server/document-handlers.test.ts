import { Refusal } from '@cotejo/http/contracts';
import type { WorkLimiter } from '@cotejo/http/shares';
import { writtenFile } from '@cotejo/testing';
import { describe, expect, it } from 'vitest';
import { documentHandlers } from './document-handlers.ts';
import { documentLimiter } from './document-limiter.ts';

type Asked = Parameters<ReturnType<typeof documentHandlers>['write']>[0];

const principal = { userId: 'ana', accountId: 'casa', sessionId: null };

const ask = (body: unknown, documents: Pick<WorkLimiter, 'take'> = documentLimiter()) => {
  const { write } = documentHandlers({ documents });
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const upload = { path: writtenFile(text), size: text.length, sha256: '' };
  return write({ principal, upload, language: 'es', gone: new AbortController().signal } as unknown as Asked);
};
const codeOf = async (answer: unknown) => {
  const thrown: unknown = await Promise.resolve(answer).then(
    () => null,
    (error: unknown) => error,
  );
  return thrown instanceof Refusal ? thrown.code : thrown;
};

const columns = Array.from({ length: 12 }, (_, at) => ({ title: `C${at}`, kind: 'text', width: 10 }));
const table = (format: string, count: number) => ({
  ...{ format, title: 'Tareas', facts: [], columns },
  rows: Array.from({ length: count }, () => columns.map(() => 'x')),
});

describe('a table that is posted', () => {
  it('comes back as a file of its name that nobody keeps', async () => {
    const answer = await ask(table('xlsx', 1));
    expect(answer).toMatchObject({ headers: { 'Cache-Control': 'private, no-store' } });
  });

  it.each<[string, unknown, string]>([
    ['no JSON', '{', 'malformed_json'],
    ['no table', { format: 'pdf' }, 'invalid_request'],
  ])('is refused when it is %s', async (_, body, code) => {
    expect(await codeOf(ask(body))).toBe(code);
  });

  it('refuses to lay out too many cells, which Excel takes', async () => {
    const unwritten = { take: async () => new Uint8Array() as never };
    const codes = ['pdf', 'docx', 'xlsx'].map((format) => codeOf(ask(table(format, 9_000), unwritten)));
    expect(await Promise.all(codes)).toEqual(['document_too_large', 'document_too_large', null]);
  });
});
