import type { UserId } from '@cotejo/access-contracts';
import { callsOf, errorsOf, type RecordCalls } from '@cotejo/record/calls';
import {
  choice,
  line,
  person,
  record,
  reference,
  text,
  type RecordId,
  type RowOf,
  type StateOf,
} from '@cotejo/record';

export type OrgUnitId = RecordId<'org_unit'>;

/**
 * A company of the account, a business unit of a company, or a process of a business unit: specification 2, sections 3
 * and 5.
 */
export const orgUnit = record('org_unit', {
  home: 'account',
  fields: {
    level: choice({ company: 'EMPRESA', business_unit: 'UNIDAD_NEGOCIO', process: 'PROCESO' }),
    name: line(200),
    code: line(40).optional(),
    /** Null for a company. */
    parent: reference<OrgUnitId>('org_unit').optional(),
    responsible: person<UserId>().optional(),
    description: text(2_000).optional(),
  },
  acts: {},
  refusals: {
    unit_name_taken: 409,
    unit_of_company: 422,
    process_of_unit: 422,
    company_of_nothing: 422,
    unit_level_fixed: 409,
    unit_parent_in_trash: 409,
  },
  title: { name: 'name', code: 'code' },
  unique: { fields: ['parent', 'name'], refusal: 'unit_name_taken' },
  rights: 'structure',
  path: '/estructura/',
  wire: {
    level: 'nivel',
    name: 'nombre',
    code: 'codigo',
    parent: 'pertenece_a',
    responsible: 'responsable',
    description: 'descripcion',
    restore: 'restaurar',
  },
});
export type OrgUnit = StateOf<typeof orgUnit>;
export type OrgUnitRow = RowOf<typeof orgUnit>;

/** Texts: `i18n/*.json` of this folder. */
export const orgUnitErrors = errorsOf(orgUnit, 'structure-contracts-units');
/** Created on first use, so that pages without it build no schemas. */
export const orgUnitCalls = (): RecordCalls<typeof orgUnit> => callsOf(orgUnit);
