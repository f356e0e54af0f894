import { isKurrentUrl } from '@cotejo/event-store/kurrent';
import { filesEnvironment, wholeNumber, type FilesEnvironment } from '@cotejo/files/server';
import { MOST_IMPORTED_ITEMS } from '@cotejo/worksheets-contracts';
import { z } from 'zod';
import { areProxies } from './trusted-proxies.ts';

const flag = z.enum(['0', '1']).transform((value) => value === '1');
const text = z.string().trim().min(1);
/** Characters; shorter secrets of network endpoints could be guessed. */
export const LEAST_TOKEN_LENGTH = 16;
/** Printable ASCII, because the token is sent in a header. */
const token = z
  .string()
  .trim()
  .min(LEAST_TOKEN_LENGTH)
  .regex(/^[\x21-\x7e]+$/);
/** Maximum number of chained proxies. */
const MOST_PROXIES = 10;
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ });
const webUrl = z.url({ protocol: /^https?$/ });
/** http is accepted only for localhost, for trials. */
const issuerUrl = webUrl.refine((url) => /^(https:|http:\/\/(localhost|127\.0\.0\.1)[:/])/.test(`${url}/`));

/**
 * Seconds: about the duration of a database failover. After a longer pause users are better served by another
 * node.
 */
const PAUSE_MOST_SECONDS = 15;

/** Environment variables of the server; an empty one counts as unset. */
const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: wholeNumber({ least: 0, most: 65_535 }).default(3000),
  HOST: text.optional(),
  DATA_DIR: text.default('.data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  DATABASE_PURGE_URL: postgresUrl.optional(),
  KURRENTDB_URL: text.refine(isKurrentUrl).optional(),
  KURRENTDB_NAMESPACE: text.max(80).optional(),
  LOG_SIGNING_KEY_FILE: text.optional(),
  LOG_WITNESS_DIR: text.optional(),
  SECRETS_KEY_FILE: text.optional(),
  COTEJO_SEED_DEMO: flag.optional(),
  COTEJO_WEB_DIR: text.optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
  METRICS_TOKEN: token.optional(),
  PAUSE_MOST_SECONDS: wholeNumber({ least: 1, most: 600 }).default(PAUSE_MOST_SECONDS),
  TRUST_PROXY: wholeNumber({ least: 0, most: MOST_PROXIES }).or(text.refine(areProxies)).default('loopback'),
  PUBLIC_URL: webUrl.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: text.max(200).optional(),
  TERMS_FILE: text.optional(),
  OIDC_DIRECTORY_ISSUER: issuerUrl.optional(),
  OIDC_DIRECTORY_CLIENT_ID: text.optional(),
  OIDC_DIRECTORY_CLIENT_SECRET: text.optional(),
  OIDC_GOOGLE_ISSUER: issuerUrl.default('https://accounts.google.com'),
  OIDC_GOOGLE_CLIENT_ID: text.optional(),
  OIDC_GOOGLE_CLIENT_SECRET: text.optional(),
  CHAT_SCRIPT_URL: webUrl.optional(),
  CHAT_SECOND_SCRIPT_URL: webUrl.optional(),
  TELEMETRY_URL: webUrl.optional(),
  IMPORT_MOST_ITEMS: z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .transform(Number)
    .default(MOST_IMPORTED_ITEMS),
  ...filesEnvironment.shape,
});

/** Names of all variables. */
export const VARIABLES: readonly string[] = Object.keys(environment.shape);

