import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isKurrentUrl, serversOf } from '@cotejo/event-store/kurrent';
import { worksheetRoomId } from '@cotejo/worksheets-contracts';
import { auditId, itemId } from '@cotejo/audits-contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { deployed, listOf, mapOf, readCompose, type ComposeValue } from './compose-file.fixture.ts';
import { readConfiguration, VARIABLES } from './configuration.ts';

const FILE = 'kurrentdb.compose.yml';
const NODES = ['node-1', 'node-2'];
const KURRENT = ['kurrent-1', 'kurrent-2', 'kurrent-3'];

type Service = Record<string, ComposeValue>;
let whole: Record<string, ComposeValue>;
let services: Record<string, Service>;
let single: Record<string, Service>;

beforeAll(async () => {
  whole = await readCompose(FILE);
  const read = (file: Record<string, ComposeValue>) =>
    Object.fromEntries(Object.entries(mapOf(file['services'])).map(([name, it]) => [name, mapOf(it)]));
  services = read(whole);
  single = read(await readCompose('compose.yml'));
});

const service = (name: string): Service => services[name] ?? {};
/** The service with what it takes over from `compose.yml`. */
function extended(name: string): { readonly environment: Service; readonly volumes: readonly string[] } {
  const own = service(name);
  const base = single[String(mapOf(own['extends'])['service'])] ?? {};
  return {
    environment: { ...mapOf(base['environment']), ...mapOf(own['environment']) },
    volumes: [...listOf(base['volumes']), ...listOf(own['volumes'])],
  };
}
/** As the engine fills in variables: `${A:?}` and `${A}` become a letter, `${A:-x}` its default. */
const filled = (text: ComposeValue | undefined): string =>
  String(text).replace(
    /\$\{(\w+)(?::-([^}]*)|:\?)?\}/g,
    (_, _name, preset: string | undefined) => preset ?? 'x',
  );
const targetsOf = (volumes: readonly string[]) => volumes.map((volume) => filled(volume).split(':')[1] ?? '');

