import { controlKind, isGroup, type Grade, type ItemId } from '@cotejo/audits-contracts';
import type { AuditView, TreeNode } from '../model/model.ts';
import { originalOf } from '../shared/references.ts';
import { alive, ancestors } from '../model/tree.ts';
import {
  consolidatedStrength,
  controlDesign,
  controlStrength,
  testResultOf,
  validationStrength,
  type ControlDesign,
  type TestResult,
} from './control-strength.ts';
import { addRisks, inherentRisk, NO_RISKS, spreadOf, withRisk, type RiskSum } from './inherent-risk.ts';
import { residualRisk, type RatedControl, type ResidualRisk } from './residual-risk.ts';
import { DEFAULT_RISK_SETTINGS, type RiskSettings } from './risk-settings.ts';

/** Figures of a control and its tests; a reference has those of its original. */
export interface ControlFigures {
  readonly kind: 'control';
  /** The control itself; for a reference, its target. */
  readonly original: ItemId;
  readonly design: ControlDesign;
  readonly validation: Grade | null;
  readonly strength: Grade | null;
  readonly preliminary: boolean;
  /** The design is so weak that testing is waived. */
  readonly waived: boolean;
}

export interface RiskFigures {
  readonly kind: 'risk';
  readonly probability: number | null;
  readonly impact: number | null;
  readonly inherent: number | null;
  /** Consolidated strength S of its controls. */
  readonly strength: number | null;
  readonly preliminary: boolean;
  readonly residual: number | null;
  readonly moved: ResidualRisk['moved'];
  /** Controls that count (originals only), in tree order. */
  readonly controls: readonly ItemId[];
}

/** Summary of the risks in a group, or in the whole audit. */
export interface GroupFigures {
  readonly kind: 'group';
  readonly inherent: RiskSum;
  readonly residual: RiskSum;
}

export type ItemFigures = ControlFigures | RiskFigures | GroupFigures;

/** Figures by item; null = the audit. Contains only items with figures. */
export type FiguresByItem = Map<ItemId | null, ItemFigures>;

const numberOf = (node: TreeNode, key: string): number | null => {
  const value = node.values?.[key];
  return typeof value === 'number' ? value : null;
};

/** Living children of a type. */
function* childrenOfType(view: AuditView, parent: ItemId, type: TreeNode['type']): Generator<TreeNode> {
  for (const id of view.childrenOf(parent)) {
    const node = view.get(id);
    if (node && node.deleted === null && node.type === type) yield node;
  }
}

/** Results of a control's tests, in tree order. */
export function testsOf(
  view: AuditView,
  control: ItemId,
): readonly (TestResult & { readonly id: ItemId; readonly code: string | null })[] {
  return [...childrenOfType(view, control, 'control_test')].map((test) => ({
    id: test.id,
    code: test.code,
    ...testResultOf(test),
  }));
}

function figuresOfControl(view: AuditView, control: TreeNode, settings: RiskSettings): ControlFigures {
  const design = controlDesign(control.values, settings.criteria);
  const validation = validationStrength(testsOf(view, control.id));
  const { value, preliminary, waived } = controlStrength(design.grade, validation);
  return { kind: 'control', original: control.id, design, validation, strength: value, preliminary, waived };
}

/** Controls of a risk, including referenced ones; each once, in tree order. */
export function controlsOf(view: AuditView, risk: ItemId): readonly TreeNode[] {
  const controls = new Map<ItemId, TreeNode>();
  for (const id of view.childrenOf(risk)) {
    const node = view.get(id);
    if (!node || node.deleted !== null) continue;
    const control = node.type === 'reference' ? originalOf(view, node) : node;
    if (control?.type === 'control') controls.set(control.id, control);
  }
  return [...controls.values()];
}

function figuresOfRisk(
  view: AuditView,
  risk: TreeNode,
  settings: RiskSettings,
  ofControl: (control: TreeNode) => ControlFigures,
): RiskFigures {
  const probability = numberOf(risk, 'probability');
  const impact = numberOf(risk, 'impact');
  const nodes = controlsOf(view, risk.id);
  const controls = nodes.map((control): RatedControl => {
    const { strength: value, preliminary, waived } = ofControl(control);
    return {
      strength: { value, preliminary, waived },
      isKey: control.values?.['isKey'] === true,
      kind: controlKind.safeParse(control.values?.['kind']).data ?? null,
    };
  });
  const strength = consolidatedStrength(controls, settings.keyCountsDouble);
  const residual = residualRisk(
    { probability, impact, strength, controls },
    { method: settings.residualMethod, keyCountsDouble: settings.keyCountsDouble },
  );
  return {
    kind: 'risk',
    probability,
    impact,
    inherent: inherentRisk(probability, impact),
    strength: strength.value,
    preliminary: strength.preliminary,
    residual: residual?.value ?? null,
    moved: residual?.moved ?? null,
    controls: nodes.map(({ id }) => id),
  };
}

