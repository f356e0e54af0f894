export { committeesContext } from './manifest.ts';
