import { Query } from '@nestjs/graphql';
import { homedir } from 'node:os';
import { AppConfig } from '../../config/app-config.js';
import { StatePaths } from '../../config/state-paths.js';
import { HarnessRegistry } from '../../harness/harness.registry.js';
import { ControlResolver } from '../control-resolver.decorator.js';
import { DoctorType } from './doctor.type.js';
import { examine } from './house.doctor.js';

@ControlResolver()
export class DoctorResolver {
  constructor(
    private readonly config: AppConfig,
    private readonly paths: StatePaths,
    private readonly harnesses: HarnessRegistry,
  ) {}

  @Query(() => DoctorType, {
    description:
      'Looks at programs, log-ins, directories, secret, token, ports, database and disk, and says what has to be done. Takes a few seconds; changes nothing.',
  })
  async doctor(): Promise<DoctorType> {
    const { config, paths } = this;
    const findings = await examine({ config, paths, env: process.env, home: homedir() }, this.harnesses.all());
    return { healthy: findings.every(({ state }) => state !== 'problem'), findings };
  }
}
