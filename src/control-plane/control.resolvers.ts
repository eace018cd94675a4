import { ActivityResolver } from './activity/activity.resolver.js';
import { BackupResolver } from './backup/backup.resolver.js';
import { ConfigResolver } from './config/config.resolver.js';
import { DeliveryCommandsResolver } from './deliveries/delivery.commands.resolver.js';
import { DeliveryResolver } from './deliveries/delivery.resolver.js';
import { DispatchCommandsResolver } from './dispatches/dispatch.commands.resolver.js';
import { DispatchResolver } from './dispatches/dispatch.resolver.js';
import { DoctorResolver } from './doctor/doctor.resolver.js';
import { ExplainResolver } from './explain/explain.resolver.js';
import { HooksResolver } from './hooks/hooks.resolver.js';
import { SessionCommandsResolver } from './sessions/session.commands.resolver.js';
import { SessionImportResolver } from './sessions/session.import.resolver.js';
import { SessionResolver } from './sessions/session.resolver.js';
import { StatusResolver } from './status/status.resolver.js';
import { TurnOutputResolver } from './turn-output/turn-output.resolver.js';
import { WorkspacesResolver } from './workspaces/workspaces.resolver.js';

/** Everything that makes the schema; also what the schema is printed from without a server. */
export const CONTROL_RESOLVERS = [
  ActivityResolver,
  BackupResolver,
  ConfigResolver,
  DeliveryCommandsResolver,
  DeliveryResolver,
  DispatchCommandsResolver,
  DispatchResolver,
  DoctorResolver,
  ExplainResolver,
  HooksResolver,
  SessionCommandsResolver,
  SessionImportResolver,
  SessionResolver,
  StatusResolver,
  TurnOutputResolver,
  WorkspacesResolver,
];
