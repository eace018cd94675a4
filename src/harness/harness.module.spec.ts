import { Test } from '@nestjs/testing';
import { HARNESS_NAMES } from '../config/harness-name.js';
import { HarnessModule } from './harness.module.js';
import { HarnessPreflight } from './harness.preflight.js';
import { HarnessRegistry } from './harness.registry.js';
import { TurnRunner } from './turn.runner.js';
import { UnknownHarnessError } from './unknown-harness.error.js';

describe('the harnesses', () => {
  it('are found by name, and an unknown one is answered with those that are known', async () => {
    const module = await Test.createTestingModule({ imports: [HarnessModule] }).compile();
    const registry = module.get(HarnessRegistry);
    expect(registry.names()).toEqual(['claude', 'cursor', 'codex']);
    // One that cannot be named in the configuration would never run.
    expect(registry.names()).toEqual(HARNESS_NAMES);
    expect(registry.get('codex').name).toBe('codex');
    expect(() => registry.get('gpt')).toThrow(UnknownHarnessError);
    expect(() => registry.get('gpt')).toThrow(
      'There is no harness "gpt"; the ones known here are claude, cursor, codex',
    );
    expect(module.get(TurnRunner)).toBeInstanceOf(TurnRunner);
    expect(module.get(HarnessPreflight)).toBeInstanceOf(HarnessPreflight);
  });

  it('have names of their own', async () => {
    const module = await Test.createTestingModule({ imports: [HarnessModule] }).compile();
    const [one] = module.get(HarnessRegistry).all();
    expect(() => new HarnessRegistry([one!, one!])).toThrow('same name');
  });
});
