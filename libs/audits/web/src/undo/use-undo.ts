import { notify } from '@cotejo/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useRejectionText } from '../plan/tray/rejection-text.ts';
import { useAuditSession } from '../session/audit-session-provider.tsx';
import { useStepText } from './step-text.ts';

export interface Undo {
  undo(): void;
  redo(): void;
  /** Undoes one step, also when others came after it; `more` is said with its success. */
  undoStep(step: string, more: string): void;
}

/** Milliseconds for which the way back is offered. */
const OFFERED_MS = 8_000;

/** A toast that its own button closes cannot be updated any more: the next one needs another id. */
let toasts = 0;
const toastId = (): string => `undo ${toasts}`;

const OPPOSITE = { undo: 'redo', redo: 'undo' } as const;

/**
 * Undoes this user's last change of the open audit, or makes it again, and says what it was, or why it cannot be.
 * `nameOf` yields the name of a user.
 */
export function useUndo(nameOf: (id: string) => string | undefined): Undo {
  const { t } = useTranslation('audits-web');
  const session = useAuditSession();
  const refusal = useRejectionText();
  const what = useStepText();
  return useMemo(() => {
    const go = (
      way: keyof typeof OPPOSITE,
      only?: { readonly step: string; readonly more: string },
    ): void => {
      const result = way === 'undo' ? session.undo(only?.step) : session.redo();
      if (result === null) return notify.info(t(`undo.${way}_nothing`), { id: toastId() });
      const done = what(result.words);
      if (result.ok)
        return notify.info([t(`undo.${way}_done`, { what: done }), only?.more].filter(Boolean).join('. '), {
          id: toastId(),
          autoClose: OFFERED_MS,
          action: {
            label: t(`plan.${OPPOSITE[way]}`),
            run: () => {
              toasts += 1;
              go(OPPOSITE[way]);
            },
          },
        });
      const { code, params } = result.rejection;
      const by = nameOf(String(params?.['by'])) ?? t('undo.somebody');
      const why = code === 'changed_since' ? t('undo.changed_by', { name: by }) : refusal(result.rejection);
      notify.warning(t(`undo.${way}_refused`, { what: done, why }), { id: toastId() });
    };
    return {
      undo: () => go('undo'),
      redo: () => go('redo'),
      undoStep: (step, more) => go('undo', { step, more }),
    };
  }, [session, nameOf, refusal, what, t]);
}
