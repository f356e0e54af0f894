export { LogStatusPage } from '@cotejo/operations-web';
