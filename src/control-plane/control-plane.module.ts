import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { Module } from '@nestjs/common';
import { GraphQLModule } from '@nestjs/graphql';
import { DispatchModule } from '../dispatch/dispatch.module.js';
import { HarnessModule } from '../harness/harness.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { IntakeModule } from '../webhook/intake.module.js';
import { WorkspaceModule } from '../workspace/workspace.module.js';
import { AccessModule } from './access.module.js';
import { ActivityReads } from './activity/activity.reads.store.js';
import { ActivityWatch } from './activity/activity.watch.js';
import { ControlGate } from './control.gate.js';
import { CONTROL_RESOLVERS } from './control.resolvers.js';
import { ControlSockets } from './control.sockets.js';
import { DeliveryReads } from './deliveries/delivery.reads.store.js';
import { TestDeliveries } from './deliveries/test.deliveries.js';
import { DispatchReads } from './dispatches/dispatch.reads.store.js';
import { ErrorFilter } from './error.filter.js';
import { EventExplainer } from './explain/event.explainer.js';
import { graphqlOptions } from './graphql.options.js';
import { ClearedConversations } from './hooks/cleared.conversations.js';
import { HookReports } from './hooks/hook.reports.js';
import { HookSpool } from './hooks/hook.spool.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { PlaygroundController } from './playground/playground.controller.js';
import { PlaygroundFiles } from './playground/playground.files.js';
import { RequestCallers } from './request.callers.js';
import { PullRequestLinker } from './sessions/pull-request.linker.js';
import { SessionReads } from './sessions/session.reads.store.js';
import { TurnWatch } from './turn-output/turn.watch.js';

/** What the owner and running turns see, steer and follow. `ControlGate` has to be installed before the server listens. */
@Module({
  imports: [
    AccessModule,
    DispatchModule,
    HarnessModule,
    IntakeModule,
    SessionsModule,
    WorkspaceModule,
    GraphQLModule.forRootAsync<ApolloDriverConfig>({
      driver: ApolloDriver,
      imports: [AccessModule],
      inject: [RequestCallers, ErrorFilter],
      useFactory: graphqlOptions,
    }),
  ],
  controllers: [MetricsController, PlaygroundController],
  providers: [
    ...CONTROL_RESOLVERS,
    ActivityReads,
    ActivityWatch,
    ClearedConversations,
    ControlGate,
    ControlSockets,
    DeliveryReads,
    DispatchReads,
    EventExplainer,
    HookReports,
    HookSpool,
    PlaygroundFiles,
    PullRequestLinker,
    SessionReads,
    TestDeliveries,
    TurnWatch,
  ],
  exports: [ControlGate, ControlSockets],
})
export class ControlPlaneModule {}
