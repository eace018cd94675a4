/** What makes a directory the tree that was recorded: its top level and where it fetches from. */
export interface WorkTree {
  readonly topLevel: string;
  readonly remotes: readonly string[];
}

/** Why a tree is not the recorded one; undefined when it is. */
export function treeProblem(cwd: string, found: WorkTree | null, recorded: WorkTree): string | undefined {
  if (found === null)
    return `"${cwd}" is no git work tree any more; it was one of "${recorded.topLevel}" when it was registered`;
  if (found.topLevel !== recorded.topLevel) {
    return `"${cwd}" belongs to the work tree "${found.topLevel}" now, not to "${recorded.topLevel}"; register the session again if that is meant`;
  }
  const wanted = recorded.remotes.map(repositoryOf);
  const known = found.remotes.map(repositoryOf);
  if (wanted.length === 0 || wanted.some((repository) => known.includes(repository))) return undefined;
  return `"${cwd}" fetches from ${list(found.remotes)} now, not from ${list(recorded.remotes)}; register the session again if that is meant`;
}

/** Whether a tree fetches from a repository, compared without case and without regard to protocol and host. */
export function hasRepository(tree: WorkTree, repository: string): boolean {
  return tree.remotes.some((remote) => repositoryOf(remote) === repository.toLowerCase());
}

/** `owner/repo` in lower case from https, ssh and scp-like addresses; the last two parts of anything else. */
export function repositoryOf(remote: string): string {
  const path = remote.replace(/^[\w+.-]+:\/\/[^/]*\//, '').replace(/^[^/:]+:/, '');
  const parts = path
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .split('/')
    .filter((part) => part !== '');
  return parts.slice(-2).join('/').toLowerCase();
}

const list = (remotes: readonly string[]): string =>
  remotes.length === 0 ? 'nowhere' : remotes.map((remote) => `"${withoutCredentials(remote)}"`).join(', ');

const withoutCredentials = (remote: string): string => remote.replace(/^([\w+.-]+:\/\/)[^/@]*@/, '$1');
