export { hostileShapes, type HostileShape } from './hostile-updates.fixture.ts';
export {
  MEMO_ACCOUNT,
  memoKinds,
  memoTextHost,
  type MemoTextHost,
  type Writer,
} from './memo-text-host.fixture.ts';
export { startTextNode, textDatabase, type TextDatabase, type TextNode } from './text-node.fixture.ts';
export { lettersOf, typeIn } from './type-in.fixture.ts';
export {
  openShape,
  sizedShape,
  writeShape,
  type ShapeRun,
  type SizedShape,
} from './written-shape.fixture.ts';
