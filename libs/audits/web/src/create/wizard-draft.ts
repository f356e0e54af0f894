import { CONTRACT_RECORD_TYPE, type CreateAuditBody } from '@cotejo/audits-contracts';
import { z } from 'zod';

export const STEPS = ['tipo', 'origen', 'alcance', 'datos', 'resumen'] as const;
export type Step = (typeof STEPS)[number];

export const { audit_plan: PLAN, financial_audit: FINANCIAL, icce: ICCE } = CONTRACT_RECORD_TYPE;
export const KINDS = [PLAN, FINANCIAL, ICCE] as const;

export const SOURCES = ['template', 'blank', 'roll_forward', 'copy', 'evaluation'] as const;
export type Source = (typeof SOURCES)[number];

const numberOrEmpty = z.union([z.number(), z.literal('')]);
const unit = z.object({
  /** Identifies the row while it is edited. */
  key: z.string(),
  company: z.string(),
  unit: z.string(),
  processes: z.array(z.string()),
  risks: z.array(z.string()),
});
export type DraftUnit = z.infer<typeof unit>;

const member = z.object({
  key: z.string(),
  user: z.string(),
  role: z.string(),
  hours: numberOrEmpty,
});
export type DraftMember = z.infer<typeof member>;

/** What a person has entered in the wizard, as it is kept in the browser. */
export const wizardDraft = z.object({
  kind: z.enum(KINDS),
  source: z.enum(SOURCES),
  template: z.string(),
  /** Audit or evaluation from which contents are taken over; empty = none. */
  from: z.string(),
  /** Its code and name, for the summary. */
  fromName: z.string(),
  /** Item of the evaluation. */
  unit: z.string(),
  unitName: z.string(),
  takesTeam: z.boolean(),
  takesFindings: z.boolean(),
  takesRatings: z.boolean(),
  units: z.array(unit),
  /** One name a line. */
  processes: z.string(),
  risks: z.string(),
  name: z.string(),
  /** Empty = the code suggested. */
  code: z.string(),
  year: numberOrEmpty,
  /** Days, yyyy-MM-dd; empty = none. */
  start: z.string(),
  end: z.string(),
  frequency: z.enum(['PRG', 'ESP']),
  type: z.enum(['DFT', 'CMP']),
  hours: numberOrEmpty,
  cost: numberOrEmpty,
  leader: z.string(),
  leaderHours: numberOrEmpty,
  team: z.array(member),
  /** Row of the year's plan that the audit is created for; null = none. */
  planned: z.object({ row: z.string(), name: z.string(), year: z.number() }).nullable().default(null),
  /** Idempotency key of the creation: a double click, or a retry after a lost answer, creates one audit. */
  key: z.string(),
  /** The audit that was created and is being filled. */
  started: z.object({ id: z.string(), code: z.string(), items: z.number() }).nullable(),
});
export type WizardDraft = z.infer<typeof wizardDraft>;

/** @param today day in the account's zone, yyyy-MM-dd */
export const newDraft = (today: string): WizardDraft => ({
  kind: PLAN,
  source: 'template',
  template: '',
  ...{ from: '', fromName: '', unit: '', unitName: '' },
  ...{ takesTeam: true, takesFindings: true, takesRatings: false },
  ...{ units: [], processes: '', risks: '' },
  ...{ name: '', code: '' },
  year: Number(today.slice(0, 4)),
  start: today,
  end: lastDayOf(today.slice(0, 4)),
  ...{ frequency: 'PRG', type: 'DFT', hours: '', cost: '' },
  ...{ leader: '', leaderHours: '', team: [] },
  planned: null,
  key: crypto.randomUUID(),
  started: null,
});

const lastDayOf = (year: number | string): string => `${year}-12-31`;

/** What a person has entered that a new draft does not have. */
export const isBegun = (draft: WizardDraft, today: string): boolean => {
  const { key: _, leader: _leader, template: _template, ...entered } = draft;
  const { key: _key, leader: _l, template: _t, ...first } = newDraft(today);
  return JSON.stringify(entered) !== JSON.stringify(first);
};

/** Whether contents are taken over from another record. */
export const isCarried = ({ source }: Pick<WizardDraft, 'source'>): boolean =>
  source === 'roll_forward' || source === 'copy' || source === 'evaluation';

/** Whether the scope is that of another audit. */
export const isWholeCopy = ({ source }: Pick<WizardDraft, 'source'>): boolean =>
  source === 'roll_forward' || source === 'copy';

/** Whether the scope is chosen here: only an audit plan has one beside its template. */
export const hasScope = (draft: Pick<WizardDraft, 'kind' | 'source'>): boolean =>
  draft.kind === PLAN && !isWholeCopy(draft);