describe('the example of an installation on a KurrentDB cluster', () => {
  it.each(NODES)('gives %s every variable of the product, no other, and values that it accepts', (name) => {
    const { environment } = extended(name);
    expect(VARIABLES.filter((variable) => !(variable in environment))).toEqual([
      'NODE_ENV',
      'PORT',
      'HOST',
      'DATA_DIR',
      'COTEJO_WEB_DIR',
    ]);
    expect(Object.keys(environment).filter((variable) => !VARIABLES.includes(variable))).toEqual([]);
    const values = Object.entries(environment).map(([key, value]) => [key, filled(value)]);
    expect(readConfiguration(Object.fromEntries(values))).toMatchObject({ ok: true });
  });

  it.each(NODES)(
    'lets %s speak TLS with all servers of the cluster, by a certificate that it can read',
    (name) => {
      const { environment, volumes } = extended(name);
      const url = filled(environment['KURRENTDB_URL']);
      expect(isKurrentUrl(url)).toBe(true);
      const { hosts, tls } = serversOf(url);
      expect(hosts).toEqual(KURRENT.map((host) => ({ host, port: 2113 })));
      expect(tls?.verifies).toBe(true);
      expect(targetsOf(volumes).some((target) => tls?.caFile?.startsWith(`${target}/`))).toBe(true);
    },
  );

  it('keeps the witnesses of the nodes apart, and their files together', () => {
    const [first, second] = NODES.map(extended);
    expect(first?.environment['LOG_WITNESS_DIR']).not.toBe(second?.environment['LOG_WITNESS_DIR']);
    expect(first?.volumes).toEqual(second?.volumes);
    expect(first?.volumes).toContain('data:/data');
  });

  it.each(KURRENT)('%s knows the others and its own certificate, and has a disk of its own', (name) => {
    const { environment, image } = service(name);
    const set = mapOf(environment);
    const others = KURRENT.filter((other) => other !== name);
    expect(set).toEqual({
      ...mapOf(service('kurrent-1')['environment']),
      KURRENTDB_GOSSIP_SEED: others.map((other) => `${other}:2113`).join(','),
      KURRENTDB_NODE_HOST_ADVERTISE_AS: name,
      KURRENTDB_REPLICATION_HOST_ADVERTISE_AS: name,
      KURRENTDB_CERTIFICATE_FILE: `/certificates/${name}/node.crt`,
      KURRENTDB_CERTIFICATE_PRIVATE_KEY_FILE: `/certificates/${name}/node.key`,
      KURRENTDB_CLUSTER_SIZE: String(KURRENT.length),
    });
    expect(image).toBe(service('kurrent-1')['image']);
    const volumes = listOf(service(name)['volumes']);
    expect(volumes).toContain(`log-${name.at(-1)}:/var/lib/kurrentdb`);
    for (const path of Object.values(set).filter((value) => String(value).startsWith('/')))
      expect(targetsOf(volumes).some((target) => `${String(path)}/`.startsWith(`${target}/`))).toBe(true);
  });

  it('makes a certificate for each server, and leaves the key of the authority to nobody else', () => {
    const [command = ''] = listOf(service('certificates')['command']);
    for (const name of KURRENT) expect(/for name in ([^;]+);/.exec(command)?.[1]?.split(' ')).toContain(name);
    const uses = (volume: string) =>
      Object.keys(services).filter((name) =>
        listOf(service(name)['volumes']).some((one) => one.startsWith(`${volume}:`)),
      );
    expect(uses('authority')).toEqual(['certificates']);
    expect(uses('certificates')).toEqual(['certificates', ...KURRENT]);
  });

  it('names only volumes, services and files that exist', () => {
    const declared = Object.keys(mapOf(whole['volumes']));
    const used = new Set<string>();
    for (const [name, one] of Object.entries(services)) {
      const base = mapOf(one['extends']);
      if ('service' in base) {
        expect(base['file']).toBe('compose.yml');
        expect(Object.keys(single)).toContain(base['service']);
      }
      for (const volume of extended(name).volumes) {
        const [source = ''] = filled(volume).split(':');
        if (!source.startsWith('./')) used.add(source);
        else
          expect(existsSync(fileURLToPath(new URL(`../../../../deploy/${source}`, import.meta.url)))).toBe(
            true,
          );
      }
      for (const other of Object.keys(mapOf(one['depends_on']))) expect(services).toHaveProperty(other);
    }
    expect([...used].toSorted()).toEqual(declared.toSorted());
    // What a node waits for, by its part of compose.yml.
    expect(services).toHaveProperty('database');
  });

  it('tells every secret that it needs', async () => {
    const text = await deployed(FILE);
    const needed = new Set(
      [...(text + (await deployed('compose.yml'))).matchAll(/\$\{(\w+):\?\}/g)].map(([, it = '']) => it),
    );
    const [, told = ''] = /^#\s+((?:[A-Z]+_PASSWORD ?)+)$/m.exec(text) ?? [];
    expect([...needed].toSorted()).toEqual(told.split(' ').toSorted());
  });
});

describe('its proxy', () => {
  it('alone is open to the machine, and sends to the nodes at the port that they serve', async () => {
    const open = Object.keys(services).filter((name) => listOf(service(name)['ports']).length > 0);
    expect(open).toEqual(['proxy']);
    const conf = await deployed('proxy.conf');
    const [, port] = /^EXPOSE (\d+)$/m.exec(await deployed('Dockerfile')) ?? [];
    expect([...conf.matchAll(/^ {2}server (\S+)/gm)].map(([, it]) => it)).toEqual(
      NODES.map((name) => `${name}:${port}`),
    );
    const [published = ''] = listOf(service('proxy')['ports']);
    expect(filled(published).split(':').at(-1)).toBe(/listen (\d+);/.exec(conf)?.[1]);
  });

  it('keeps what is about one audit at one node', async () => {
    const [, pattern = ''] = /"~(\^[^\n]+)" \$audit;/.exec(await deployed('proxy.conf')) ?? [];
    const audit = auditId.parse('0b6f1f0e-1c6b-4f5e-9c5e-0a4a6f3a1d11');
    const item = itemId.parse('7d0c7a52-9f0c-4b1a-8a3e-5b1f2b6c9e22');
    const place = (path: string) => new RegExp(pattern).exec(path)?.groups?.['audit'];
    expect(place(`/api/proyecto/riesgo/auditoria/${audit}/tree/${item}/textos/`)).toBe(audit);
    expect(place(`/rooms/audit/${audit}`)).toBe(audit);
    expect(place(`/rooms/worksheet/${worksheetRoomId(audit, item)}`)).toBe(audit);
    expect(place('/api/login/')).toBeUndefined();
    expect(place('/')).toBeUndefined();
  });
});
