import type { AccessDirectory, Principal } from '@cotejo/access-contracts';
import {
  isGroup,
  type AuditSummary,
  type EvidenceIndex,
  type ItemId,
  type NoteTallies,
} from '@cotejo/audits-contracts';
import {
  ancestors,
  DEFAULT_RISK_SETTINGS,
  displayOrder,
  heatMap,
  hoursByItem,
  MOST_LISTED,
  operationalEfficiency,
  processRiskOf,
  progressByItem,
  riskCounts,
  riskFiguresByItem,
  testsDone,
  type AuditMirror,
  type AuditView,
  type FiguresByItem,
  type RiskSettings,
  type TreeNode,
} from '@cotejo/audits-domain';
import type { AuditListEntry } from '../read-models/reads/list-audits.ts';
import type { ReadDatabase } from '../read-models/read-database.ts';
import { readWholeFigures } from '../read-models/reads/read-whole-figures.ts';
import { hours, statusName, toAuditProgress } from '../wire/audit-mapping.ts';
import { countNotesOf } from './count-notes.ts';
import { toConclusion } from '../wire/conclusion-mapping.ts';
import { toRiskRange } from '../wire/figure-mapping.ts';
import { People } from '../wire/people.ts';

export interface SummarySources {
  readonly db: ReadDatabase;
  readonly directory: AccessDirectory;
  readonly notes: NoteTallies;
  readonly evidence: EvidenceIndex;
}

/**
 * Summary of an audit's progress from its living items; the same for all readers.
 * @param readView source of the tree; a cache may be passed
 */
export async function readSummary(
  { db, directory, notes, evidence }: SummarySources,
  { accountId }: Pick<Principal, 'accountId'>,
  entry: AuditListEntry,
  readView: () => Promise<AuditMirror> = () => readWholeFigures(db, accountId, entry),
): Promise<AuditSummary> {
  const notesOf = await countNotesOf(notes, accountId, [entry]);
  const view = await readView();
  const unevidenced = await withoutEvidence(evidence, accountId, entry, view);
  const people = new People(directory, accountId);
  const counted = notesOf(entry.id);
  return {
    id: entry.id,
    version: entry.version,
    nombre: entry.name,
    codigo: entry.code,
    status: statusName(entry),
    progreso: entry.progress,
    ...toAuditProgress(entry, people, counted),
    conclusion: toConclusion(entry.conclusion, people),
    notas: counted && { abiertas: counted.open, respondidas: counted.answered, cerradas: counted.closed },
    sin_evidencia: unevidenced,
    ...figuresOfPlan(view, entry),
  };
}

/** Completed tests and steps without file or written evidence; null when they could not be looked up. */
async function withoutEvidence(
  evidence: EvidenceIndex,
  account: Principal['accountId'],
  { id: audit, version }: Pick<AuditListEntry, 'id' | 'version'>,
  view: AuditView,
): Promise<AuditSummary['sin_evidencia']> {
  const done = testsDone(view);
  if (done.length === 0) return { total: 0, items: [] };
  const evidenced = await evidence.evidenced(account, { audit, version }, done);
  if (evidenced === null) return null;
  const bare = done.filter((id) => !evidenced.has(id));
  return { total: bare.length, items: bare.slice(0, MOST_LISTED) };
}

type OfPlan = Pick<AuditSummary, 'fases' | 'riesgos' | 'controles' | 'hallazgos' | 'horas'>;

/** The figures that require the whole tree. */
export function figuresOfPlan(
  view: AuditMirror,
  {
    budgetedMinutes,
    chargedMinutes,
    progress,
  }: Pick<AuditListEntry, 'budgetedMinutes' | 'chargedMinutes' | 'progress'>,
  settings: RiskSettings = DEFAULT_RISK_SETTINGS,
): OfPlan {
  const figures = riskFiguresByItem(view, settings);
  const planned = hoursByItem(view).get(null)?.budgeted ?? 0;
  return {
    fases: topOf(view),
    riesgos: risksOf(figures, settings),
    controles: controlsOf(figures),
    hallazgos: findingsOf(view),
    horas: {
      presupuestadas: hours(budgetedMinutes),
      planeadas: hours(planned),
      cargadas: hours(chargedMinutes),
      eficiencia: operationalEfficiency(progress, { budgeted: budgetedMinutes, spent: chargedMinutes }),
    },
  };
}

function topOf(view: AuditView): OfPlan['fases'] {
  const progress = progressByItem(view);
  const sizeOf = (id: ItemId): number =>
    view.childrenOf(id).reduce((sum, child) => sum + (lives(view, child) ? sizeOf(child) : 0), 1);
  return displayOrder(view, null).flatMap((id) => {
    const node = view.get(id);
    if (!node || !isGroup(node.type)) return [];
    return [
      { id, codigo: node.code, nombre: node.name, progreso: progress.get(id) ?? null, items: sizeOf(id) },
    ];
  });
}

/** A finding whose related worksheet is not among its ancestors is hidden. */
const isInPlan = (view: AuditView, { id, refParent }: TreeNode): boolean =>
  refParent === undefined || [...ancestors(view, id)].some((above) => above.id === refParent);

const lives = (view: AuditView, id: ItemId): boolean => view.get(id)?.deleted === null;

function risksOf(figures: FiguresByItem, { ranges }: RiskSettings): OfPlan['riesgos'] {
  const all = figures.get(null);
  const { inherent, residual } =
    all?.kind === 'group' ? processRiskOf(all) : { inherent: null, residual: null };
  return {
    total: [...figures.values()].filter(({ kind }) => kind === 'risk').length,
    rangos: riskCounts(figures, ranges).map((count) => ({
      ...toRiskRange(count.range),
      inherente: count.inherent,
      residual: count.residual,
    })),
    mapa: heatMap(figures).map(({ probability, impact, risks }) => ({
      probabilidad: probability,
      impacto: impact,
      riesgos: [...risks],
    })),
    inherente_maximo: inherent?.max ?? null,
    inherente_promedio: inherent?.mean ?? null,
    residual_maximo: residual?.max ?? null,
    residual_promedio: residual?.mean ?? null,
  };
}

const STRENGTHS = [1, 3, 5] as const;

/** Counts each control once, however many references it has. */
function controlsOf(figures: FiguresByItem): OfPlan['controles'] {
  const strengths = [...figures].flatMap(([id, one]) =>
    one.kind === 'control' && one.original === id ? [one.strength] : [],
  );
  const count = (wanted: number | null): number => strengths.filter((one) => one === wanted).length;
  return {
    total: strengths.length,
    solidez: STRENGTHS.map((value) => ({ value, total: count(value) })),
    sin_calificar: count(null),
  };
}

const IMPACTS = [5, 3, 1, 0, null] as const;

function findingsOf(view: AuditMirror): OfPlan['hallazgos'] {
  const impacts = [...view.nodes()]
    .filter((node) => node.type === 'finding' && isInPlan(view, node))
    .map(({ values }) => values?.['impact'] ?? null);
  return {
    total: impacts.length,
    por_impacto: IMPACTS.map((impacto) => ({
      impacto,
      total: impacts.filter((one) => one === impacto).length,
    })),
  };
}
