export { OperationsModule } from './operations.module.ts';
export { type OperationsServices } from './operations-services.ts';
