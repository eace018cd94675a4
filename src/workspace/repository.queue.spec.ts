import { RepositoryQueue } from './repository.queue.js';

test('work on one repository waits its turn, also behind work that failed; others do not wait', async () => {
  const queue = new RepositoryQueue();
  const told: string[] = [];
  let open!: () => void;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const first = queue.run('a', async () => {
    await gate;
    told.push('first');
    throw new Error('broken');
  });
  const second = queue.run('a', async () => told.push('second'));
  await queue.run('b', async () => told.push('other'));
  expect(told).toEqual(['other']);
  open();
  await expect(first).rejects.toThrow('broken');
  await second;
  expect(told).toEqual(['other', 'first', 'second']);
});
