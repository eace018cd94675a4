import { Module } from '@nestjs/common';
import { ConversationPresence } from './conversation.presence.js';
import type { HarnessAdapter } from './harness.adapter.js';
import { HARNESS_ADAPTERS } from './harness.adapters.js';
import { HarnessPreflight } from './harness.preflight.js';
import { HarnessRegistry } from './harness.registry.js';
import { ProcessTable } from './process.table.js';
import { TurnEnding } from './turn.ending.js';
import { TurnRunner } from './turn.runner.js';
import { TurnTiming } from './turn.timing.js';

@Module({
  providers: [
    ...HARNESS_ADAPTERS,
    {
      provide: HarnessRegistry,
      useFactory: (...adapters: HarnessAdapter[]) => new HarnessRegistry(adapters),
      inject: [...HARNESS_ADAPTERS],
    },
    { provide: TurnTiming, useFactory: () => new TurnTiming() },
    ConversationPresence,
    HarnessPreflight,
    ProcessTable,
    TurnEnding,
    TurnRunner,
  ],
  exports: [HarnessRegistry, HarnessPreflight, TurnRunner],
})
export class HarnessModule {}
