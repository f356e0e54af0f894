export { operationsContext } from './manifest.ts';
