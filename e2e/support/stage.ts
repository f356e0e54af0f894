import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launchBrowser, PATIENCE_MS, startProduct, type Product } from '@cotejo/testing';
import { vi } from 'vitest';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { z } from 'zod';
import { loginAnswer, userRow, type SessionData } from '@cotejo/access-contracts';
import { auditDetail, auditRow } from '@cotejo/audits-contracts';
import { layCable, type Cable } from './cable.ts';

/** Password of the demo account, as printed by the product. */
export const PASSWORD = 'Cotejo-demo-2026';

const WINDOW: BrowserContextOptions = {
  viewport: { width: 1440, height: 900 },
  locale: 'es-CO',
  timezoneId: 'America/Bogota',
};

/** A user with a browser context of their own. */
export interface Person {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The user's address of the product; through the cable if there is one. */
  readonly url: string;
  /** Console errors, exceptions and security policy violations of the page. */
  readonly complaints: readonly string[];
  readonly cable: Cable | null;
}

export interface EnterOptions extends BrowserContextOptions {
  /** Connects the user through a cable that tests can cut. */
  readonly cable?: boolean;
}

export interface NewAudit {
  readonly name: string;
  readonly processes?: readonly string[];
  readonly risks?: readonly string[];
  /** Record type by the contract's name; an audit plan by default. */
  readonly record?: string;
  /** Usernames of additional team members. */
  readonly auditors?: readonly string[];
}

/** The built product, started once, and a browser with a context per user. */
export class Stage {
  private readonly sessions = new Map<string, SessionData>();
  private readonly people: Person[] = [];

  /** The current process; replaced by a restart with the same port and folder. */
  private running: Product;

  private constructor(
    private readonly first: Product,
    private readonly browser: Browser,
  ) {
    this.running = first;
  }

  get product(): Product {
    return this.running;
  }

  /** With a seeded data folder the product serves without seeding. */
  static async open(startFrom?: string, env: Readonly<Record<string, string>> = {}): Promise<Stage> {
    // If one fails to start, the other is stopped, or it would outlive the tests.
    const [product, browser] = await Promise.allSettled([startProduct({ startFrom, env }), launchBrowser()]);
    if (product.status === 'rejected') {
      if (browser.status === 'fulfilled') await browser.value.close();
      throw product.reason;
    }
    if (browser.status === 'rejected') {
      await product.value.stop();
      throw browser.reason;
    }
    return new Stage(product.value, browser.value);
  }

  /** Kills the server as in a power failure, runs `meanwhile` without it, and starts it again. */
  async restart(meanwhile: () => Promise<void> = async () => undefined): Promise<void> {
    const { port, dataDir } = this.running;
    await this.running.kill();
    await meanwhile();
    this.running = await startProduct({ port, dataDir });
  }

  /** A new browser context without a session. */
  async visitor(options: EnterOptions = {}): Promise<Person> {
    const { cable: wantsCable, ...window } = options;
    const cable = wantsCable === true ? await layCable(this.product.port) : null;
    const context = await this.browser.newContext({ ...WINDOW, ...window });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    const person = { page, context, url: cable?.url ?? this.product.url, complaints, cable };
    this.people.push(person);
    return person;
  }

  /** A new browser context with a session of a demo user. */
  async enter(username: string, options: EnterOptions = {}): Promise<Person> {
    const session = await this.session(username);
    const person = await this.visitor(options);
    await person.context.addInitScript(
      (stored) => {
        // Once per context: a reload must keep the page's own changes.
        if (localStorage.getItem('entered') !== null) return;
        for (const [key, value] of stored) localStorage.setItem(key, value);
      },
      [
        ['entered', 'yes'],
        ['token', session.token],
        ['type', session.type],
        ['expires_in', String(session.expires_in)],
        ['logged_in_at', session.logged_in_at],
        ['user', JSON.stringify(session.user)],
      ] as const,
    );
    return person;
  }

