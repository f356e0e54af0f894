/** Headings of other pages map to the two levels of worksheet texts. */
const HEADINGS: Readonly<Record<string, string>> = { H1: 'h3', H2: 'h3', H5: 'h4', H6: 'h4' };
/** Word writes lists as paragraphs that name list and level, with the bullet as text. */
const WORD_LIST = /mso-list:\s*l\d+\s+level(\d+)/;
const NUMBERED = /^\s*(\d+|[a-z]|[ivxl]+)[.)]/i;

/**
 * Reduces HTML pasted from Word, Excel or a page to plain structure: no styles, no external images, real
 * lists. Nodes unknown to the editor are dropped by its schema.
 */
export function cleanPasted(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.querySelectorAll('style, script, meta, link, title, img:not([data-attachment])'))
    element.remove();
  for (const element of page.querySelectorAll('h1, h2, h5, h6')) rename(element);
  makeLists(page.body);
  for (const element of page.querySelectorAll('[style]')) keepEmphasis(element);
  return page.body.innerHTML;
}

/** Files of a paste or drop; none if they are only a rendering of copied text. */
export function filesMeant(transfer: DataTransfer | null): readonly File[] {
  const files = [...(transfer?.files ?? [])];
  const html = files.length > 0 ? (transfer?.getData('text/html') ?? '') : '';
  if (html === '') return files;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return body.textContent.trim() === '' && !body.querySelector('table') ? files : [];
}

function rename(element: Element): void {
  const other = element.ownerDocument.createElement(HEADINGS[element.tagName] ?? 'p');
  other.append(...element.childNodes);
  element.replaceWith(other);
}

/** Keeps emphasis, which the editor reads from the style; drops all other styles. */
function keepEmphasis(element: Element): void {
  if (!(element instanceof HTMLElement)) return;
  const { fontWeight, fontStyle, textDecoration } = element.style;
  element.removeAttribute('style');
  if (fontWeight) element.style.fontWeight = fontWeight;
  if (fontStyle) element.style.fontStyle = fontStyle;
  if (textDecoration) element.style.textDecoration = textDecoration;
}

function makeLists(body: HTMLElement): void {
  let open: { readonly list: Element; readonly level: number }[] = [];
  for (const paragraph of body.querySelectorAll('p')) {
    const level = Number(WORD_LIST.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 0);
    const follows = open[0]?.list === paragraph.previousElementSibling;
    if (level === 0 || !follows) open = [];
    if (level > 0) open = addToList(paragraph, level, open);
  }
}

type OpenLists = { readonly list: Element; readonly level: number }[];

function addToList(paragraph: HTMLElement, level: number, before: OpenLists): OpenLists {
  const page = paragraph.ownerDocument;
  const isNumbered = NUMBERED.test(bulletOf(paragraph));
  const open = before.filter((one) => one.level <= level);
  let innermost = open.at(-1);
  if (innermost?.level !== level) {
    const list = page.createElement(isNumbered ? 'ol' : 'ul');
    const parent = innermost?.list.lastElementChild;
    if (parent) parent.append(list);
    else paragraph.before(list);
    innermost = { list, level };
    open.push(innermost);
  }
  const entry = page.createElement('li');
  const words = page.createElement('p');
  words.append(...paragraph.childNodes);
  entry.append(words);
  innermost.list.append(entry);
  paragraph.remove();
  return open;
}

/** Removes the bullet that Word wrote as text, and returns it. */
function bulletOf(paragraph: HTMLElement): string {
  const ignored = [...paragraph.querySelectorAll('span')].find((span) =>
    /mso-list:\s*Ignore/i.test(span.getAttribute('style') ?? ''),
  );
  const bullet = ignored?.textContent ?? '';
  ignored?.remove();
  return bullet;
}
