export * from './import-catalogue.ts';
export * from './step-programme.ts';
export * from './vocabulary.ts';
