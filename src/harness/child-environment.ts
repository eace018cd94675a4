import type { HarnessEnvironment } from './harness.adapter.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What the-loop itself tells a turn: whom it works for, and how it may speak to the control plane. */
export interface TurnVariables {
  readonly attemptId: string;
  readonly dispatchId: string;
  readonly workItem: string;
  readonly deliveryId: string | null;
  readonly token: string | null;
  readonly controlUrl: string | null;
}

export interface EnvironmentRules {
  readonly harness: HarnessEnvironment;
  /** harnesses.<name>.environment: names the user wants handed on. */
  readonly names: readonly string[];
  /** Variables that hold a secret of the server; no other rule brings them back. */
  readonly secrets: readonly string[];
}

const ALLOWED = [
  'HOME',
  'PATH',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'TZ',
  'TMPDIR',
  'SSH_AUTH_SOCK',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'all_proxy',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'CURL_CA_BUNDLE',
  'REQUESTS_CA_BUNDLE',
  'GIT_SSL_CAINFO',
  'GH_TOKEN',
  'GITHUB_TOKEN',
  'GH_HOST',
];
const ALLOWED_PREFIXES = ['LC_', 'XDG_'];
/** Ours are set for each turn and never inherited: the server itself may have been started inside a turn. */
const OWN_PREFIX = 'THE_LOOP_';

/** The whole environment of a turn: an allow-list, the vendor's names, the user's names, and our own variables. */
export function childEnvironment(
  from: Environment,
  rules: EnvironmentRules,
  turn: TurnVariables,
): Record<string, string> {
  const handedOn = Object.entries(from).flatMap(([name, value]) =>
    value !== undefined && isHandedOn(name, rules) ? [[name, value] as const] : [],
  );
  const ours = {
    THE_LOOP_RUN: turn.attemptId,
    THE_LOOP_DISPATCH_ID: turn.dispatchId,
    THE_LOOP_WORK_ITEM: turn.workItem,
    THE_LOOP_DELIVERY: turn.deliveryId,
    THE_LOOP_TOKEN: turn.token,
    THE_LOOP_CONTROL_URL: turn.controlUrl,
  };
  const told = Object.entries(ours).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return Object.fromEntries([...handedOn, ...told]);
}

/** Names that stay with the server, for `doctor`; never their values. */
export function withheld(from: Environment, rules: EnvironmentRules): string[] {
  return Object.keys(from)
    .filter((name) => from[name] !== undefined && !isHandedOn(name, rules))
    .sort();
}

function isHandedOn(name: string, { harness, names, secrets }: EnvironmentRules): boolean {
  if (secrets.includes(name) || harness.markers.includes(name)) return false;
  if (names.includes(name)) return true;
  if (name.startsWith(OWN_PREFIX)) return false;
  return ALLOWED.includes(name) || [...ALLOWED_PREFIXES, ...harness.prefixes].some((prefix) => name.startsWith(prefix));
}
