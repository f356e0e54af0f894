export { CATALOGUE_IMPORTS, TEXT_TIMES, TEXT_VAULT, worksheetsContext } from './manifest.ts';
export { CatalogueImports, type CatalogueImport, type StartedImport } from './import/catalogue-imports.ts';
export { CatalogueReader } from './import/catalogue-reader.ts';
export {
  beginTexts,
  type BeginTexts,
  type DrawnFlowchart,
  type WrittenWorksheet,
} from './texts/begin-texts.ts';
export { paragraphsOf, type RichTextNode } from './texts/rich-text-document.ts';
export { placeOfRoom, type WorksheetPlace } from './texts/worksheet-room-host.ts';
export { AlteredText, TextVault, type TextState } from './texts/text-vault.ts';
export { worksheetsProjector } from './worksheets-projector.ts';
