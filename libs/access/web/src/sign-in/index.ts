export { SignInPage, type SignInPageProps } from './sign-in-page.tsx';
