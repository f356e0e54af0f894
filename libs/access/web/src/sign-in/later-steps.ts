export { CodeStep } from './code-step.tsx';
export { ForgotForm } from './forgot-form.tsx';
