import { DEMO_PASSWORD, type DemoPerson } from '../demo/demo-people.ts';
import { table } from './table.ts';
import { words } from './words.ts';

/** Start message: the address and, if there are any, the demo users. */
export function welcome(address: string, demo: readonly DemoPerson[]): string {
  const lines = ['', words('ready', { address })];
  if (demo.length > 0) {
    const head = [words('user'), words('name'), words('role')];
    const people = demo.map((person) => [
      person.username,
      `${person.firstName} ${person.lastName}`,
      words(`roles.${person.role}`),
    ]);
    lines.push('', words('demo_users', { password: DEMO_PASSWORD }), table([head, ...people]));
  }
  lines.push('', words('how_to_stop'), '');
  return lines.join('\n');
}
