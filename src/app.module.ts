import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import type { AppConfig } from './config/app-config.js';
import { ConfigModule } from './config/config.module.js';
import type { StatePaths } from './config/state-paths.js';
import { ControlPlaneModule } from './control-plane/control-plane.module.js';
import { DatabaseModule } from './database/database.module.js';
import { HistoryModule } from './dispatch/history.module.js';
import { EventsModule } from './events/events.module.js';
import { WebhookModule } from './webhook/webhook.module.js';

export interface AppParts {
  readonly config: AppConfig;
  readonly paths: StatePaths;
  readonly logger: Logger;
  /** Secrets deliveries may be signed with; the oldest may go when GitHub has the newest. */
  readonly secrets: readonly string[];
}

/** The whole house: configuration, store and events below, the two sides that face the world above. */
@Module({})
export class AppModule {
  static of({ config, paths, logger, secrets }: AppParts): DynamicModule {
    const { path, allowUnsigned, maxBodyBytes } = config.webhooks.ghWebhook;
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(config, paths),
        EventsModule.with(logger),
        DatabaseModule.at(paths.database),
        WebhookModule.at(path, { secrets, allowUnsigned, maxBodyBytes }),
        ControlPlaneModule,
        HistoryModule,
      ],
    };
  }
}
