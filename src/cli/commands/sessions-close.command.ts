import { OPERATIONS } from '../operations.js';
import { sessionVerb } from '../session.verb.js';

export const sessionsClose = sessionVerb(
  OPERATIONS.closeSession,
  'What waits is cancelled and a running turn is ended. The record keeps its conversation and its directory.',
);
