import type { HarnessAdapter } from './harness.adapter.js';
import { UnknownHarnessError } from './unknown-harness.error.js';

/** The harnesses that turns can run on, by the name a session carries. */
export class HarnessRegistry {
  private readonly adapters: ReadonlyMap<string, HarnessAdapter>;

  constructor(adapters: readonly HarnessAdapter[]) {
    this.adapters = new Map(adapters.map((adapter) => [adapter.name, adapter]));
    if (this.adapters.size < adapters.length) throw new Error('Two harness adapters have the same name');
  }

  get(name: string): HarnessAdapter {
    const adapter = this.adapters.get(name);
    if (adapter === undefined) throw new UnknownHarnessError(name, this.names());
    return adapter;
  }

  /** Undefined for a name that a session still carries and no adapter has any more. */
  find(name: string): HarnessAdapter | undefined {
    return this.adapters.get(name);
  }

  names(): string[] {
    return [...this.adapters.keys()];
  }

  all(): HarnessAdapter[] {
    return [...this.adapters.values()];
  }
}
