import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Caller } from './caller.js';

/** Who sent which request, as the gate found out. A request nobody admitted has nobody, whatever its headers say. */
@Injectable()
export class RequestCallers {
  private readonly callers = new WeakMap<IncomingMessage, Caller>();

  remember(request: IncomingMessage, caller: Caller): void {
    this.callers.set(request, caller);
  }

  of(request: IncomingMessage): Caller {
    const caller = this.callers.get(request);
    if (caller === undefined) throw new Error('A request reached GraphQL without passing the gate');
    return caller;
  }
}
