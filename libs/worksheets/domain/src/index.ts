export * from './oscal/catalogue-to-programme.ts';
export * from './oscal/read-catalogue.ts';
export * from './step-programme-slice.ts';