interface OidcProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface Configuration {
  readonly production: boolean;
  /** 0 lets the operating system choose. */
  readonly port: number;
  /** Address to listen on; undefined = all addresses. */
  readonly host: string | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databaseOwnerUrl: string | undefined;
  /** KurrentDB connection string of the event log; undefined = Postgres. */
  readonly kurrentdbUrl: string | undefined;
  /** Prefix of the product's streams on a KurrentDB server shared with other applications. */
  readonly kurrentdbNamespace: string;
  /** Connection with the role that may purge streams; the owner may, too. */
  readonly databasePurgeUrl: string | undefined;
  /** Private key that seals the log, shared by nodes; undefined = the one in the data folder. */
  readonly logSigningKeyFile: string | undefined;
  /** Folder of the log's witness (which events were seen); undefined = in the data folder. */
  readonly logWitnessDir: string | undefined;
  /**
   * Key file that nodes share outside the database: authenticator secrets are sealed with it and the
   * database's key.
   */
  readonly secretsKeyFile: string | undefined;
  /** Whether a missing demo account is created; by default everywhere but in production. */
  readonly seedDemo: boolean;
  /** Folder of the built web application; null = the one beside the server's bundle. */
  readonly webDir: string | null;
  readonly logLevel: string;
  /** Bearer token that opens /metrics to other machines. */
  readonly metricsToken: string | undefined;
  /**
   * Milliseconds that a node keeps connections open while its event store is unreachable; then it closes
   * them.
   */
  readonly mostPauseMs: number;
  /** Express `trust proxy`: addresses or a number of proxies whose X-Forwarded-For is trusted. */
  readonly trustProxy: string | number;
  /** Public base URL for links in mails, without a trailing slash. */
  readonly publicUrl: string;
  /** SMTP server; null = mails are only stored, for administrators to read. */
  readonly mailServer: { readonly url: string; readonly from: string } | null;
  /** OpenID Connect providers; each needs all three of its variables. */
  readonly providers: {
    readonly azure_ad?: OidcProvider;
    readonly google?: OidcProvider;
  };
  /** Plain-text file with the installation's terms for demonstration accounts. */
  readonly termsFile: string | null;
  /** Script URLs of the support chats; null = off. */
  readonly chat: { readonly script: string | null; readonly secondScript: string | null };
  /** URL that telemetry batches are forwarded to; null = off. */
  readonly telemetryUrl: string | null;
  /** Limit of groups and controls in a catalogue imported as an audit. */
  readonly mostImportedItems: number;
  /** Storage of worksheet files: the data folder or a bucket. */
  readonly files: FilesEnvironment;
}

/** The configuration, or the names of the invalid variables. */
export type ReadConfiguration =
  | { readonly ok: true; readonly configuration: Configuration }
  | { readonly ok: false; readonly variables: readonly string[] };

/** Reads the environment; secret values are never part of an error. */
export function readConfiguration(env: Readonly<Record<string, string | undefined>>): ReadConfiguration {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''));
  const parsed = environment.safeParse(present);
  if (!parsed.success) {
    return { ok: false, variables: [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))] };
  }
  const read = parsed.data;
  const production = read.NODE_ENV === 'production';
  const publicUrl = (read.PUBLIC_URL ?? `http://localhost:${read.PORT}`).replace(/\/+$/, '');
  const from = read.MAIL_FROM ?? `Cotejo <no-reply@${new URL(publicUrl).hostname}>`;
  return {
    ok: true,
    configuration: {
      production,
      port: read.PORT,
      host: read.HOST,
      dataDir: read.DATA_DIR,
      databaseUrl: read.DATABASE_URL,
      databaseOwnerUrl: read.DATABASE_OWNER_URL,
      databasePurgeUrl: read.DATABASE_PURGE_URL,
      kurrentdbUrl: read.KURRENTDB_URL,
      kurrentdbNamespace: read.KURRENTDB_NAMESPACE ?? '',
      logSigningKeyFile: read.LOG_SIGNING_KEY_FILE,
      logWitnessDir: read.LOG_WITNESS_DIR,
      secretsKeyFile: read.SECRETS_KEY_FILE,
      seedDemo: read.COTEJO_SEED_DEMO ?? !production,
      webDir: read.COTEJO_WEB_DIR ?? null,
      logLevel: read.LOG_LEVEL ?? (production ? 'info' : 'warn'),
      metricsToken: read.METRICS_TOKEN,
      mostPauseMs: read.PAUSE_MOST_SECONDS * 1_000,
      trustProxy: read.TRUST_PROXY,
      publicUrl,
      mailServer: read.SMTP_URL === undefined ? null : { url: read.SMTP_URL, from },
      providers: providersOf(read),
      termsFile: read.TERMS_FILE ?? null,
      chat: { script: read.CHAT_SCRIPT_URL ?? null, secondScript: read.CHAT_SECOND_SCRIPT_URL ?? null },
      telemetryUrl: read.TELEMETRY_URL ?? null,
      mostImportedItems: read.IMPORT_MOST_ITEMS,
      files: read,
    },
  };
}

function providersOf(read: z.infer<typeof environment>): Configuration['providers'] {
  const provider = (issuer?: string, clientId?: string, clientSecret?: string): OidcProvider | undefined =>
    issuer && clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined;
  const directory = provider(
    read.OIDC_DIRECTORY_ISSUER,
    read.OIDC_DIRECTORY_CLIENT_ID,
    read.OIDC_DIRECTORY_CLIENT_SECRET,
  );
  const google = provider(
    read.OIDC_GOOGLE_ISSUER,
    read.OIDC_GOOGLE_CLIENT_ID,
    read.OIDC_GOOGLE_CLIENT_SECRET,
  );
  return { ...(directory && { azure_ad: directory }), ...(google && { google }) };
}
