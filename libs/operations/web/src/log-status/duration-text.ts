const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Seconds in the largest unit of at least one, rounded down: "45 s", "3 min", "2 h". */
export function durationText(seconds: number, language: string): string {
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? (['second', 1] as const);
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(
    Math.floor(seconds / length),
  );
}
