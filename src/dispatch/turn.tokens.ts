import { Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';

/** Whom a token speaks for. */
export interface TurnIdentity {
  readonly sessionId: string;
  readonly dispatchId: string;
}

export interface IssuedToken {
  /** For the environment of the harness; kept nowhere else. */
  readonly token: string;
  /** For the row, so that a turn adopted by a later start keeps its voice. */
  readonly hash: string;
}

/**
 * The tokens of running turns, as hashes. With one, a harness or its hooks may see and touch their own session, and
 * nothing else; it dies with the turn.
 */
@Injectable()
export class TurnTokens {
  private readonly living = new Map<string, TurnIdentity>();

  issue(): IssuedToken {
    const token = `tlt_${randomBytes(32).toString('base64url')}`;
    return { token, hash: hashOf(token) };
  }

  /** From now on the token speaks for this turn. */
  admit(hash: string, identity: TurnIdentity): void {
    this.living.set(hash, identity);
  }

  whoIs(token: string): TurnIdentity | undefined {
    return this.living.get(hashOf(token));
  }

  end(dispatchId: string): void {
    for (const [hash, identity] of this.living) if (identity.dispatchId === dispatchId) this.living.delete(hash);
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
