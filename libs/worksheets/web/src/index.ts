export { worksheetPanels } from './panels.ts';
export { worksheetsTranslations } from './translations.ts';
