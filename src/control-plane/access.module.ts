import { Module } from '@nestjs/common';
import { DispatchModule } from '../dispatch/dispatch.module.js';
import { CallerFinder } from './caller.finder.js';
import { ControlToken } from './control.token.js';
import { ErrorFilter } from './error.filter.js';
import { RequestCallers } from './request.callers.js';

/** Who speaks to the control plane, and what they are told when something is wrong. */
@Module({
  imports: [DispatchModule],
  providers: [CallerFinder, ControlToken, ErrorFilter, RequestCallers],
  exports: [CallerFinder, ErrorFilter, RequestCallers],
})
export class AccessModule {}
