export { planningWeb } from './manifest.ts';
