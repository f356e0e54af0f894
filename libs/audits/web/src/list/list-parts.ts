export { CreateAuditDialog } from '../create/create-audit-dialog.tsx';
export { ImportCatalogueDialog } from '../import/import-catalogue-dialog.tsx';
