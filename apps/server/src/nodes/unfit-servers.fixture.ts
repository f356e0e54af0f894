import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer, TLSSocket } from 'node:tls';

/** Of localhost, signed by itself, valid until 2126; trusted by no machine. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUanzD31glH0rWmT4kbHCKTueyyQ0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzE4MzkwMloYDzIxMjYxMDMw
MTgzOTAyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQ/yWpxv6Usgus+4jj8CMf4I2Rn5G3nKBDOLz1EOij4HhCWmpsOdcyD
ciQA/AYEvB2b6h3OMbo/akNCEOz3UTlpo28wbTAdBgNVHQ4EFgQUiCJDwKdxD5yy
Gc0ydJHaB2ayjCYwHwYDVR0jBBgwFoAUiCJDwKdxD5yyGc0ydJHaB2ayjCYwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgOAs5J8oN4hto+CeadXEVz4bF29SgC8ASnAYaiR6/vUQCIDUP
c2DMs8nzsu4QXc/tC1HeHfNBh2wxpYGajru+wxnX
-----END CERTIFICATE-----
`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgHRZbJ51IMWYpFt5s
zmqva2ab4Gca6iw32sSYTUBHOfGhRANCAAQ/yWpxv6Usgus+4jj8CMf4I2Rn5G3n
KBDOLz1EOij4HhCWmpsOdcyDciQA/AYEvB2b6h3OMbo/akNCEOz3UTlp
-----END PRIVATE KEY-----
`;

/** First bytes of a Postgres client that asks for encryption: length 8, code 80877103. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** A server to which no connection succeeds. */
export interface UnfitServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Accepts connections and never answers. */
export const silentServer = (): Promise<UnfitServer> => listening(createServer(() => undefined));

/** TLS server with a self-signed certificate that is not in the client's trust store. */
export const untrustedServer = (): Promise<UnfitServer> =>
  listening(createSecureServer({ cert: CERTIFICATE, key: KEY, ALPNProtocols: ['h2'] }, () => undefined));

/** Answers Postgres' request for TLS with the same certificate, and nothing beyond. */
export const untrustedPostgres = (): Promise<UnfitServer> =>
  listening(
    createServer((socket) => {
      socket.once('data', (bytes) => {
        if (!bytes.equals(SSL_REQUEST)) return void socket.destroy();
        socket.write('S');
        const secure = new TLSSocket(socket, { isServer: true, cert: CERTIFICATE, key: KEY });
        secure.on('error', () => undefined);
      });
    }),
  );

async function listening(server: Server): Promise<UnfitServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
