export { AccountsPage } from './accounts/accounts-page.tsx';
export { LogStatusPage } from './log-status/log-status-page.tsx';
