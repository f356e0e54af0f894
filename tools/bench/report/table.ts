/** A table as text; the first column is left-aligned, the others are right-aligned figures. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** A figure with two decimals. */
export const figure = (value: number): string => value.toFixed(2);

/** Rounded to an integer, with a space between thousands. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en').replaceAll(',', ' ');
