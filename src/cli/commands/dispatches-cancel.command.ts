import { dispatchVerb } from '../dispatch.verb.js';
import { OPERATIONS } from '../operations.js';

export const dispatchesCancel = dispatchVerb(
  OPERATIONS.cancelDispatch,
  'One that waits leaves its lane; a running turn is ended.',
);
