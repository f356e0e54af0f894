import { accessErrors } from '@cotejo/access-contracts';
import { auditErrors } from '@cotejo/audits-contracts';
import { httpErrors, type ErrorCatalogue } from '@cotejo/http/contracts';
import { fileErrors } from '@cotejo/files/protocol';
import { noteErrors, worksheetErrors } from '@cotejo/worksheets-contracts';
import { describe, expect, it } from 'vitest';
import { loadErrorTexts } from './error-texts.ts';

const texts = loadErrorTexts();
const codes = (
  [httpErrors, accessErrors, auditErrors, noteErrors, worksheetErrors, fileErrors] as ErrorCatalogue[]
).flatMap((catalogue) =>
  Object.keys(catalogue.errors).map((code): [string, string] => [catalogue.namespace, code]),
);

describe('every code that a call may answer has its words', () => {
  it.each(codes)('%s: %s', (namespace, code) => {
    expect(texts.text(namespace, `errors.${code}`, 'es')).toBeTruthy();
    expect(texts.text(namespace, `errors.${code}`, 'en')).toBeTruthy();
  });
});

it('says the facts of a refusal in the words of its catalogue, as the browser does', () => {
  const params = { expected: 'in_progress', actual: 'completed' };
  expect(texts.text('audits-contracts', 'errors.status_conflict', 'es', params)).toBe(
    'El estado ya no es «En proceso»: ahora es «Completado».',
  );
});
