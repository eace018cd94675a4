/**
 * One piece of work at a time per repository: git's own locks make parallel work on one repository fail rather than
 * wait. Different repositories do not wait for each other.
 */
export class RepositoryQueue {
  private readonly tails = new Map<string, Promise<unknown>>();

  run<T>(repositoryKey: string, work: () => Promise<T>): Promise<T> {
    const before = this.tails.get(repositoryKey) ?? Promise.resolve();
    const mine = before.then(work, work);
    const tail = mine
      .catch(() => undefined)
      .then(() => {
        if (this.tails.get(repositoryKey) === tail) this.tails.delete(repositoryKey);
      });
    this.tails.set(repositoryKey, tail);
    return mine;
  }
}
