import type { Plugin } from 'vite';

/** Packages whose top-level constants have no side effects: declarations of messages, and rules. */
const DECLARATIONS =
  /\/libs\/(?:[^/]+\/(?:contracts|domain)|platform\/(?:http|live|rooms|files|documents|record))\/src\/[^?]*\.ts$/;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

/**
 * Marks the constants of declarations as free of side effects, so that the build drops those that a page does not
 * use; a bundler cannot know this of `z.object(…)`. A call (`defineCall`) is built when it is first used.
 */
export function pureDeclarations(): Plugin {
  return {
    name: 'pure-declarations',
    apply: 'build',
    transform(code, id) {
      if (!DECLARATIONS.test(id)) return null;
      const program = this.parse(code) as unknown as Node;
      const edits = constantsOf(program).flatMap((value) => {
        const calls = callsOf(value).flatMap(({ key, value: call }) => {
          const name = code.slice(key.start, key.end);
          const kept = `Object.defineProperty(this, '${name}', { value, enumerable: true })`;
          return [
            { from: key.start, to: call.start, text: `get ${name}() { const value = ` },
            { from: call.end, to: call.end, text: `; ${kept}; return value; }` },
          ];
        });
        if (!hasCall(value)) return [];
        return [
          { from: value.start, to: value.start, text: '/* @__PURE__ */ (() => (' },
          ...calls,
          { from: value.end, to: value.end, text: '))()' },
        ];
      });
      return edits.length === 0 ? null : { code: edited(code, edits), map: null };
    },
  };
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Applies edits that are in order. */
function edited(code: string, edits: readonly Edit[]): string {
  let [result, at] = ['', 0];
  for (const { from, to, text } of edits) {
    result += code.slice(at, from) + text;
    at = to;
  }
  return result + code.slice(at);
}

/** Values of a module's top-level constants. */
function constantsOf(program: Node): readonly Node[] {
  return nodesOf(program['body'])
    .map((statement) =>
      statement.type === 'ExportNamedDeclaration' ? nodesOf([statement['declaration']])[0] : statement,
    )
    .filter((declaration) => declaration?.type === 'VariableDeclaration' && declaration['kind'] === 'const')
    .flatMap((declaration) => nodesOf(declaration?.['declarations']))
    .filter((declarator) => nodesOf([declarator['id']])[0]?.type === 'Identifier')
    .flatMap((declarator) => nodesOf([declarator['init']]));
}

/** Whether evaluating it calls something. */
function hasCall(node: Node): boolean {
  if (node.type === 'CallExpression' || node.type === 'NewExpression') return true;
  if (node.type.endsWith('FunctionExpression')) return false;
  return Object.values(node).some((part) =>
    nodesOf(Array.isArray(part) ? part : [part]).some((child) => 'type' in child && hasCall(child)),
  );
}

/** Properties of an object that are calls. */
function callsOf(value: Node): readonly { readonly key: Node; readonly value: Node }[] {
  if (value.type !== 'ObjectExpression') return [];
  return nodesOf(value['properties']).flatMap((property) => {
    const [key, call] = nodesOf([property['key'], property['value']]);
    const [callee] = call ? nodesOf([call['callee']]) : [];
    const isCall = call?.type === 'CallExpression' && callee?.['name'] === 'defineCall';
    return isCall && key?.type === 'Identifier' && property['computed'] !== true
      ? [{ key, value: call }]
      : [];
  });
}

const nodesOf = (value: unknown): readonly Node[] =>
  Array.isArray(value) ? value.filter((node): node is Node => typeof node === 'object' && node !== null) : [];
