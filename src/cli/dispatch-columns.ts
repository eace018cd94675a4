import type { DispatchFields } from './dispatch-fields.js';

/** What a list of dispatches shows of each. */
export const DISPATCH_COLUMNS = [
  { title: 'dispatch', of: (dispatch: DispatchFields) => dispatch.id },
  { title: 'kind', of: (dispatch: DispatchFields) => dispatch.kind },
  { title: 'state', of: (dispatch: DispatchFields) => dispatch.state, state: true },
  { title: 'outcome', of: (dispatch: DispatchFields) => outcomeOf(dispatch) },
  { title: 'queued', of: (dispatch: DispatchFields) => dispatch.createdAt },
  { title: 'session', of: (dispatch: DispatchFields) => dispatch.sessionId },
  { title: 'delivery', of: (dispatch: DispatchFields) => dispatch.deliveryId },
];

function outcomeOf({ outcome, deniedPermissions }: DispatchFields): string {
  return deniedPermissions ? `${outcome}, ${deniedPermissions} denied` : (outcome ?? '');
}
