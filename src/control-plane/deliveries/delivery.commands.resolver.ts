import { Args, ID, Mutation } from '@nestjs/graphql';
import type { DeliveryEntity } from '../../database/entities/delivery.entity.js';
import type { IntakeAnswer } from '../../webhook/intake-answer.js';
import { IntakeService } from '../../webhook/intake.service.js';
import { ControlResolver } from '../control-resolver.decorator.js';
import { DeliveryReads } from './delivery.reads.store.js';
import { DeliveryType } from './delivery.type.js';
import { TestDeliveries } from './test.deliveries.js';

@ControlResolver()
export class DeliveryCommandsResolver {
  constructor(
    private readonly intake: IntakeService,
    private readonly tests: TestDeliveries,
    private readonly deliveries: DeliveryReads,
  ) {}

  @Mutation(() => DeliveryType, {
    description:
      'Routes a stored delivery anew, as a delivery of its own that names the first in `replayOf`. Codes: delivery-not-found, queue-full, server-stopping.',
  })
  async replayDelivery(@Args('id', { type: () => ID, description: 'The delivery to route anew.' }) id: string) {
    return this.stored(await this.intake.replay(id));
  }

  @Mutation(() => DeliveryType, {
    description:
      'Signs a payload and sends it through the real door, as GitHub would. Codes: the reasons of the door, queue-full, server-stopping.',
  })
  async sendTestDelivery(
    @Args('event', { type: () => String, description: "GitHub's name of the event, for example `issue_comment`." })
    event: string,
    @Args('payload', { type: () => String, description: "The event's payload as JSON text." }) payload: string,
  ) {
    return this.stored(await this.tests.send(event, payload));
  }

  /** What the intake has answered is committed, so the reading source sees it. */
  private async stored({ deliveryId }: IntakeAnswer): Promise<DeliveryEntity | null> {
    return this.deliveries.one(deliveryId, undefined);
  }
}
