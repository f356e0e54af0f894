import { afterAll, afterEach, beforeAll } from 'vitest';
import {
  startTextNode,
  textDatabase,
  type TextDatabase,
  type TextNode,
  type TextNodeOptions,
} from './text-node.fixture.ts';

export interface TextNodes {
  /** Of this file; there from its first test on. */
  readonly database: TextDatabase;
  /** A node on it, stopped after its test. */
  start(options?: TextNodeOptions): Promise<TextNode>;
}

/** A database of texts for the tests of a file, and nodes for each of them: called once, at its beginning. */
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
