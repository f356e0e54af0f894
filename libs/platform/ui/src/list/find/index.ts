export { FindBar, type FindBarProps } from './find-bar.tsx';
export { NoneFound } from './none-found.tsx';
export { SortHead } from './sort-head.tsx';
export { useFoundRows, type FoundRows, type FoundRowsOptions } from './use-found-rows.ts';
