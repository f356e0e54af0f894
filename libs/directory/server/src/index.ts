export { directoryContext } from './manifest.ts';
