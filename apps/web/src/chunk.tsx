import { lazy, useState, type ComponentType } from 'react';

/** A part of the application in files of its own. */
export interface Chunk<C> {
  /** Begins to load it; again after a failure. */
  load(): Promise<C>;
  /** What it holds, once it is there. */
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
 * A component of a chunk. As React's `lazy`, but what is there already is drawn at once: whatever has waited
 * behind a fallback React keeps hidden for a third of a second more, lest the page flicker.
 */
export function fromChunk<C, P extends object>(
  chunk: Chunk<C>,
  pick: (content: C) => ComponentType<P>,
): ComponentType<P> {
  const Late = lazy(() => chunk.load().then((content) => ({ default: pick(content) })));
  return function FromChunk(props: P) {
    // Of one kind for as long as it is shown: another one would begin anew.
    const [Shown] = useState<ComponentType<P>>(() => {
      const content = chunk.loaded();
      return content === null ? Late : pick(content);
    });
    return <Shown {...props} />;
  };
}
