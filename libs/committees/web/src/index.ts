export { committeesWeb } from './manifest.ts';
