/**
 * For the environment of a harness in a foreign tree: git configuration that beats the user's own `core.hooksPath`,
 * which may point into the tree. Without it a stranger's hook would run with the first commit there.
 */
export const FOREIGN_TREE_ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'core.hooksPath',
  GIT_CONFIG_VALUE_0: '/dev/null',
  GIT_CONFIG_KEY_1: 'core.fsmonitor',
  GIT_CONFIG_VALUE_1: 'false',
};
