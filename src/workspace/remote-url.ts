import { isRepositoryName } from '../sessions/work-item-ref.js';
import { HOST } from './checkout-name.js';

const WITH_SCHEME = /^(?:https?|ssh|git|git\+ssh):\/\/(?:[^/@]*@)?([^/:]+)(?::\d+)?\/(.+)$/i;
/** `git@github.com:owner/repo.git` */
const SCP_LIKE = /^(?:[^/@:]+@)?([^/:]+):(?!\/)(.+)$/;

/** `owner/repo`, folded, of a remote on GitHub; undefined for anything else. */
export function repositoryOfUrl(url: string): string | undefined {
  const name = remoteName(url);
  return name?.onGithub ? name.repository : undefined;
}

export interface RemoteName {
  /** `owner/repo`, folded. */
  readonly repository: string;
  readonly onGithub: boolean;
}

/** The repository that the address of a remote names, on whatever host. */
export function remoteName(url: string): RemoteName | undefined {
  const [, host = '', path = ''] = WITH_SCHEME.exec(url) ?? SCP_LIKE.exec(url) ?? [];
  const [owner = '', repo = '', ...rest] = path
    .replace(/\/+$/, '')
    .replace(/\.git$/i, '')
    .split('/');
  if (host === '' || rest.length > 0 || !isRepositoryName(owner, repo)) return undefined;
  return { repository: `${owner}/${repo}`.toLowerCase(), onGithub: isGithub(host.toLowerCase()) };
}

/** A host without a dot is a name out of the user's own ssh configuration (`git@github-work:owner/repo`). */
function isGithub(host: string): boolean {
  return host === HOST || host.endsWith(`.${HOST}`) || (host !== '' && host !== 'localhost' && !host.includes('.'));
}
