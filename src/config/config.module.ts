import { type DynamicModule, Module } from '@nestjs/common';
import { AppConfig } from './app-config.js';
import { StatePaths } from './state-paths.js';

@Module({})
export class ConfigModule {
  static with(config: AppConfig, paths: StatePaths): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [
        { provide: AppConfig, useValue: config },
        { provide: StatePaths, useValue: paths },
      ],
      exports: [AppConfig, StatePaths],
    };
  }
}
