type Values = Readonly<Record<string, unknown>>;

const prefixOf = (user: string): string => `draft:${user}:`;

/** What a person typed into a form and did not send; null where nothing is kept or it can't be read. */
export function readDraft(storage: Pick<Storage, 'getItem'>, user: string, form: string): Values | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(prefixOf(user) + form) ?? 'null');
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Values) : null;
  } catch {
    return null;
  }
}

/** Null forgets it. A storage that is full or forbidden keeps nothing, and the form works on. */
export function writeDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  user: string,
  form: string,
  values: Values | null,
): void {
  try {
    if (values === null) storage.removeItem(prefixOf(user) + form);
    else storage.setItem(prefixOf(user) + form, JSON.stringify(values));
  } catch {
    // The form still holds what was typed until it is left.
  }
}

/** Forgets all drafts of a person: they must not stay in a browser that somebody else uses next. */
export function forgetDrafts(storage: Storage, user: string): void {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at));
  for (const key of keys) if (key?.startsWith(prefixOf(user))) storage.removeItem(key);
}
