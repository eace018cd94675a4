import { Controller, Get } from '@nestjs/common';
import { IntakeService } from './intake.service.js';

/** Whether the process answers; anything more would tell strangers about the machine. */
@Controller()
export class HealthController {
  constructor(private readonly intake: IntakeService) {}

  @Get('healthz')
  health(): { status: 'ok' | 'stopping' } {
    return { status: this.intake.stopping ? 'stopping' : 'ok' };
  }
}
