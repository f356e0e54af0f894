import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';

export const CLIENT = { clientId: 'cotejo', clientSecret: 'secreto-del-directorio' };

/** Claims of a user in the directory. */
export interface DirectoryPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
}

const isAnswer = (body: unknown): body is { readonly id_token: string } =>
  typeof body === 'object' && body !== null && 'id_token' in body && typeof body.id_token === 'string';

/** A real OpenID provider on this machine that signs in `who` without interaction. */
export class Directory {
  who: DirectoryPerson = { sub: 'nadie' };
  /** Returned tokens get an invalid signature. */
  isForged = false;
  private provider: Provider | null = null;

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  static async open(returnUrl: string): Promise<Directory> {
    const server = createServer((request, response) => {
      directory.handle(request, response).catch(() => response.writeHead(500).end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const directory = new Directory(server, `http://127.0.0.1:${port}`);
    directory.provider = new Provider(directory.issuer, {
      clients: [
        {
          client_id: CLIENT.clientId,
          client_secret: CLIENT.clientSecret,
          redirect_uris: [returnUrl],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: false,
      cookies: { keys: ['de-prueba'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...directory.who, sub }) }),
    });
    directory.provider.use(async (context, next) => {
      await next();
      const body: unknown = context.body;
      if (!directory.isForged || context.path !== '/token' || !isAnswer(body)) return;
      const [head = '', claims = '', signature = ''] = body.id_token.split('.');
      context.body = { ...body, id_token: [head, claims, [...signature].reverse().join('')].join('.') };
    });
    return directory;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  /** Follows redirects as a browser would; returns the URL at which the directory sends it back. */
  async visit(location: string, returnUrl: string): Promise<URL> {
    const jar = new Map<string, string>();
    let next = location;
    for (let hop = 0; hop < 10; hop++) {
      if (next.startsWith(returnUrl)) return new URL(next);
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(next, { redirect: 'manual', headers: { cookie } });
      for (const set of answer.headers.getSetCookie()) {
        const [pair = ''] = set.split(';');
        const at = pair.indexOf('=');
        jar.set(pair.slice(0, at), pair.slice(at + 1));
      }
      const to = answer.headers.get('location');
      if (to === null)
        throw new Error(`the directory stopped at ${next}: ${answer.status} ${await answer.text()}`);
      next = new URL(to, next).href;
    }
    throw new Error('the directory sends in circles');
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { provider } = this;
    if (provider === null) throw new Error('the directory is not open');
    if (request.url?.startsWith('/interaction/') !== true) {
      await provider.callback()(request, response);
      return;
    }
    const { prompt, params } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login') {
      const login = { login: { accountId: this.who.sub } };
      await provider.interactionFinished(request, response, login, { mergeWithLastSubmission: false });
      return;
    }
    const grant = new provider.Grant({ accountId: this.who.sub, clientId: String(params['client_id']) });
    grant.addOIDCScope('openid email profile');
    const consent = { consent: { grantId: await grant.save() } };
    await provider.interactionFinished(request, response, consent, { mergeWithLastSubmission: true });
  }
}
