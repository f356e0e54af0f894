export { AccountsPage } from '@cotejo/operations-web';
