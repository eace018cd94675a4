import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { GqlExecutionContext } from '@nestjs/graphql';
import type { GraphQLResolveInfo } from 'graphql';
import { TURNS_MAY } from './caller.decorator.js';
import type { ControlContext } from './control.context.js';
import { forbidden } from './control-error.js';

/** Who may use a root field. That somebody may speak at all was checked at the gate. */
@Injectable()
export class CallerGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const call = GqlExecutionContext.create(context);
    const { caller } = call.getContext<ControlContext>();
    if (caller.kind === 'owner') return true;
    if (this.reflector.get<boolean | undefined>(TURNS_MAY, context.getHandler()) === true) return true;
    throw forbidden(`use ${call.getInfo<GraphQLResolveInfo>().fieldName}`);
  }
}
