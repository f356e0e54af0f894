import { isKurrentUrl } from '@cotejo/event-store/kurrent';
import { filesEnvironment, wholeNumber, type FilesEnvironment } from '@cotejo/files/server';
import { MOST_IMPORTED_ITEMS } from '@cotejo/worksheets-contracts';
import { z } from 'zod';
import { areProxies } from './trusted-proxies.ts';

const flag = z.enum(['0', '1']).transform((value) => value === '1');
const text = z.string().trim().min(1);
/** Characters of a secret that opens something over the network: fewer can be guessed. */
export const LEAST_TOKEN_LENGTH = 16;
/** Printable, because it travels in a header. */
const token = z
  .string()
  .trim()
  .min(LEAST_TOKEN_LENGTH)
  .regex(/^[\x21-\x7e]+$/);
/** Proxies in front of each other. */
const MOST_PROXIES = 10;
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ });
const webUrl = z.url({ protocol: /^https?$/ });
/** Without encryption only on this machine, for trying it out. */
const issuerUrl = webUrl.refine((url) => /^(https:|http:\/\/(localhost|127\.0\.0\.1)[:/])/.test(`${url}/`));

/** Seconds; a failover of a database takes about as long. Longer, and people are better served by another node. */
const PAUSE_MOST_SECONDS = 15;

/** Variables that configure the server; an empty one is as if it were not there. */
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

/** Names of all of them. */
export const VARIABLES: readonly string[] = Object.keys(environment.shape);

interface OidcProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface Configuration {
  readonly production: boolean;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Address to listen on; all of them when undefined. */
  readonly host: string | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databaseOwnerUrl: string | undefined;
  /** Where the event log lies when not in Postgres; a connection string of the official client. */
  readonly kurrentdbUrl: string | undefined;
  /** Begins the name of each of our streams there, where others use the same server. */
  readonly kurrentdbNamespace: string;
  /** Enters as the role that may purge streams; the owner may too. */
  readonly databasePurgeUrl: string | undefined;
  /** The private key that seals the log, where it is not the one in the data folder: nodes share it. */
  readonly logSigningKeyFile: string | undefined;
  /** Where it is written down which events were seen, where that is not in the data folder. */
  readonly logWitnessDir: string | undefined;
  /** A key that nodes share outside of the database: secrets of authenticator apps are sealed with both. */
  readonly secretsKeyFile: string | undefined;
  /** The demo account is made where it is missing: everywhere but in production, unless asked. */
  readonly seedDemo: boolean;
  /** Folder of the built web application; null for the one beside the server's bundle. */
  readonly webDir: string | null;
  readonly logLevel: string;
  /** Opens /metrics to other machines. */
  readonly metricsToken: string | undefined;
  /** Milliseconds a node keeps its connections open while it cannot reach its event store; after that it closes them. */
  readonly mostPauseMs: number;
  /** Whose X-Forwarded-For is believed: addresses, or a number of proxies in front; Express' `trust proxy`. */
  readonly trustProxy: string | number;
  /** Where people open the product, for the links in mails; without a slash at the end. */
  readonly publicUrl: string;
  /** Null = mail is kept for administrators to read. */
  readonly mailServer: { readonly url: string; readonly from: string } | null;
  /** Directories that people may sign in with, where all three of their variables are there. */
  readonly providers: {
    readonly azure_ad?: OidcProvider;
    readonly google?: OidcProvider;
  };
  /** The installation's own terms for demonstration accounts: a file of plain text. */
  readonly termsFile: string | null;
  /** Scripts of the support chats; off where null. */
  readonly chat: { readonly script: string | null; readonly secondScript: string | null };
  /** Where batches of telemetry are passed on to; off where null. */
  readonly telemetryUrl: string | null;
  /** Groups and controls of a catalogue that is imported as an audit. */
  readonly mostImportedItems: number;
  /** Where files of worksheets lie: in the data folder, or in a bucket. */
  readonly files: FilesEnvironment;
}

/** The configuration, or the names of the variables at fault. */
export type ReadConfiguration =
  | { readonly ok: true; readonly configuration: Configuration }
  | { readonly ok: false; readonly variables: readonly string[] };

/** Reads the environment; secrets are never part of what it reports. */
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
