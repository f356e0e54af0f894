export * from './port.ts';
export { canonicalJson } from './canonical-json.ts';
export * from './hash-chain.ts';
export { comparePositions } from './position.ts';
export { NodeLanguages, readsOfAll, type NodeDatabase, type NodeLanguagesOptions } from './upcast-nodes.ts';
export {
  MAX_JSON_DEPTH,
  MAX_NAME_LENGTH,
  checkStream,
  prepareAppend,
  prepareConfirm,
  type PreparedAppend,
  type PreparedEvent,
} from './validate.ts';
