import { Module } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import { DispatchModule } from '../dispatch/dispatch.module.js';
import { policyFrom } from '../routing/policy-from-config.js';
import { RoutingModule } from '../routing/routing.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { BoundedQueue } from './bounded.queue.js';
import { DecisionEffects } from './decision.effects.js';
import { DeliveryRouter } from './delivery.router.js';
import { DeliveryStore } from './delivery.store.js';
import { HealthController } from './health.controller.js';
import { IntakeService } from './intake.service.js';
import { LearnedFacts } from './learned.facts.js';
import { RoutingPolicySource } from './routing-policy.source.js';
import { SnapshotStore } from './snapshot.store.js';
import { SpawnDirectories } from './spawn.directories.js';
import { VerdictExecution } from './verdict.execution.js';

/** From a verified delivery to rows that wait in lanes. */
@Module({
  imports: [DispatchModule, RoutingModule, SessionsModule],
  controllers: [HealthController],
  providers: [
    BoundedQueue,
    DecisionEffects,
    DeliveryRouter,
    DeliveryStore,
    IntakeService,
    LearnedFacts,
    SnapshotStore,
    SpawnDirectories,
    VerdictExecution,
    {
      provide: RoutingPolicySource,
      inject: [AppConfig],
      useFactory: (config: AppConfig) => new RoutingPolicySource(policyFrom(config)),
    },
  ],
  exports: [DeliveryRouter, IntakeService, RoutingPolicySource, SnapshotStore],
})
export class IntakeModule {}
