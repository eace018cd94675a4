import { isRepositoryName } from '../sessions/work-item-ref.js';
import { HOST } from './checkout-name.js';

/**
 * Where a repository is fetched from: put together from our own host and a checked name. What a payload calls
 * `clone_url` is never used: `ext::sh -c …` is a clone URL too.
 */
export function cloneUrl(protocol: 'https' | 'ssh', repository: { owner: string; repo: string }): string {
  const { owner, repo } = repository;
  if (!isRepositoryName(owner, repo)) throw new Error(`No repository is named ${JSON.stringify(`${owner}/${repo}`)}`);
  return protocol === 'ssh' ? `ssh://git@${HOST}/${owner}/${repo}.git` : `https://${HOST}/${owner}/${repo}.git`;
}
