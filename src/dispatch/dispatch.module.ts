import { Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { AppConfig } from '../config/app-config.js';
import { LOGGER } from '../events/logger.token.js';
import { HarnessModule } from '../harness/harness.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { WorkspaceModule } from '../workspace/workspace.module.js';
import { CheckoutNeeds } from './checkout.needs.js';
import { CheckoutObstacles } from './checkout.obstacles.js';
import { ControlUrl } from './control.url.js';
import { DispatchAdmission } from './dispatch.admission.js';
import { DispatchBudget } from './dispatch.budget.js';
import { DispatchClaims } from './dispatch.claims.js';
import { DispatchCommands } from './dispatch.commands.js';
import { DispatchJournal } from './dispatch.journal.js';
import { DispatchLanes, type Ticket } from './dispatch.lanes.js';
import { DispatchLife } from './dispatch.life.js';
import { DispatchOutcomes } from './dispatch.outcomes.js';
import { DispatchPrompts } from './dispatch.prompts.js';
import { DispatchQueue } from './dispatch.queue.js';
import { DispatchRecovery } from './dispatch.recovery.js';
import { DispatchRunner } from './dispatch.runner.js';
import { DispatchService } from './dispatch.service.js';
import { DispatchSettler } from './dispatch.settler.js';
import { DispatchTurns } from './dispatch.turns.js';
import { DispatchWaker } from './dispatch.waker.js';
import { EndpointDecline } from './endpoint.decline.js';
import { HarnessArguments } from './harness.arguments.js';
import { HarnessPauses } from './harness.pauses.js';
import { loadPromptTemplates } from './prompt/prompt.templates.js';
import { PROMPT_TEMPLATES } from './prompt.templates.token.js';
import { OpenConversations } from './open.conversations.js';
import { RunningTurns } from './running.turns.js';
import { SessionBinding } from './session.binding.js';
import { SessionCheckouts } from './session.checkouts.js';
import { SessionClosing } from './session.closing.js';
import { SessionCommands } from './session.commands.js';
import { SessionFinder } from './session.finder.js';
import { SessionImporter } from './session.importer.js';
import { TurnPreflight } from './turn.preflight.js';
import { TurnSpecs } from './turn.specs.js';
import { TurnTokens } from './turn.tokens.js';

@Module({
  imports: [SessionsModule, HarnessModule, WorkspaceModule],
  providers: [
    { provide: DispatchLanes, useFactory: lanesOf, inject: [AppConfig, LOGGER] },
    { provide: PROMPT_TEMPLATES, useFactory: loadPromptTemplates, inject: [AppConfig] },
    CheckoutNeeds,
    CheckoutObstacles,
    ControlUrl,
    DispatchAdmission,
    DispatchBudget,
    DispatchClaims,
    DispatchCommands,
    DispatchJournal,
    DispatchLife,
    DispatchOutcomes,
    DispatchPrompts,
    DispatchQueue,
    DispatchRecovery,
    DispatchRunner,
    DispatchService,
    DispatchSettler,
    DispatchTurns,
    DispatchWaker,
    EndpointDecline,
    HarnessArguments,
    HarnessPauses,
    OpenConversations,
    RunningTurns,
    SessionBinding,
    SessionCheckouts,
    SessionClosing,
    SessionCommands,
    SessionFinder,
    SessionImporter,
    TurnPreflight,
    TurnSpecs,
    TurnTokens,
  ],
  exports: [
    ControlUrl,
    DispatchLanes,
    DispatchQueue,
    DispatchService,
    OpenConversations,
    RunningTurns,
    SessionFinder,
    SessionImporter,
    TurnTokens,
  ],
})
export class DispatchModule {}

function lanesOf(config: AppConfig, logger: Logger): DispatchLanes {
  const { maxConcurrentDispatches } = config.webhooks.ghWebhook.routing;
  const report = (err: unknown, ticket: Ticket): void => logger.error({ err, ...ticket }, 'A turn met a defect');
  return new DispatchLanes(maxConcurrentDispatches, report);
}
