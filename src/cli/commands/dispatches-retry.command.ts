import { dispatchVerb } from '../dispatch.verb.js';
import { OPERATIONS } from '../operations.js';

export const dispatchesRetry = dispatchVerb(
  OPERATIONS.retryDispatch,
  'For one that failed or was set aside: it is queued again.',
);
