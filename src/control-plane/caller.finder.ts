import { Injectable } from '@nestjs/common';
import { TurnTokens } from '../dispatch/turn.tokens.js';
import type { Caller } from './caller.js';
import { ControlToken } from './control.token.js';

/** Whom a token speaks for, now: a rotated token and the token of an ended turn speak for nobody. */
@Injectable()
export class CallerFinder {
  constructor(
    private readonly owner: ControlToken,
    private readonly turns: TurnTokens,
  ) {}

  find(token: string): Caller | undefined {
    if (this.owner.matches(token)) return { kind: 'owner' };
    const turn = this.turns.whoIs(token);
    return turn && { kind: 'turn', sessionId: turn.sessionId, dispatchId: turn.dispatchId };
  }
}
