import { OPERATIONS } from '../operations.js';
import { sessionVerb } from '../session.verb.js';

export const sessionsPause = sessionVerb(
  OPERATIONS.pauseSession,
  'A turn that runs is not touched. Its events wait and nothing is lost.',
);
