export * from './control-strength.ts';
export * from './explain-figure.ts';
export * from './heat-map.ts';
export * from './hours.ts';
export * from './inherent-risk.ts';
export { residualByShare, residualRisk, type ResidualRisk } from './residual-risk.ts';
export * from './risk-figures.ts';
export * from './risk-settings.ts';
export { SUGGESTED_TESTS } from './suggested-tests.ts';
