import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { GqlExecutionContext } from '@nestjs/graphql';
import type { Caller } from './caller.js';
import type { ControlContext } from './control.context.js';

export const TURNS_MAY = 'the-loop:turns-may';

/** Opens a root field to running turns too; without it only the owner may use it. The field narrows to their session. */
export const TurnsMay = () => SetMetadata(TURNS_MAY, true);

/** The one who asks, as a parameter. */
export const Asking = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller =>
    GqlExecutionContext.create(context).getContext<ControlContext>().caller,
);
