import { Mutation } from '@nestjs/graphql';
import { StatePaths } from '../../config/state-paths.js';
import { backUp } from '../../database/database.backup.js';
import { ControlResolver } from '../control-resolver.decorator.js';

@ControlResolver()
export class BackupResolver {
  constructor(private readonly paths: StatePaths) {}

  @Mutation(() => String, {
    description:
      'Copies the database while it is in use; the last three copies are kept. Answers with the path of the new one.',
  })
  backup(): Promise<string> {
    return backUp(this.paths.database, this.paths.backups);
  }
}
