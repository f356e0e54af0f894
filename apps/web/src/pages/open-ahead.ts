import { useFormat, type Workspace } from '@cotejo/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { AUDIT_PAGES } from './audit-pages.tsx';
import { CONTEXT_PAGES } from './context-pages.tsx';

/** Loads the code of the page at a path, and what it shows first, for a user who is about to open it. */
export function useOpenAhead(workspace: Workspace | null): (path: string) => void {
  const queries = useQueryClient();
  const format = useFormat();
  return useCallback(
    (path) => {
      if (workspace === null) return;
      const page = AUDIT_PAGES.get(path) ?? CONTEXT_PAGES.get(path);
      void page?.load().then(
        ({ readAhead }) => readAhead?.(workspace, queries, format.isoDay(new Date())),
        // Opening the page tells that it can't be loaded.
        () => undefined,
      );
    },
    [workspace, queries, format],
  );
}
