/** Everything the command line asks of a server, in one place, so that a test can hold it against the schema. */
const PAGE = 'pageInfo { hasNextPage endCursor }';
const SESSION = 'id workItem harness harnessSessionId cwd status statusReason createdAt lastEventAt recentDeliveries';
const DELIVERY = 'id seq event action receivedAt receivedCount outcome reason refs actor error replayOf';
const DISPATCH =
  'id seq sessionId deliveryId kind reason state outcome detail heldUntil attempts createdAt startedAt endedAt deniedPermissions costUsd';
const ACTIVITY = 'seq time name level deliveryId event action actor workItem sessionId dispatchId harness reason error';

export const OPERATIONS = {
  sessions: `query Sessions($filter: SessionFilter, $first: Int!, $after: String) {
    sessions(filter: $filter, first: $first, after: $after) { nodes { ${SESSION} } ${PAGE} } }`,

  session: `query Session($id: ID, $workItem: String) { session(id: $id, workItem: $workItem) {
    ${SESSION} closedAt endpointOf resumeCommand
    pullRequests { ref open source } cost { turns usd } } }`,

  registerSession: `mutation Register($input: RegisterSessionInput!) { registerSession(input: $input) { ${SESSION} } }`,

  closeSession: `mutation Close($id: ID, $workItem: String) { closeSession(id: $id, workItem: $workItem) { ${SESSION} } }`,

  deliveries: `query Deliveries($filter: DeliveryFilter, $first: Int!, $after: String) {
    deliveries(filter: $filter, first: $first, after: $after) { nodes { ${DELIVERY} } ${PAGE} } }`,

  delivery: `query Delivery($id: ID!) { delivery(id: $id) {
    ${DELIVERY} explanation payload
    decision { because mentions { workItem evidence field } steps { kind reason sessionId workItem harness } }
    dispatches { ${DISPATCH} } } }`,

  dispatches: `query Dispatches($filter: DispatchFilter, $first: Int!, $after: String) {
    dispatches(filter: $filter, first: $first, after: $after) { nodes { ${DISPATCH} } ${PAGE} } }`,

  activity: `query Activity($filter: ActivityFilter, $first: Int!, $after: ID) {
    activity(filter: $filter, first: $first, after: $after) { nodes { ${ACTIVITY} } ${PAGE} } }`,

  followActivity: `subscription Follow($after: ID, $filter: ActivityFilter) {
    activity(after: $after, filter: $filter) { ${ACTIVITY} } }`,

  turnOutput: `subscription Output($dispatchId: ID!, $after: Int) {
    turnOutput(dispatchId: $dispatchId, after: $after) { offset text } }`,
} as const;
