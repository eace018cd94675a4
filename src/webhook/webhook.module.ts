import { type DynamicModule, Module } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import type { DoorRules } from './door.js';
import { DoorRulesSource } from './door-rules.source.js';
import { IntakeModule } from './intake.module.js';
import { RejectionCounter } from './rejection.counter.js';
import { WebhookController } from './webhook.controller.js';

/** The door GitHub knocks at. */
@Module({})
export class WebhookModule {
  /** `path` is where deliveries are posted to. */
  static at(path: string, rules: DoorRules): DynamicModule {
    return {
      module: WebhookModule,
      imports: [IntakeModule, RouterModule.register([{ path, module: WebhookModule }])],
      controllers: [WebhookController],
      providers: [{ provide: DoorRulesSource, useValue: new DoorRulesSource(rules) }, RejectionCounter],
      exports: [DoorRulesSource, RejectionCounter],
    };
  }
}
