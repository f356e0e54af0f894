export { planningContext } from './manifest.ts';
