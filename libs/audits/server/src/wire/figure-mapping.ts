import {
  signatureMark,
  type ItemSigners,
  type Signature,
  type SignatureMark,
  type TreeConfigs,
  type TreeItemFields,
} from '@cotejo/audits-contracts';
import {
  DEFAULT_RISK_SETTINGS,
  processRiskOf,
  type AuditView,
  type ItemFigures,
  type RiskRange,
  type RiskSettings,
  type TreeNode,
} from '@cotejo/audits-domain';
import type { People } from './people.ts';

type Signed = Pick<TreeNode, 'signatures'>;

const marks = ({ signatures = [] }: Signed, kind: SignatureMark): readonly Signature[] =>
  signatures.filter(({ mark }) => mark === kind);

/** Users with a valid mark on an item, by mark, with dates. */
export function signersOf(node: Signed, people: People): ItemSigners {
  const [completado, revisado] = signatureMark.options.map((kind) =>
    marks(node, kind).map(({ by, at, version }) => ({ ...people.named<string>(by), fecha: at, version })),
  );
  return { completado: completado ?? [], revisado: revisado ?? [] };
}

/** The signatures as flags and lists of users. */
export function signatureFlags(node: Signed, people: People): TreeItemFields['signature'] {
  const [completers, reviewers] = (['completed', 'reviewed'] as const).map((kind) =>
    marks(node, kind).map(({ by }) => people.named<string>(by)),
  );
  return {
    completed: marks(node, 'completed').length > 0,
    reviewed: marks(node, 'reviewed').length > 0,
    completers: completers ?? [],
    reviewers: reviewers ?? [],
  };
}

type FigureFields = Pick<
  TreeItemFields,
  | 'probabilidad'
  | 'impacto'
  | 'riesgo_inherente'
  | 'riesgo_residual'
  | 'controles_solidez'
  | 'control_diseno'
  | 'control_solidez'
  | 'validacion_solidez'
  | 'extra'
>;

const NO_EXTRA: FigureFields['extra'] = {
  aserciones: [],
  preliminar: false,
  exento: false,
  riesgo_inherente_promedio: null,
  riesgo_residual_promedio: null,
};

const NO_FIGURES: FigureFields = {
  probabilidad: null,
  impacto: null,
  riesgo_inherente: null,
  riesgo_residual: null,
  controles_solidez: null,
  control_diseno: null,
  control_solidez: null,
  validacion_solidez: null,
  extra: NO_EXTRA,
};

const numberOf = ({ values }: TreeNode, key: string): number | null => {
  const value = values?.[key];
  return typeof value === 'number' ? value : null;
};

/** Computed figures by the contract's names; null where the type has no such figure. */
export function figureFields(node: TreeNode, figures: ItemFigures | null): FigureFields {
  const said = {
    ...NO_FIGURES,
    probabilidad: numberOf(node, 'probability'),
    impacto: numberOf(node, 'impact'),
  };
  switch (figures?.kind) {
    case undefined:
      return said;
    case 'risk':
      return {
        ...said,
        riesgo_inherente: figures.inherent,
        riesgo_residual: figures.residual,
        controles_solidez: figures.strength,
        extra: { ...NO_EXTRA, preliminar: figures.preliminary },
      };
    case 'control':
      return {
        ...said,
        control_diseno: figures.design.grade,
        control_solidez: figures.strength,
        validacion_solidez: figures.validation,
        extra: { ...NO_EXTRA, preliminar: figures.preliminary, exento: figures.waived },
      };
    case 'group': {
      const { inherent, residual } = processRiskOf(figures);
      return {
        ...said,
        riesgo_inherente: inherent?.max ?? null,
        riesgo_residual: residual?.max ?? null,
        extra: {
          ...NO_EXTRA,
          riesgo_inherente_promedio: inherent?.mean ?? null,
          riesgo_residual_promedio: residual?.mean ?? null,
        },
      };
    }
  }
}

export const toRiskRange = ({ code, name, colour, start, end }: RiskRange) => ({
  codigo: code,
  name,
  color: colour,
  inicio: start,
  fin: end,
});

/** Red, yellow, green (specification 2, section 4). */
const STRENGTHS: TreeConfigs['control_solidez_choices'] = [
  { value: 1, color: 'red' },
  { value: 3, color: 'yellow' },
  { value: 5, color: 'green' },
];

const EXECUTION = /^ejecuci[oó]n\b/i;

/** Settings that a client needs to show the figures of a tree. */
export function toTreeConfigs(view: AuditView, settings: RiskSettings = DEFAULT_RISK_SETTINGS): TreeConfigs {
  const execution = view.childrenOf(null).find((id) => {
    const node = view.get(id);
    return node?.type === 'phase' && node.deleted === null && EXECUTION.test(node.name);
  });
  return {
    fase_ejecucion_id: execution ?? null,
    riesgo_ri_ranges: settings.ranges.map(toRiskRange),
    control_solidez_choices: STRENGTHS,
    criterios_diseno: settings.criteria.map(({ code, name, weight }) => ({
      codigo: code,
      name,
      peso: weight,
    })),
    metodo_residual: settings.residualMethod === 'percentage' ? 'porcentaje' : 'cuadrantes',
  };
}
