export { MEGABYTE, type ParserLimits } from './parser-limits.ts';
export { Parser, type ParserOptions, type ParserRun } from './parser.ts';
export { parserEntry } from './parser-entry.ts';
