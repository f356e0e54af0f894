/** Letters for an avatar: of the first name and the first surname, "Óscar Benítez" → "OB". */
export function initialsOf(firstName: string, lastName: string): string {
  return [firstName, lastName]
    .map((name) => name.trim().normalize('NFD').replace(/\p{M}/gu, ''))
    .map((name) => [...name][0] ?? '')
    .join('')
    .toUpperCase();
}
