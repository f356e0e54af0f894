export { MEGABYTE, type ParserLimits } from './parser-limits.ts';
export { serveParser, type Parse } from './serve-parser.ts';
