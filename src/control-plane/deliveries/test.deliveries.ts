import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { randomUUID } from 'node:crypto';
import { admit } from '../../webhook/door.js';
import { DoorRulesSource } from '../../webhook/door-rules.source.js';
import type { IntakeAnswer } from '../../webhook/intake-answer.js';
import { IntakeService } from '../../webhook/intake.service.js';
import { REFUSALS } from '../../webhook/refusal.js';
import { signatureOf } from '../../webhook/signature.js';
import { ControlError } from '../control-error.js';

/** Sends a delivery the way GitHub would: signed with the newest secret, through the same door and the same intake. */
@Injectable()
export class TestDeliveries {
  constructor(
    private readonly intake: IntakeService,
    private readonly modules: ModuleRef,
  ) {}

  async send(event: string, payload: string): Promise<IntakeAnswer> {
    // The rules belong to the door, whose module is made for its path and cannot be imported by name.
    const rules = this.modules.get(DoorRulesSource, { strict: false }).current;
    const body = Buffer.from(payload);
    const [secret] = rules.secrets;
    const headers = {
      'x-github-event': event,
      'x-github-delivery': `test-${randomUUID()}`,
      ...(secret !== undefined && { 'x-hub-signature-256': signatureOf(secret, body) }),
    };
    const admission = admit({ headers, contentType: 'application/json', body, size: body.length }, rules);
    if ('refused' in admission) {
      throw new ControlError(
        admission.refused,
        `The door refused the delivery: ${REFUSALS[admission.refused].sentence}`,
      );
    }
    return this.intake.receive(admission.delivery);
  }
}
