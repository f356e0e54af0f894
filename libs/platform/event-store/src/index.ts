export * from './port.ts';
export { canonicalJson } from './canonical-json.ts';
export * from './hash-chain.ts';
export { comparePositions } from './position.ts';
export { NodeLanguages, type NodeDatabase, type NodeLanguagesOptions } from './upcast-nodes.ts';
export { MAX_NAME_LENGTH } from './validate.ts';
