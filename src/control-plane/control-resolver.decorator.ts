import { applyDecorators, type Type, UseFilters, UseGuards, UsePipes, ValidationPipe } from '@nestjs/common';
import { Resolver } from '@nestjs/graphql';
import type { ValidationError } from 'class-validator';
import { CallerGuard } from './caller.guard.js';
import { badInput } from './control-error.js';
import { ErrorFilter } from './error.filter.js';

const checked = new ValidationPipe({ transform: true, exceptionFactory: (errors) => badInput(sentences(errors)) });

/** A resolver of the control plane: guarded, its inputs checked, its errors masked. There is no other kind. */
export function ControlResolver(of?: () => Type<unknown>): ClassDecorator {
  const resolver = of === undefined ? Resolver() : Resolver(of);
  return applyDecorators(resolver, UseGuards(CallerGuard), UsePipes(checked), UseFilters(ErrorFilter));
}

function sentences(errors: readonly ValidationError[]): string[] {
  return errors.flatMap((error) => [...Object.values(error.constraints ?? {}), ...sentences(error.children ?? [])]);
}
