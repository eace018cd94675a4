import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { failpoint } from '../config/failpoint.js';
import { StoreUnavailableError } from '../database/store-unavailable.error.js';
import { LOGGER } from '../events/logger.token.js';
import { admit, type DoorRequest } from './door.js';
import { DoorRulesSource } from './door-rules.source.js';
import { QueueFullError, ServerStoppingError } from './intake-errors.js';
import { IntakeService } from './intake.service.js';
import { type RefusalReason, REFUSALS } from './refusal.js';
import { RejectionCounter } from './rejection.counter.js';

/** Seconds after which trying again makes sense. */
const RETRY_AFTER = { 'no-room': 30, 'store-unavailable': 10, 'queue-full': 60, 'server-stopping': 30 } as const;

/** GitHub's side of the house: it sees deliveries in, and answers; what they lead to is decided elsewhere. */
@Controller()
export class WebhookController {
  constructor(
    private readonly intake: IntakeService,
    private readonly rules: DoorRulesSource,
    private readonly rejections: RejectionCounter,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  @Post()
  async deliver(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    failpoint('after-read-body');
    const admission = admit(request.body as DoorRequest, this.rules.current);
    if ('refused' in admission) return this.refuse(reply, admission.refused);
    try {
      await reply.code(202).send(await this.intake.receive(admission.delivery));
      failpoint('after-202');
    } catch (error) {
      this.defer(reply, error);
    }
  }

  private refuse(reply: FastifyReply, reason: RefusalReason): void {
    this.rejections.count(reason);
    const { status, sentence } = REFUSALS[reason];
    if (reason === 'no-room') reply.header('retry-after', RETRY_AFTER[reason]);
    void reply.code(status).send({ reason, message: sentence });
  }

  /** Not taken, and said so: GitHub shows the delivery as failed, and it can be sent again from there. */
  private defer(reply: FastifyReply, error: unknown): void {
    const turnedAway = error instanceof QueueFullError || error instanceof ServerStoppingError;
    if (turnedAway) this.rejections.count(error.code);
    else this.log.error({ err: error }, 'A delivery could not be stored');
    const known = turnedAway || error instanceof StoreUnavailableError;
    const reason = known ? error.code : 'store-unavailable';
    const message = known ? error.message : 'The delivery could not be stored; the log of the server says why';
    void reply.code(503).header('retry-after', RETRY_AFTER[reason]).send({ reason, message });
  }
}
