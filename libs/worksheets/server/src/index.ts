export { grantWorksheetTables, worksheetMigrations } from './create-worksheet-tables.ts';
export { CATALOGUE_UPLOAD } from './http/import.controller.ts';
export { WorksheetsModule } from './http/worksheets.module.ts';
export type { WorksheetsServices } from './http/worksheets-services.ts';
export { CatalogueImports, type CatalogueImport, type StartedImport } from './import/catalogue-imports.ts';
export { worksheetEntities } from './programme/step-programme.entity.ts';
export { WORKSHEETS_PROJECTOR, worksheetsProjector } from './programme/worksheets-projector.ts';
export { stepProgrammeSealer } from './texts/seal-step-programme.ts';
export { AlteredText, TextVault, type TextState } from './texts/text-vault.ts';