/** Figures of a group, from those of its children. */
function figuresOfGroup(view: AuditView, id: ItemId | null, known: FiguresByItem): GroupFigures {
  let inherent = NO_RISKS;
  let residual = NO_RISKS;
  for (const child of view.childrenOf(id)) {
    const figures = known.get(child);
    if (figures?.kind === 'group') {
      inherent = addRisks(inherent, figures.inherent);
      residual = addRisks(residual, figures.residual);
    } else if (figures?.kind === 'risk') {
      inherent = withRisk(inherent, figures.inherent);
      residual = withRisk(residual, figures.residual);
    }
  }
  return { kind: 'group', inherent, residual };
}

/** Process risk of a group: highest and mean, inherent and residual. */
export const processRiskOf = ({ inherent, residual }: GroupFigures) => ({
  inherent: spreadOf(inherent),
  residual: spreadOf(residual),
});

type OfControl = (control: TreeNode) => ControlFigures;

const rememberedControls = (view: AuditView, settings: RiskSettings): OfControl => {
  const remembered = new Map<ItemId, ControlFigures>();
  return (control) => {
    const known = remembered.get(control.id);
    if (known) return known;
    const figures = figuresOfControl(view, control, settings);
    remembered.set(control.id, figures);
    return figures;
  };
};

/** Figures of one living item, given those of its children; null for types without figures. */
function figuresOf(
  view: AuditView,
  node: TreeNode,
  known: FiguresByItem,
  settings: RiskSettings,
  ofControl: OfControl,
): ItemFigures | null {
  if (isGroup(node.type)) return figuresOfGroup(view, node.id, known);
  if (node.type === 'risk') return figuresOfRisk(view, node, settings, ofControl);
  const control = node.type === 'reference' ? originalOf(view, node) : node;
  return control?.type === 'control' ? ofControl(control) : null;
}

/** Figures of one risk, control or reference; null for other types and for deleted items. */
export function riskFiguresOf(
  view: AuditView,
  id: ItemId,
  settings: RiskSettings = DEFAULT_RISK_SETTINGS,
): RiskFigures | ControlFigures | null {
  const node = alive(view, id) ? view.get(id) : undefined;
  if (!node || isGroup(node.type)) return null;
  const figures = figuresOf(view, node, new Map(), settings, rememberedControls(view, settings));
  return figures?.kind === 'group' ? null : figures;
}

/** Figures of all risks, controls and groups of the tree in one pass: O(items). */
export function riskFiguresByItem(
  view: AuditView,
  settings: RiskSettings = DEFAULT_RISK_SETTINGS,
): FiguresByItem {
  const known: FiguresByItem = new Map();
  const ofControl = rememberedControls(view, settings);
  const visit = (parent: ItemId | null): void => {
    for (const id of view.childrenOf(parent)) {
      const node = view.get(id);
      if (!node || node.deleted !== null) continue;
      visit(id);
      const figures = figuresOf(view, node, known, settings, ofControl);
      if (figures) known.set(id, figures);
    }
  };
  visit(null);
  known.set(null, figuresOfGroup(view, null, known));
  return known;
}

/**
 * Updates figures after a change, recomputing only affected items. `changed` must contain every changed item,
 * and the former parent of a moved or removed one. Returns the items whose figures were recomputed (null =
 * the audit), removed ones included.
 */
export function refreshRiskFigures(
  known: FiguresByItem,
  view: AuditView,
  changed: Iterable<ItemId>,
  settings: RiskSettings = DEFAULT_RISK_SETTINGS,
): ReadonlySet<ItemId | null> {
  const touched = new Set<ItemId | null>([null]);
  const touch = (id: ItemId): void => {
    if (touched.has(id)) return;
    touched.add(id);
    for (const reference of view.referencesTo(id)) touch(reference);
    const parent = view.get(id)?.place[0] ?? null;
    if (parent !== null) touch(parent);
  };
  const touchBranch = (id: ItemId): void => {
    touch(id);
    for (const child of view.childrenOf(id)) touchBranch(child);
  };
  for (const id of changed) touchBranch(id);

  const ofControl = rememberedControls(view, settings);
  const depth = (id: ItemId): number => [...ancestors(view, id)].length;
  const deepestFirst = [...touched]
    .filter((id) => id !== null)
    .map((id) => ({ id, level: depth(id) }))
    .sort((one, other) => other.level - one.level);
  for (const { id } of deepestFirst) {
    const node = alive(view, id) ? view.get(id) : undefined;
    const figures = node ? figuresOf(view, node, known, settings, ofControl) : null;
    if (figures) known.set(id, figures);
    else known.delete(id);
  }
  known.set(null, figuresOfGroup(view, null, known));
  return touched;
}
