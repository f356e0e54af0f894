export { UsersPage } from './users-page.tsx';
export { SlotsPage } from '../slots/slots-page.tsx';
