import { ApiError } from '@cotejo/http/error';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from './error-text.ts';

/** User-facing text of a failure: the server's message, or that it could not be reached. `t` of `ui`. */
export function failureText(failure: unknown, t: (key: string) => string): string {
  if (failure instanceof ApiError && failure.status === 0) return t('error.network');
  if (failure instanceof ApiError && failure.code === 'unreadable_answer') return t('error.unreadable');
  return errorText(failure) ?? t('error.title');
}

/** `failureText` with the current language. */
export function useErrorText(): (failure: unknown) => string {
  const { t } = useTranslation('ui');
  return useCallback((failure) => failureText(failure, t), [t]);
}
