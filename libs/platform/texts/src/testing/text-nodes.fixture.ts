import { afterAll, afterEach, beforeAll } from 'vitest';
import {
  startTextNode,
  textDatabase,
  type TextDatabase,
  type TextNode,
  type TextNodeOptions,
} from './text-node.fixture.ts';

export interface TextNodes {
  /** Database of this test file; available from its first test on. */
  readonly database: TextDatabase;
  /** Starts a node on it, stopped after its test. */
  start(options?: TextNodeOptions): Promise<TextNode>;
}

/** A texts database for one test file, and nodes for each test; call it once, at the top of the file. */
export function textNodes(): TextNodes {
  let database: TextDatabase | undefined;
  const nodes: TextNode[] = [];
  beforeAll(async () => {
    database = await textDatabase();
  });
  afterEach(async () => {
    for (const node of nodes.splice(0)) await node.stop();
  });
  afterAll(() => database?.drop());
  const there = (): TextDatabase => {
    if (!database) throw new Error('no test has begun');
    return database;
  };
  return {
    get database() {
      return there();
    },
    async start(options = {}) {
      const node = await startTextNode(there(), options);
      nodes.push(node);
      return node;
    },
  };
}
