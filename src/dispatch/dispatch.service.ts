import { Injectable } from '@nestjs/common';
import type { DispatchEntity } from '../database/entities/dispatch.entity.js';
import type { SessionEntity } from '../database/entities/session.entity.js';
import type { Registration } from '../sessions/session.registry.js';
import { DispatchCommands } from './dispatch.commands.js';
import { DispatchLife } from './dispatch.life.js';
import { SessionBinding } from './session.binding.js';
import { SessionClosing } from './session.closing.js';
import { SessionCommands } from './session.commands.js';

/**
 * The room's front: its life, and what the owner may ask of it. Sessions are named by their id or their work item.
 * Refusals are errors with a stable `code`.
 */
@Injectable()
export class DispatchService {
  constructor(
    private readonly life: DispatchLife,
    private readonly rows: DispatchCommands,
    private readonly sessions: SessionCommands,
    private readonly closing: SessionClosing,
    private readonly binding: SessionBinding,
  ) {}

  start(): Promise<void> {
    return this.life.start();
  }

  stop(drainSeconds: number, kill = false): Promise<void> {
    return this.life.stop(drainSeconds, kill);
  }

  cancel(dispatchId: string): Promise<DispatchEntity> {
    return this.rows.cancel(dispatchId);
  }

  retry(dispatchId: string): Promise<DispatchEntity> {
    return this.rows.retry(dispatchId);
  }

  pause(session: string): Promise<SessionEntity> {
    return this.sessions.pause(session);
  }

  resume(session: string): Promise<SessionEntity> {
    return this.sessions.resume(session);
  }

  release(session: string): Promise<SessionEntity> {
    return this.sessions.release(session);
  }

  /** At once: what waits is cancelled, a running turn is ended. */
  closeSession(session: string): Promise<SessionEntity> {
    return this.closing.close(session);
  }

  /** Behind what waits and runs; for a turn that closes its own session. */
  closeInLane(session: string): Promise<SessionEntity> {
    return this.closing.closeInLane(session);
  }

  registerSession(registration: Registration): Promise<SessionEntity> {
    return this.binding.register(registration);
  }
}
