export { ImportCatalogueDialog } from '../import/import-catalogue-dialog.tsx';
