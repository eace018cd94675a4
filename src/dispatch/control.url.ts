import { Injectable } from '@nestjs/common';

/** Where turns reach the control plane; known once its listener is bound. */
@Injectable()
export class ControlUrl {
  value: string | null = null;
}
