import type { UserId } from '@cotejo/access-contracts';
import { day, file, flag, line, minutes, person, record, type RowOf, type StateOf } from '@cotejo/record';
import { callsOf, errorsOf, type RecordCalls } from '@cotejo/record/calls';

/** Training certificate of a user: specification 1, section 2 ("Training Certificates"). */
export const certificate = record('certificate', {
  home: 'account',
  fields: {
    holder: person<UserId>(),
    name: line(200),
    issuer: line(200),
    date: day(),
    hours: minutes().optional(),
    /** Last day of its validity; null = it does not expire. */
    until: day().optional(),
    file: file().optional(),
  },
  derived: { expired: flag() },
  acts: {},
  refusals: { certificate_dates: 422, certificate_future: 422, certificate_not_own: 403 },
  rights: 'certificates',
  assignee: 'holder',
  upcasts: {
    CertificateCreated: [(data) => ({ ...data, file: null })],
    CertificateChanged: [(data) => data],
  },
  path: '/certificados/',
  wire: {
    holder: 'usuario',
    name: 'nombre',
    issuer: 'emisor',
    date: 'fecha',
    hours: 'minutos',
    until: 'vigente_hasta',
    file: 'archivo',
    expired: 'vencido',
    restore: 'restaurar',
  },
});
export type Certificate = StateOf<typeof certificate>;
/** A certificate as lists and pages show it. */
export type CertificateRow = RowOf<typeof certificate>;

/** Refusals; texts: `i18n/*.json`. */
export const certificateErrors = errorsOf(certificate, 'directory-contracts-certificates');
/** Created on first use, so that pages without these records build no schemas. */
export const certificateCalls = (): RecordCalls<typeof certificate> => callsOf(certificate);
