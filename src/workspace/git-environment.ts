/** Of the server's environment git sees this and nothing else: the user's own identity, credentials and network. */
const HANDED_ON = new Set([
  ...['HOME', 'PATH', 'USER', 'LOGNAME', 'SHELL', 'TZ', 'TMPDIR', 'LANG', 'DBUS_SESSION_BUS_ADDRESS'],
  ...['SSH_AUTH_SOCK', 'SSH_AGENT_PID', 'GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_SSH_VARIANT'],
  ...['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM'],
  ...['GH_TOKEN', 'GITHUB_TOKEN', 'GH_HOST', 'GH_CONFIG_DIR'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'CURL_CA_BUNDLE', 'GIT_SSL_CAINFO', 'GIT_SSL_CAPATH'],
  ...['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'],
]);

/**
 * Settings that beat every configuration file, the repository's own included: what a checked-out branch brings, or what
 * was written into a repository, starts no program when we look at it.
 */
const OURS: readonly (readonly [string, string])[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.ignoreStat', 'false'],
  ['core.protectHFS', 'true'],
  ['core.protectNTFS', 'true'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['status.submoduleSummary', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['commit.gpgSign', 'false'],
];

/** The whole environment of one call of git. `filters` are the names of content filters that must not run. */
export function gitEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  allowFile: boolean,
  filters: readonly string[],
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) {
    if (value !== undefined && (HANDED_ON.has(name) || name.startsWith('XDG_'))) environment[name] = value;
  }
  return Object.assign(environment, FIXED, {
    // Beats protocol.allow and protocol.<name>.allow of every configuration file.
    GIT_ALLOW_PROTOCOL: allowFile ? 'https:ssh:file' : 'https:ssh',
    ...configVariables([...OURS, ...['lfs', ...filters].flatMap(silenced)]),
  });
}

const FIXED = {
  LC_ALL: 'C', // git's sentences are read
  LANGUAGE: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '', // set and empty: git asks neither core.askPass nor SSH_ASKPASS
  SSH_ASKPASS_REQUIRE: 'never',
  GIT_PAGER: 'cat',
  GIT_EDITOR: 'false',
  GIT_OPTIONAL_LOCKS: '0', // looking at a tree takes no lock away from whoever works in it
  GIT_LFS_SKIP_SMUDGE: '1',
  GIT_HTTP_LOW_SPEED_LIMIT: '1000',
  GIT_HTTP_LOW_SPEED_TIME: '60',
};

/** A filter with empty commands passes content through; required would make that an error. */
function silenced(filter: string): (readonly [string, string])[] {
  const key = (setting: string) => `filter.${filter}.${setting}`;
  return [
    [key('clean'), ''],
    [key('smudge'), ''],
    [key('process'), ''],
    [key('required'), 'false'],
  ];
}

function configVariables(settings: readonly (readonly [string, string])[]): Record<string, string> {
  const variables: Record<string, string> = { GIT_CONFIG_COUNT: `${settings.length}` };
  settings.forEach(([key, value], index) => {
    variables[`GIT_CONFIG_KEY_${index}`] = key;
    variables[`GIT_CONFIG_VALUE_${index}`] = value;
  });
  return variables;
}
