import ts from 'typescript';

/** Attributes whose values are shown or read out to the user. */
const READ_ATTRIBUTES = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'description',
  'error',
  'label',
  'placeholder',
  'subtitle',
  'text',
  'title',
  'tooltip',
]);
/** Elements for key names and code, which are equal in every language. */
const VERBATIM_ELEMENTS = new Set(['kbd', 'Kbd', 'code', 'Code', 'style', 'script']);
const LETTER = /\p{L}/u;

/**
 * Uses of texts in one source file:
 * - `asked`: keys requested by `t(…)`, `i18n.t(…)` or `<Trans i18nKey>`, with `*` for computed parts;
 * - `mentioned`: all other strings, which may be keys stored in a table;
 * - `namespaces`: those named in `useTranslation(…)`;
 * - `hardCoded`: texts written directly in the code.
 */
export function findTextUses(file, text) {
  const source = ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    /x$/.test(file) ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const uses = { asked: [], mentioned: new Set(), namespaces: new Set(), hardCoded: [] };
  const names = new Set(['t']);
  const lineOf = (node) => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  const isUseTranslation = (node) =>
    ts.isCallExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'useTranslation';

  function visit(node) {
    if (isUseTranslation(node))
      for (const name of node.arguments[0] ? keyPatterns(node.arguments[0]) : []) uses.namespaces.add(name);
    // const { t: say } = useTranslation(…)
    if (
      ts.isBindingElement(node) &&
      node.propertyName?.getText(source) === 't' &&
      ts.isIdentifier(node.name)
    ) {
      names.add(node.name.text);
    }
    ts.forEachChild(node, visit);
  }
  visit(source);

  function ask(node, keyNode, namespace) {
    for (const key of keyPatterns(keyNode)) {
      // Entirely computed: there is no key to check.
      if (/[^*.:]/.test(key))
        uses.asked.push({
          key: namespace && !key.includes(':') ? `${namespace}:${key}` : key,
          line: lineOf(node),
        });
    }
  }

  function collect(node) {
    if (ts.isCallExpression(node) && node.arguments[0] && isTranslate(node.expression)) {
      ask(node, node.arguments[0], namespaceOption(node.arguments[1]));
    }
    if (ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node)) collectTrans(node);
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      for (const pattern of keyPatterns(node)) uses.mentioned.add(pattern);
    }
    collectHardCoded(node);
    ts.forEachChild(node, collect);
  }

  function isTranslate(expression) {
    if (ts.isIdentifier(expression)) return names.has(expression.text);
    return ts.isPropertyAccessExpression(expression) && expression.name.text === 't';
  }

  function collectTrans(element) {
    if (element.tagName.getText(source) !== 'Trans') return;
    const value = (name) => {
      const found = element.attributes.properties.find((property) => property.name?.getText(source) === name);
      const initializer = found?.initializer;
      return initializer && ts.isJsxExpression(initializer) ? initializer.expression : initializer;
    };
    const namespace = value('ns') && keyPatterns(value('ns'))[0];
    if (value('i18nKey')) ask(element, value('i18nKey'), namespace);
  }

  function collectHardCoded(node) {
    const report = (what) =>
      uses.hardCoded.push({ text: what.trim().replace(/\s+/g, ' '), line: lineOf(node) });
    if (ts.isJsxText(node) && LETTER.test(node.text) && !isVerbatim(node.parent)) report(node.text);
    if (
      ts.isJsxExpression(node) &&
      node.expression &&
      !ts.isJsxAttribute(node.parent) &&
      !isVerbatim(node.parent)
    ) {
      for (const literal of plainTexts(node.expression)) if (LETTER.test(literal)) report(literal);
    }
    if (ts.isJsxAttribute(node) && READ_ATTRIBUTES.has(node.name.getText(source)) && node.initializer) {
      const value = ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer;
      for (const literal of value ? plainTexts(value) : []) if (LETTER.test(literal)) report(literal);
    }
  }

  const isVerbatim = (parent) =>
    ts.isJsxElement(parent) && VERBATIM_ELEMENTS.has(parent.openingElement.tagName.getText(source));

  collect(source);
  return uses;
}

/** Literal texts that an expression may show; values of calls and variables are ignored. */
function plainTexts(node) {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
  if (ts.isParenthesizedExpression(node)) return plainTexts(node.expression);
  if (ts.isConditionalExpression(node)) return [...plainTexts(node.whenTrue), ...plainTexts(node.whenFalse)];
  if (ts.isBinaryExpression(node) && /^(&&|\|\||\?\?|\+)$/.test(node.operatorToken.getText())) {
    return [
      ...(node.operatorToken.getText() === '&&' ? [] : plainTexts(node.left)),
      ...plainTexts(node.right),
    ];
  }
  return [];
}

/** Possible keys of an expression, with `*` for each computed part. */
function keyPatterns(node) {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    return [node.head.text + node.templateSpans.map((span) => `*${span.literal.text}`).join('')];
  }
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return keyPatterns(node.expression);
  if (ts.isConditionalExpression(node))
    return [...keyPatterns(node.whenTrue), ...keyPatterns(node.whenFalse)];
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(keyPatterns);
  if (ts.isBinaryExpression(node) && /^(\|\||\?\?)$/.test(node.operatorToken.getText())) {
    return [...keyPatterns(node.left), ...keyPatterns(node.right)];
  }
  return [];
}

function namespaceOption(node) {
  if (!node || !ts.isObjectLiteralExpression(node)) return undefined;
  const ns = node.properties.find((property) => property.name?.getText() === 'ns');
  return ns && ts.isPropertyAssignment(ns) ? keyPatterns(ns.initializer)[0] : undefined;
}
