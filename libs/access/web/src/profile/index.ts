export { ProfilePage, type OwnPage } from './profile-page.tsx';
export { ResetPasswordPage, type ResetPasswordPageProps } from './reset-password-page.tsx';
export { TermsDialog } from './terms-dialog.tsx';
