export { OperationsModule } from './http/operations.module.ts';
export { type OperationsServices } from './http/operations-services.ts';
