import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyRecord } from '../record.ts';

/** Texts of one record, from the catalogue of its context. */
export interface RecordWords {
  readonly title: string;
  /** Label of the create button, and title of its form. */
  readonly create: string;
  readonly empty: string;
  readonly emptyText: string;
  readonly field: (name: string) => string;
  readonly option: (field: string, value: string) => string;
  /** Label of an act's button. */
  readonly act: (act: string) => string;
  /** Confirmation after an act. */
  readonly done: (act: string) => string;
  /** Past tense of an act, following the user's name. */
  readonly past: (act: string) => string;
  readonly removeQuestion: (title: string) => string;
  /** Title of a record whose personal data were erased. */
  readonly erased: string;
}

/** Common fields and acts; their texts are in this library. */
const COMMON_FIELDS = new Set(['createdBy', 'createdAt', 'removedAt']);
const COMMON_ACTS = new Set(['change', 'remove', 'restore']);

/** @param namespace catalogue with the branches `page`, `fields`, `options`, `acts`, `done` and `past` */
export function useRecordWords(namespace: string): RecordWords {
  const { t } = useTranslation('record-client');
  return useMemo((): RecordWords => {
    const page = (key: string, values?: Readonly<Record<string, unknown>>) =>
      t(`${namespace}:page.${key}`, values ?? {});
    return {
      title: page('title'),
      create: page('create'),
      empty: page('empty'),
      emptyText: page('empty_text'),
      field: (name) => (COMMON_FIELDS.has(name) ? t(`fields.${name}`) : t(`${namespace}:fields.${name}`)),
      option: (field, value) => t(`${namespace}:options.${field}.${value}`),
      act: (act) => (COMMON_ACTS.has(act) ? t(`acts.${act}`) : t(`${namespace}:acts.${act}`)),
      done: (act) => t(`${namespace}:done.${act}`),
      past: (act) => (COMMON_ACTS.has(act) ? t(`past.${act}`) : t(`${namespace}:past.${act}`)),
      removeQuestion: (title) => page('remove_question', { title }),
      erased: t('forgotten'),
    };
  }, [t, namespace]);
}

/** Fields shown by lists and panels, the common ones last. */
export const shownFieldsOf = ({ fields, derived }: AnyRecord): readonly string[] => [
  ...Object.keys(fields),
  ...Object.keys(derived),
  'createdBy',
  'createdAt',
];
