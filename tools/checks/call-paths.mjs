/**
 * Lint rule `calls/by-declaration`: a path of the API may occur only in the declaration of its call. Handlers and pages
 * use the declaration, so that path, shapes and permissions cannot diverge.
 */

/** First segments of API paths that are not first segments of page paths. */
const WORDS =
  'proyecto|operaciones|users?|user_slots|user_roles|account|sys|paramlists|forgot-password|logout';
const API_PATH = new RegExp(`^(/api)?/(${WORDS})/`);
/** Methods of the client that take a path; `perform` and its variants call them with a declared one. */
const ASKING = new Set(['get', 'getBytes', 'post', 'put', 'delete', 'upload', 'askAhead']);

const textOf = (node) => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node.type === 'TemplateLiteral' ? node.quasis[0].value.cooked : null;
};

const isClient = ({ type, name, property }) =>
  (type === 'Identifier' && name === 'api') || (type === 'MemberExpression' && property.name === 'api');

const byDeclaration = {
  create(context) {
    const refuse = (node) =>
      context.report({ node, message: 'Declare the call with defineCall, and ask for it with perform().' });
    const check = (node) => {
      if (API_PATH.test(textOf(node) ?? '')) refuse(node);
    };
    return {
      Literal: check,
      TemplateLiteral: check,
      CallExpression({ callee, arguments: [path] }) {
        if (callee.type !== 'MemberExpression' || !ASKING.has(callee.property.name)) return;
        const text = path && isClient(callee.object) ? textOf(path) : null;
        if (text?.startsWith('/') && !API_PATH.test(text)) refuse(path);
      },
    };
  },
};

export default { meta: { name: 'calls' }, rules: { 'by-declaration': byDeclaration } };
