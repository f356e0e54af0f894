import {
  lazy,
  Suspense,
  useEffect,
  useState,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from 'react';

/** A part of the application in files of its own. */
export interface Chunk<C> {
  /** Starts loading; retries after a failure. */
  load(): Promise<C>;
  /** The content if it is loaded. */
  loaded(): C | null;
}

export function createChunk<C>(load: () => Promise<C>): Chunk<C> {
  let content: C | null = null;
  let loading: Promise<C> | null = null;
  return {
    load: () =>
      (loading ??= load().then(
        (loaded) => (content = loaded),
        (error: unknown) => {
          loading = null;
          throw error;
        },
      )),
    loaded: () => content,
  };
}

/**
 * A component of a chunk. Like React's `lazy`, but a loaded chunk renders at once: React keeps content behind
 * a fallback hidden for another 300 ms to avoid flicker.
 */
export function fromChunk<C, P extends object>(
  chunk: Chunk<C>,
  pick: (content: C) => ComponentType<P>,
): FunctionComponent<P> {
  const Late = lazy(() => chunk.load().then((content) => ({ default: pick(content) })));
  return function FromChunk(props: P) {
    // Kept for the lifetime: another component type would remount.
    const [Shown] = useState<ComponentType<P>>(() => {
      const content = chunk.loaded();
      return content === null ? Late : pick(content);
    });
    return <Shown {...props} />;
  };
}

/** Like `fromChunk`, but with its own fallback while the chunk loads. */
export function latePart<C, P extends object>(
  chunk: Chunk<C>,
  pick: (content: C) => ComponentType<P>,
  fallback: ReactNode = null,
): FunctionComponent<P> {
  const Part = fromChunk(chunk, pick);
  return function LatePart(props: P) {
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/**
 * Content of a chunk that the page can do without: loads it after the first render; null until it is there. After a
 * failure it is loaded again when the network is back.
 */
export function useChunk<C>(chunk: Chunk<C>): C | null {
  const [content, setContent] = useState<C | null>(() => chunk.loaded());
  useEffect(() => {
    if (content !== null) return undefined;
    let isHere = true;
    const load = () =>
      void chunk.load().then(
        (loaded) => isHere && setContent(() => loaded),
        () => undefined,
      );
    load();
    window.addEventListener('online', load);
    return () => {
      isHere = false;
      window.removeEventListener('online', load);
    };
  }, [chunk, content]);
  return content;
}
