import { Injectable } from '@nestjs/common';
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { AppConfig } from '../config/app-config.js';
import { findExecutable } from '../config/executable.finder.js';
import { harnessSettings } from '../config/harness-settings.js';
import { Transactions } from '../database/database.transactions.js';
import type { Tx } from '../database/database.tx.js';
import { SessionEntity } from '../database/entities/session.entity.js';
import { TreeRecordEntity } from '../database/entities/tree-record.entity.js';
import type { Fact } from '../events/activity.js';
import { RegistrationRefusedError, SessionAlreadyActiveError } from './session-errors.js';
import { SessionPlaces, type Surroundings } from './session.places.js';
import { SessionStates } from './session.states.js';
import { SessionStore } from './session.store.js';
import { formatWorkItemRef, parseWorkItemRef, type WorkItemRef } from './work-item-ref.js';

export interface Registration {
  readonly workItem: string;
  readonly harness: string;
  readonly harnessSessionId: string;
  /** Absolute path of the working tree. */
  readonly cwd: string;
  /** Re-bind the record of the item's open session to what is given here; its queue is kept. */
  readonly force?: boolean;
  /** false leaves out the look for the binary and the directory; `force` does not. */
  readonly check?: boolean;
}

/** No leading hyphen: the id becomes an argument of the harness's command line. */
const HARNESS_SESSION_ID = /^[A-Za-z0-9_][A-Za-z0-9._:-]{0,199}$/;

/** Ties a work item to a conversation that exists already, at the word of a person or a hook. */
@Injectable()
export class SessionRegistry {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: SessionStore,
    private readonly states: SessionStates,
    private readonly places: SessionPlaces,
    private readonly config: AppConfig,
  ) {}

  /** The open session that a registration would meet; for a caller that has to end its running turn first. */
  holder(workItem: string): Promise<SessionEntity | undefined> {
    const ref = parseWorkItemRef(workItem);
    return this.transactions.run((tx) => this.store.openFor(tx, ref));
  }

  /**
   * Throws InvalidWorkItemRefError, RegistrationRefusedError (missing binary or directory, unknown harness, unusable id,
   * a checkout of another session) and SessionAlreadyActiveError. A shared directory that is no checkout of ours is
   * allowed, and told with a warning.
   */
  async register(wanted: Registration): Promise<SessionEntity> {
    const ref = parseWorkItemRef(wanted.workItem);
    const cwd = await this.checked(ref, wanted);
    const around = await this.places.around(cwd);
    return this.transactions.run((tx) => {
      const shared = this.sharedWith(tx, ref, cwd, around);
      const open = this.store.openFor(tx, ref);
      const session = open ? this.rebind(tx, open, { ...wanted, cwd }) : this.bind(tx, ref, { ...wanted, cwd });
      const { id, workItem, harness } = session;
      const told = { reason: open ? 'rebound' : null, ...shared };
      tx.record({ name: 'session.registered', sessionId: id, workItem, harness, ...told });
      return session;
    });
  }

  /** Throws what `register` would, but for the session that the item has already. */
  async check(wanted: Registration): Promise<void> {
    const ref = parseWorkItemRef(wanted.workItem);
    const cwd = await this.checked(ref, wanted);
    const around = await this.places.around(cwd);
    await this.transactions.run((tx) => this.sharedWith(tx, ref, cwd, around));
  }

  /** Two agents in one tree ruin each other's work without either noticing. */
  private sharedWith(tx: Tx, ref: WorkItemRef, cwd: string, around: Surroundings): Partial<Fact> {
    const neighbour = this.places.neighbour(tx, ref, around);
    if (neighbour === undefined) return {};
    if (around.isOwned) throw RegistrationRefusedError.takenDirectory(formatWorkItemRef(ref), cwd, neighbour);
    const error = `"${cwd}" is the directory of ${neighbour.workItem}, too: their agents work in one tree`;
    return { level: 'warn', reason: 'shared-directory', error };
  }

  private async checked(ref: WorkItemRef, wanted: Registration): Promise<string> {
    const item = formatWorkItemRef(ref);
    if (!HARNESS_SESSION_ID.test(wanted.harnessSessionId)) throw RegistrationRefusedError.unusableId(item, wanted);
    const settings = harnessSettings(this.config, wanted.harness);
    if (settings === undefined) {
      throw RegistrationRefusedError.unknownHarness(item, wanted.harness, Object.keys(this.config.harnesses));
    }
    if (!isAbsolute(wanted.cwd))
      throw RegistrationRefusedError.noDirectory(item, wanted.cwd, 'is not an absolute path');
    if (wanted.check === false) return wanted.cwd;

    const { binary } = settings;
    if (findExecutable(binary, process.env.PATH ?? '') === undefined) {
      throw RegistrationRefusedError.noBinary(item, wanted.harness, binary);
    }
    const found = await stat(wanted.cwd).catch(() => undefined);
    if (found === undefined) throw RegistrationRefusedError.noDirectory(item, wanted.cwd, 'does not exist');
    if (!found.isDirectory()) throw RegistrationRefusedError.noDirectory(item, wanted.cwd, 'is not a directory');
    return realpath(wanted.cwd);
  }

  /** A stale session waits for exactly this; any other open one is replaced only at the owner's explicit word. */
  private rebind(tx: Tx, open: SessionEntity, wanted: Registration): SessionEntity {
    if (open.status === 'closing' || (!wanted.force && open.status !== 'stale'))
      throw new SessionAlreadyActiveError(open);
    return this.fill(tx, open, wanted);
  }

  /** A closed record of the item is taken up again, with its history; otherwise a new one is made. */
  private bind(tx: Tx, ref: WorkItemRef, wanted: Registration): SessionEntity {
    const closed = this.store.lastClosedFor(tx, ref);
    if (closed === undefined)
      return this.fill(tx, this.store.reserve(tx, { ...wanted, workItem: ref, repositoryId: null }), wanted);
    const { cwd, harness } = wanted;
    this.states.reopen(tx, closed.id, 'session.reopened');
    return this.fill(tx, closed, { ...wanted, cwd, harness });
  }

  private fill(tx: Tx, session: SessionEntity, wanted: Registration): SessionEntity {
    this.states.rebound(tx, session.id, wanted.harnessSessionId);
    this.states.release(tx, session.id);
    const { harness, cwd } = wanted;
    // Bound to another directory, it works there as it stands, and no longer in a checkout that is made for it.
    const checkout = session.cwd === cwd ? session.checkout : null;
    tx.update(SessionEntity, { id: session.id }, { harness, cwd, checkout });
    // Whoever registers says that the tree is the right one as it is now.
    tx.delete(TreeRecordEntity, { sessionId: session.id });
    return this.store.get(tx, session.id)!;
  }
}
