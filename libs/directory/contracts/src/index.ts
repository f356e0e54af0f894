export * from './allowances/allowance.ts';
export * from './certificates/certificate.ts';
export * from './responsibles/responsible.ts';
