export { directoryWeb } from './manifest.ts';
