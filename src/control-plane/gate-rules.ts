import { isJsonType } from '../webhook/json-type.js';

/** What a request for the control listener shows before anything of it is believed. */
export interface Knock {
  readonly method: string;
  /** The route that was found for it, or for an upgrade the path as sent; never a spelling that merely leads there. */
  readonly path: string | undefined;
  /** Every Host header as sent: exactly one is right. */
  readonly hosts: readonly string[];
  readonly origin: string | undefined;
  readonly contentType: string | undefined;
  /** The port the connection came in on. */
  readonly port: number;
  /** Addresses to answer to besides loopback, when the listener is exposed on purpose. */
  readonly exposedAs: readonly string[];
}

/** Why a request is turned away; the sentence goes to the client and tells nothing it did not know. */
export interface Refusal {
  readonly status: 401 | 403 | 404 | 405 | 415 | 426;
  readonly code: string;
  readonly sentence: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const GRAPHQL_PATH = '/graphql';
export const SUBPROTOCOL = 'graphql-transport-ws';

/** Served to whoever passes Host and Origin: they hold no data. */
const PUBLIC_PATHS = ['/', '/healthz'];
const PUBLIC_FOLDER = '/playground/';
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Host, Origin and content type, in this order. A web page reaches a loopback port with its own Host (DNS rebinding), its
 * own Origin or a form's content type; none of them passes. Answers undefined when the token may be looked at.
 */
export function refuseRequest(knock: Knock): Refusal | undefined {
  const foreign = refuseForeign(knock);
  if (foreign !== undefined) return foreign;
  if (knock.path !== GRAPHQL_PATH) return undefined;
  if (knock.method !== 'POST') {
    const sentence = `${GRAPHQL_PATH} takes POST only`;
    return { status: 405, code: 'method-not-allowed', sentence, headers: { allow: 'POST' } };
  }
  if (!isJsonType(knock.contentType)) {
    return { status: 415, code: 'unsupported-media-type', sentence: 'Content-Type has to be application/json' };
  }
  return undefined;
}

/** The same for a WebSocket upgrade, whose token comes later, in `connection_init`. */
export function refuseUpgrade(knock: Knock, subprotocols: readonly string[]): Refusal | undefined {
  const foreign = refuseForeign(knock);
  if (foreign !== undefined) return foreign;
  if (knock.path !== GRAPHQL_PATH || knock.method !== 'GET') {
    return { status: 404, code: 'not-found', sentence: `WebSockets are served at GET ${GRAPHQL_PATH} only` };
  }
  if (!subprotocols.includes(SUBPROTOCOL)) {
    const headers = { 'sec-websocket-protocol': SUBPROTOCOL };
    return { status: 426, code: 'subprotocol-missing', sentence: `The subprotocol has to be ${SUBPROTOCOL}`, headers };
  }
  return undefined;
}

/** Whatever is not known to be harmless asks for the token, also what does not exist. */
export function needsToken({ method, path }: Pick<Knock, 'method' | 'path'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return true;
  return path === undefined || !(PUBLIC_PATHS.includes(path) || path.startsWith(PUBLIC_FOLDER));
}

export const NO_TOKEN: Refusal = {
  status: 401,
  code: 'unauthorized',
  sentence: 'Authorization has to carry the token of the state folder: Bearer <control.token>',
  headers: { 'www-authenticate': 'Bearer' },
};

/** The token of `Authorization: Bearer …`, or undefined. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer ([\x21-\x7e]{1,512})$/i.exec(authorization ?? '')?.[1];
}

/** The path of a request target; an absolute one is nobody's path here. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}

function refuseForeign({ hosts, origin, port, exposedAs }: Knock): Refusal | undefined {
  const names = [...LOOPBACK, ...exposedAs].map((name) => `${name}:${port}`);
  const host = hosts.length === 1 ? hosts[0]!.toLowerCase() : undefined;
  if (host === undefined || !names.includes(host)) {
    return { status: 403, code: 'host-refused', sentence: `The Host header has to be one of ${names.join(', ')}` };
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    return { status: 403, code: 'origin-refused', sentence: 'Requests of other origins are not taken' };
  }
  return undefined;
}
