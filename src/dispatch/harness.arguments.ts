import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import { harnessSettings } from '../config/harness-settings.js';
import { BadConfigurationError } from '../harness/bad-configuration.error.js';
import { HarnessRegistry } from '../harness/harness.registry.js';

/** Arguments of the user's with which no turn could run stop the start, before every event fails for the same reason. */
@Injectable()
export class HarnessArguments implements OnModuleInit {
  constructor(
    private readonly harnesses: HarnessRegistry,
    private readonly config: AppConfig,
  ) {}

  onModuleInit(): void {
    const problems = this.harnesses
      .all()
      .flatMap((adapter) => adapter.argumentProblem(harnessSettings(this.config, adapter.name)?.extraArgs ?? []) ?? []);
    if (problems.length > 0) throw new BadConfigurationError(problems.join('\n'));
  }
}
