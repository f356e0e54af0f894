/** Fields of the first tab of every worksheet. */
const OWN_FIELDS: Readonly<Record<string, string>> = {
  'dates.start': 'audits-web:dates.start',
  'dates.end': 'audits-web:dates.end',
  'risk.general': 'audits-web:panel.risk.general',
  'risk.specific': 'audits-web:panel.risk.specific',
  'risk.factors': 'audits-web:panel.risk.factors',
  'risk.objectives': 'audits-web:panel.risk.objectives',
};

/** Key of a field's title in words of another context, with the namespace; undefined = not one of theirs. */
export type FieldTitle = (field: string) => string | undefined;

/** Key of the title of a field that somebody is in; undefined where none is known. */
export const fieldKey = (field: string | null, others?: FieldTitle): string | undefined =>
  field === null ? undefined : (OWN_FIELDS[field] ?? others?.(field));
