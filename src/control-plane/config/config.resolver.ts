import { Query } from '@nestjs/graphql';
import { AppConfig } from '../../config/app-config.js';
import { StatePaths } from '../../config/state-paths.js';
import { ControlResolver } from '../control-resolver.decorator.js';
import { EffectiveConfigType } from './config.type.js';
import { settingsOf } from './settings-of.js';

@ControlResolver()
export class ConfigResolver {
  constructor(
    private readonly effective: AppConfig,
    private readonly paths: StatePaths,
  ) {}

  @Query(() => EffectiveConfigType, { description: 'The configuration in effect, without secrets.' })
  config(): EffectiveConfigType {
    const defaults = new Map(settingsOf(new AppConfig()).map(({ key, value }) => [key, value]));
    const settings = settingsOf(this.effective).map((setting) => ({
      ...setting,
      isDefault: defaults.get(setting.key) === setting.value,
    }));
    return { stateRoot: this.paths.root, settings };
  }
}
