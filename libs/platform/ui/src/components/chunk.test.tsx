import { act, render } from '@testing-library/react';
import { Suspense } from 'react';
import { describe, expect, it } from 'vitest';
import { createChunk, fromChunk } from './chunk.tsx';

const content = { Page: ({ name }: { readonly name: string }) => <p>page of {name}</p> };

function shown(chunk: ReturnType<typeof createChunk<typeof content>>) {
  const Page = fromChunk(chunk, ({ Page: Found }) => Found);
  return render(
    <Suspense fallback={<p>wait</p>}>
      <Page name="Ana" />
    </Suspense>,
  );
}

describe('a component of a chunk', () => {
  it('is drawn at once where the chunk is there, without a fallback', async () => {
    const chunk = createChunk(() => Promise.resolve(content));
    expect(chunk.loaded()).toBeNull();
    await chunk.load();
    expect(shown(chunk).container.textContent).toBe('page of Ana');
  });

  it('is waited for where it is not', async () => {
    let resolve: (loaded: typeof content) => void = () => undefined;
    const promise = new Promise<typeof content>((done) => (resolve = done));
    const { container } = shown(createChunk(() => promise));
    expect(container.textContent).toBe('wait');
    await act(async () => {
      resolve(content);
      await promise;
    });
    expect(container.textContent).toBe('page of Ana');
  });

  it('is loaded once, and again only after a failure', async () => {
    let times = 0;
    const chunk = createChunk(() =>
      ++times === 1 ? Promise.reject(new Error('no network')) : Promise.resolve(content),
    );
    await expect(chunk.load()).rejects.toThrow('no network');
    await chunk.load();
    expect([times, await chunk.load()]).toEqual([2, content]);
    expect(times).toBe(2);
  });
});
