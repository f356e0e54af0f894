import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useRemoteSummaries } from '../session/audit-session-provider.tsx';
import type { RemoteSummary } from '../session/rows/remote-summary.ts';

/** Kinds of change that one announcement names at most. */
const TOLD = 2;

export interface Announcer {
  /** Live region element; written outside React, since nothing visible changes with it. */
  readonly region: RefObject<HTMLDivElement | null>;
  announce(text: string): void;
}

/** Announces results of own commands and remote changes to screen readers. */
export function useAnnouncer(nameOf: (person: string) => string | undefined): Announcer {
  const { t } = useTranslation('audits-web');
  const region = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const announce = useCallback((text: string) => {
    clearTimeout(timer.current);
    // Screen readers repeat an identical text only if the region was empty in between.
    const say = (words: string) => {
      if (region.current) region.current.textContent = words;
    };
    say('');
    timer.current = setTimeout(() => say(text), 60);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  useRemoteSummaries(
    useCallback(
      ({ by, kinds }: RemoteSummary) => {
        const told = kinds
          .slice(0, TOLD)
          .map(({ kind, count, name }) => t(`remote.${kind}`, { count, name }))
          .join(', ');
        if (told !== '') announce(t('remote.said', { name: nameOf(by) ?? t('plan.somebody'), told }));
      },
      [announce, nameOf, t],
    ),
  );
  return { region, announce };
}
