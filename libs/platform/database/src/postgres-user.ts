import { execFileSync, spawnSync } from 'node:child_process';
import { StartError } from './start-error.ts';

/** System user that runs Postgres when this process is root, since Postgres refuses to run as root. */
export interface PostgresUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const OWN_NAME = 'cotejo';
const ADMIN_PATH = `${process.env['PATH'] ?? ''}:/usr/local/sbin:/usr/sbin:/sbin`;

function lookUp(name: string): PostgresUser | null {
  const ask = (flag: string) => {
    const answer = spawnSync('id', [flag, name], { encoding: 'utf8' });
    return answer.status === 0 ? Number.parseInt(answer.stdout, 10) : null;
  };
  const uid = ask('-u');
  const gid = ask('-g');
  return uid !== null && gid !== null && uid > 0 ? { name, uid, gid } : null;
}

function create(): void {
  const options = { stdio: 'ignore', env: { PATH: ADMIN_PATH } } as const;
  const attempts: [string, string[]][] = [
    [
      'useradd',
      [
        '--system',
        '--user-group',
        '--no-create-home',
        '--home-dir',
        '/nonexistent',
        '--shell',
        '/usr/sbin/nologin',
        OWN_NAME,
      ],
    ],
    ['adduser', ['-S', '-D', '-H', OWN_NAME]],
  ];
  for (const [command, args] of attempts) {
    try {
      execFileSync(command, args, options);
      return;
    } catch {
      // Another command may exist on this system; if all fail, the error is "no such user" below.
    }
  }
}

/**
 * Null unless this process is root (Postgres then runs as the current user). As root: a dedicated user, created if
 * needed, or else one that most systems have. initdb requires an entry in the password file, so a bare uid is not
 * enough.
 * @throws StartError `no_database_user`
 */
export function findPostgresUser(): PostgresUser | null {
  if (process.getuid?.() !== 0) return null;
  const own = lookUp(OWN_NAME);
  if (own) return own;
  create();
  const user = lookUp(OWN_NAME) ?? lookUp('postgres') ?? lookUp('nobody');
  if (!user) throw new StartError('no_database_user');
  return user;
}

/** Whether the user can reach and enter or run `path`; tested as that user, since file modes alone don't decide it. */
export function canReach(user: PostgresUser | null, path: string): boolean {
  if (!user) return true;
  const { uid, gid } = user;
  return spawnSync('/bin/sh', ['-c', 'test -x "$0"', path], { uid, gid, cwd: '/' }).status === 0;
}
