import type { TreeFacts } from './tree.facts.js';

/** A working tree as it was first seen. */
export interface RecordedTree {
  readonly topLevel: string | null;
  readonly repositories: readonly string[];
}

export interface TreeProblem {
  readonly reason: 'directory-gone' | 'wrong-repository';
  readonly detail: string;
}

/** Why a turn must not run in a directory; undefined when it is the tree the session works in. */
export function treeProblem(
  directory: string,
  facts: TreeFacts,
  recorded: RecordedTree | null,
  repository: string,
): TreeProblem | undefined {
  if (facts.kind === 'gone') {
    return gone(
      `the directory "${directory}" is not there any more; bring it back, or register the session with another`,
    );
  }
  if (recorded === null || recorded.topLevel === null) return undefined;
  if (facts.kind === 'no-tree') {
    const said = facts.said === null ? 'it is no git work tree any more' : `git refuses to look at it: "${facts.said}"`;
    return gone(`"${directory}" was the work tree "${recorded.topLevel}"; ${said}`);
  }
  if (facts.topLevel !== recorded.topLevel) {
    return gone(
      `"${directory}" belonged to the work tree "${recorded.topLevel}" and now belongs to "${facts.topLevel}"`,
    );
  }
  const known = [...recorded.repositories, repository];
  if (recorded.repositories.length === 0 || facts.repositories.some((each) => known.includes(each))) return undefined;
  const now = facts.repositories.length === 0 ? 'no remote on GitHub' : facts.repositories.join(', ');
  return gone(`"${directory}" was a tree of ${recorded.repositories.join(', ')} and now has ${now}`);
}

/**
 * A new conversation about a repository begins in a tree of that repository, or not at all. A directory without git is
 * no tree of another one.
 */
export function repositoryProblem(directory: string, facts: TreeFacts, repository: string): TreeProblem | undefined {
  if (facts.kind === 'no-tree' && facts.said === null) return undefined;
  if (facts.kind === 'tree' && [...facts.repositories, ...facts.elsewhere].includes(repository)) return undefined;
  return {
    reason: 'wrong-repository',
    detail:
      `Cannot start work on ${repository} in "${directory}": ${found(facts)}; ` +
      'add a remote, or name the directory of that repository in routing.spawnWorkdir',
  };
}

function found(facts: TreeFacts): string {
  if (facts.kind === 'gone') return 'it is not there';
  if (facts.kind === 'no-tree') return `git refuses to look at it: "${facts.said}"`;
  return facts.repositories.length === 0
    ? 'it has no remote on GitHub'
    : `its remotes are ${facts.repositories.join(', ')}`;
}

function gone(what: string): TreeProblem {
  return { reason: 'directory-gone', detail: `Cannot run a turn: ${what}` };
}
