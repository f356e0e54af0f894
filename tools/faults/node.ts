import { serveNode } from './cluster/serve-node.ts';

await serveNode();