/** Another year: days that were only suggested follow it. */
export function withYear(draft: WizardDraft, year: number | '', today: string): WizardDraft {
  if (year === '' || draft.year === '') return { ...draft, year };
  const isThis = String(year) === today.slice(0, 4);
  const wasSuggested = draft.start === today || draft.start === `${draft.year}-01-01`;
  return {
    ...draft,
    year,
    ...(wasSuggested && { start: isThis ? today : `${year}-01-01` }),
    ...(draft.end === lastDayOf(draft.year) && { end: lastDayOf(year) }),
  };
}

/** Facts of an audit that is taken over. */
interface Origin {
  readonly id: string;
  readonly codigo: string;
  readonly nombre: string;
  readonly fecha_inicio: string | null;
  readonly fecha_fin: string | null;
  readonly horas_presupuestadas: number;
}

/** The draft with a source: name, days a year later and hours are suggested where nothing was entered. */
export function withOrigin(draft: WizardDraft, origin: Origin, today: string): WizardDraft {
  const first = newDraft(today);
  const { nombre, fecha_inicio: start, fecha_fin: end, horas_presupuestadas: hours } = origin;
  const isPlanned = draft.planned !== null;
  const hasOwnDays = isPlanned || draft.start !== first.start || draft.end !== first.end;
  const days =
    hasOwnDays || start === null
      ? {}
      : { start: aYearLater(start), end: end === null ? draft.end : aYearLater(end) };
  return {
    ...draft,
    from: origin.id,
    fromName: `${origin.codigo} · ${nombre}`,
    name: draft.name === '' ? nombre : draft.name,
    ...(draft.source === 'roll_forward' && {
      ...days,
      ...('start' in days && { year: Number(days.start?.slice(0, 4)) }),
      hours: draft.hours === '' && hours > 0 ? hours : draft.hours,
    }),
  };
}

/** The same day of the next year; 28 for 29 February. */
export function aYearLater(day: string): string {
  const next = `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;
  return next.endsWith('-02-29') ? `${next.slice(0, 4)}-02-28` : next;
}

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Body of the call that creates the audit, from a draft without faults. */
export function bodyOf(draft: WizardDraft, version: number | undefined): unknown {
  const scope = hasScope(draft);
  const units = scope ? draft.units : [];
  const leaderHours = draft.leaderHours === '' ? undefined : draft.leaderHours;
  const team = [
    ...(leaderHours === undefined
      ? []
      : [{ usuario: draft.leader, rol: 'leader', horas_presupuestadas: leaderHours }]),
    ...draft.team.map(({ user, role, hours }) => ({
      usuario: user,
      rol: role,
      ...(hours !== '' && { horas_presupuestadas: hours }),
    })),
  ];
  const origin = originOf(draft, version);
  return {
    record_type: draft.kind,
    nombre: draft.name.trim(),
    ...(draft.template !== '' && !isWholeCopy(draft) && { plantilla: draft.template }),
    frequency_type: draft.frequency,
    tipo_auditoria: draft.type,
    fecha_inicio: draft.start,
    fecha_fin: draft.end,
    horas_presupuestadas: draft.hours === '' ? 0 : draft.hours,
    ...(draft.cost !== '' && { costo_presupuestado: draft.cost }),
    ...(draft.code.trim() !== '' && { codigo: draft.code.trim() }),
    ano_auditoria: draft.year,
    lider: draft.leader,
    ...(team.length > 0 && { equipo: team }),
    procesos: scope ? linesOf(draft.processes) : [],
    riesgos: scope ? linesOf(draft.risks) : [],
    ...(units.length > 0 && {
      unidades: units.map(({ company, unit: name, processes, risks }) => ({
        empresa: company.trim(),
        unidad: name.trim(),
        procesos: processes,
        riesgos: risks,
      })),
    }),
    ...(origin && { origen: origin }),
  };
}

function originOf(draft: WizardDraft, version: number | undefined): CreateAuditBody['origen'] | null {
  const read = version === undefined ? {} : { version };
  const id = draft.from as never;
  switch (draft.source) {
    case 'roll_forward':
      return {
        ...{ tipo: 'traslado', auditoria: id, ...read, equipo: draft.takesTeam },
        ...{ hallazgos: draft.takesFindings, calificaciones: draft.takesRatings },
      };
    case 'copy':
      return { tipo: 'copia', auditoria: id, ...read };
    case 'evaluation':
      return { tipo: 'evaluacion', evaluacion: id, unidad: draft.unit as never };
    case 'template':
    case 'blank':
      return null;
  }
}
