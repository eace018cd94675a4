const PAGE = 'pageInfo { hasNextPage endCursor }';
const SESSION = 'id workItem harness harnessSessionId cwd status statusReason createdAt lastEventAt recentDeliveries';
const DELIVERY = 'id seq event action receivedAt receivedCount outcome reason refs actor error replayOf';
const DECISION =
  'decision { because mentions { workItem evidence field } steps { kind reason sessionId workItem harness } }';
const DISPATCH =
  'id seq sessionId deliveryId kind reason state outcome detail heldUntil attempts createdAt startedAt endedAt deniedPermissions costUsd';
const ACTIVITY = 'seq time name level deliveryId event action actor workItem sessionId dispatchId harness reason error';

const RELEASE = 'sessionId path tree branches reason detail';

/** Everything the command line asks of a server, in one place, so that a test can hold it against the schema. */
export const OPERATIONS = {
  ping: '{ __typename }',

  status: `{ status { routing startedAt lastDeliveryAt sessions { name count } dispatches { name count }
    waiting { sessionId count reason sentence until session { workItem harness } } } }`,

  doctor: `{ doctor { healthy findings { name state found advice } } }`,

  sessions: `query Sessions($filter: SessionFilter, $first: Int!, $after: String) {
    sessions(filter: $filter, first: $first, after: $after) { nodes { ${SESSION} } ${PAGE} } }`,

  session: `query Session($id: ID, $workItem: String) { session(id: $id, workItem: $workItem) {
    ${SESSION} closedAt endpointOf resumeCommand queueLength
    pullRequests { ref open source } cost { turns usd } } }`,

  registerSession: `mutation Register($input: RegisterSessionInput!) {
    registerSession(input: $input) { ${SESSION} neighbours } }`,
  closeSession: `mutation Close($session: ID!) { closeSession(session: $session) { ${SESSION} } }`,
  pauseSession: `mutation Pause($session: ID!) { pauseSession(session: $session) { ${SESSION} } }`,
  resumeSession: `mutation Resume($session: ID!) { resumeSession(session: $session) { ${SESSION} } }`,
  releaseSession: `mutation Release($session: ID!) { releaseSession(session: $session) { ${SESSION} } }`,
  linkPullRequest: `mutation Link($session: ID!, $pullRequest: String!) {
    linkPullRequest(session: $session, pullRequest: $pullRequest) { ${SESSION} } }`,

  importSession: `mutation Import($record: SessionRecordInput!) {
    importSession(record: $record) { isNew session { id workItem status } } }`,

  reportHook: `mutation Hook($input: ReportHookInput!) { reportHook(input: $input) { outcome handOver } }`,

  deliveries: `query Deliveries($filter: DeliveryFilter, $first: Int!, $after: String) {
    deliveries(filter: $filter, first: $first, after: $after) { nodes { ${DELIVERY} } ${PAGE} } }`,

  delivery: `query Delivery($id: ID!, $withPayload: Boolean = false) { delivery(id: $id) {
    ${DELIVERY} explanation ${DECISION} dispatches { ${DISPATCH} }
    payload @include(if: $withPayload) } }`,

  replayDelivery: `mutation Replay($id: ID!) { replayDelivery(id: $id) { ${DELIVERY} explanation } }`,

  explain: `query Explain($event: String!, $payload: String!, $empty: Boolean!) {
    explain(event: $event, payload: $payload, empty: $empty) { outcome reason explanation refs ${DECISION} } }`,

  dispatches: `query Dispatches($filter: DispatchFilter, $first: Int!, $after: String) {
    dispatches(filter: $filter, first: $first, after: $after) { nodes { ${DISPATCH} } ${PAGE} } }`,

  retryDispatch: `mutation Retry($id: ID!) { retryDispatch(id: $id) { ${DISPATCH} } }`,
  cancelDispatch: `mutation Cancel($id: ID!) { cancelDispatch(id: $id) { ${DISPATCH} } }`,

  workspaces: `{ workspaces { kind path sizeBytes sessionId sessionStatus workItem branch state reason detail createdAt } }`,
  releaseWorkspace: `mutation Release($session: ID!, $discard: Boolean!) {
    releaseWorkspace(session: $session, discard: $discard) { ${RELEASE} } }`,
  pruneWorkspaces: `mutation Prune { pruneWorkspaces { releases { ${RELEASE} } clones } }`,

  backup: 'mutation Backup { backup }',

  activity: `query Activity($filter: ActivityFilter, $first: Int!, $after: ID) {
    activity(filter: $filter, first: $first, after: $after) { nodes { ${ACTIVITY} } ${PAGE} } }`,

  followActivity: `subscription Follow($after: ID, $filter: ActivityFilter) {
    activity(after: $after, filter: $filter) { ${ACTIVITY} } }`,

  turnOutput: `subscription Output($dispatchId: ID!, $after: Int) {
    turnOutput(dispatchId: $dispatchId, after: $after) { after kind text tool subject failed json } }`,
} as const;
