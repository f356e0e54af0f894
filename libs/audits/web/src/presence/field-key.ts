/** Fields of the first tab of every worksheet. */
const OWN_FIELDS: Readonly<Record<string, string>> = {
  'dates.start': 'audits-web:dates.start',
  'dates.end': 'audits-web:dates.end',
  'risk.general': 'audits-web:panel.risk.general',
  'risk.specific': 'audits-web:panel.risk.specific',
  'risk.factors': 'audits-web:panel.risk.factors',
  'risk.objectives': 'audits-web:panel.risk.objectives',
};

/** Title key, with namespace, of a field of another context; undefined for fields it does not have. */
export type FieldTitle = (field: string) => string | undefined;

/** Title key of a field; undefined when unknown. */
export const fieldKey = (field: string | null, others?: FieldTitle): string | undefined =>
  field === null ? undefined : (OWN_FIELDS[field] ?? others?.(field));
