export { structureWeb } from './manifest.ts';