  /** Calls the API as a user; with a body as POST or PUT. */
  async call<S extends z.ZodType>(
    username: string,
    path: string,
    schema: S,
    body?: unknown,
    put = false,
  ): Promise<z.output<S>> {
    const { token } = await this.session(username);
    const response = await fetch(`${this.product.url}/api${path}`, {
      method: body === undefined ? 'GET' : put ? 'PUT' : 'POST',
      headers: {
        Authorization: `Token ${token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': crypto.randomUUID(),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const answer = await response.text();
    if (!response.ok)
      throw new Error(
        `${path} answered ${response.status}: ${answer}\n${this.product.output().slice(-2000)}`,
      );
    const { data } = z.object({ data: z.unknown() }).parse(JSON.parse(answer));
    return schema.parse(data);
  }

  /** Creates a small audit of the manager, led by the leader; both may edit it. Returns its id. */
  async newAudit(audit: NewAudit): Promise<string> {
    const { name, record, processes = record ? [] : ['Compras'], risks = [], auditors = [] } = audit;
    const people = await this.call('claudia.restrepo', '/users/', z.array(userRow));
    const idOf = (username: string) => people.find((person) => person.username === username)?.id;
    const created = await this.call(
      'claudia.restrepo',
      '/proyecto/riesgo/auditoria/',
      z.object({ id: auditDetail.shape.id, projected: z.boolean() }),
      {
        nombre: name,
        ...(record ? { record_type: record } : { plantilla: 'estandar' }),
        lider: idOf('andres.murcia'),
        equipo: auditors.map((username) => ({ usuario: idOf(username), rol: 'auditor' })),
        fecha_inicio: '2026-02-02',
        fecha_fin: '2026-12-15',
        horas_presupuestadas: 120,
        procesos: processes,
        riesgos: risks,
      },
    );
    // On a busy machine the projection may take a moment.
    const shown = () =>
      this.call('claudia.restrepo', `/proyecto/riesgo/auditoria/${created.id}/`, auditDetail);
    if (!created.projected) await vi.waitFor(shown, { timeout: 20_000, interval: 200 });
    return created.id;
  }

  /** Id of an audit by name. */
  async auditNamed(name: string): Promise<string> {
    const rows = await this.call('claudia.restrepo', '/proyecto/riesgo/auditoria/', z.array(auditRow));
    const found = rows.find((row) => row.nombre === name);
    if (!found) throw new Error(`no audit is named ${name}`);
    return found.id;
  }

  /** Complaints of all pages so far, except those explained by a cut cable or a server that is starting again (503). */
  complaints(): string[] {
    return this.people.flatMap(({ complaints, cable }) =>
      cable === null
        ? complaints
        : complaints.filter((complaint) => !/net::ERR_|WebSocket|status of 503/.test(complaint)),
    );
  }

  /** Saves screenshots of all pages for the analysis of a failure. */
  async photograph(folder: string, name: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    const file = name.replace(/[^\p{L}\d]+/gu, '-');
    for (const [index, { page }] of this.people.entries())
      if (!page.isClosed()) await page.screenshot({ path: join(folder, `${file}-${index + 1}.png`) });
  }

  /** Number of users entered so far. */
  get crowd(): number {
    return this.people.length;
  }

  /** Closes all contexts but the first ones; their complaints are kept. */
  async sendHome(firstToEnter: number): Promise<void> {
    await Promise.all(this.people.slice(firstToEnter).map(({ context }) => context.close()));
  }

  async close(): Promise<void> {
    await this.browser.close();
    for (const { cable } of this.people) await cable?.remove();
    await this.running.stop();
    // The first process owns the data folder and deletes it.
    if (this.running !== this.first) await this.first.stop();
  }

  private async session(username: string): Promise<SessionData> {
    const known = this.sessions.get(username);
    if (known) return known;
    const response = await fetch(`${this.product.url}/api/login/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username, password: PASSWORD, pkg: 'audit' }),
    });
    const answer = loginAnswer.parse(await response.json());
    if (!answer[0]) throw new Error(`${username} can't sign in: ${answer[1].error}`);
    this.sessions.set(username, answer[2]);
    return answer[2];
  }
}
