import { OPERATIONS } from '../operations.js';
import { sessionVerb } from '../session.verb.js';

export const sessionsResume = sessionVerb(OPERATIONS.resumeSession, 'The events that waited go on, in their order.');
