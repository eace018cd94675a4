/** The directory new sessions of a repository work in; undefined when a map does not name the repository. */
export function spawnDirectory(
  workdir: string | Readonly<Record<string, string>>,
  owner: string,
  repo: string,
): string | undefined {
  if (typeof workdir === 'string') return workdir;
  const wanted = `${owner}/${repo}`.toLowerCase();
  return Object.entries(workdir).find(([name]) => name.toLowerCase() === wanted)?.[1];
}
