/** Rows of text as a bordered table; the first row is its head. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => [...(row[column] ?? '')].length)),
  );
  const line = (left: string, middle: string, right: string): string =>
    left + widths.map((width) => '─'.repeat(width + 2)).join(middle) + right;
  const text = (row: readonly string[]): string =>
    `│${widths.map((width, column) => ` ${padded(row[column] ?? '', width)} `).join('│')}│`;
  const [head = [], ...body] = rows;
  return [line('┌', '┬', '┐'), text(head), line('├', '┼', '┤'), ...body.map(text), line('└', '┴', '┘')].join(
    '\n',
  );
}

const padded = (text: string, width: number): string => text + ' '.repeat(width - [...text].length);
