import { Module } from '@nestjs/common';
import { ClaudeAdapter } from './claude.adapter.js';
import { CodexAdapter } from './codex.adapter.js';
import { ConversationPresence } from './conversation.presence.js';
import { CursorAdapter } from './cursor.adapter.js';
import type { HarnessAdapter } from './harness.adapter.js';
import { HarnessPreflight } from './harness.preflight.js';
import { HarnessRegistry } from './harness.registry.js';
import { ProcessTable } from './process.table.js';
import { TurnEnding } from './turn.ending.js';
import { TurnRunner } from './turn.runner.js';
import { TurnTiming } from './turn.timing.js';
import { WorkTreeProbe } from './work-tree.probe.js';

/** Every harness there is; a new one is one line here. */
const ADAPTERS = [ClaudeAdapter, CursorAdapter, CodexAdapter];

@Module({
  providers: [
    ...ADAPTERS,
    {
      provide: HarnessRegistry,
      useFactory: (...adapters: HarnessAdapter[]) => new HarnessRegistry(adapters),
      inject: ADAPTERS,
    },
    { provide: TurnTiming, useFactory: () => new TurnTiming() },
    ConversationPresence,
    HarnessPreflight,
    ProcessTable,
    TurnEnding,
    TurnRunner,
    WorkTreeProbe,
  ],
  exports: [HarnessRegistry, HarnessPreflight, TurnRunner, WorkTreeProbe],
})
export class HarnessModule {}
