import { routingService } from '../../test/routing/in-memory.js';
import {
  attachedPullRequest,
  comment,
  checkRun,
  delivery,
  head,
  issue,
  issueOfPullRequest,
  pullRequest,
} from '../../test/routing/payloads.js';
import { parseWorkItemRef } from '../sessions/work-item-ref.js';
import { wantedCheckout } from './wanted-checkout.js';

const routing = routingService();

function wanted(name: string, payload: unknown, number: number, checkout?: { repository: string; branch: string }) {
  const event = routing.read(name, 'd-1', payload);
  const workItem = parseWorkItemRef(`github:octo-org/octo-repo#${number}`);
  return wantedCheckout({ event, mentions: routing.mentions(event) }, { workItem, checkout });
}

const repository = 'octo-org/octo-repo';
const opened = delivery('opened', { pull_request: pullRequest({ body: 'Closes #12', head: head('tweak') }) });
const failed = delivery('completed', { check_run: checkRun({ pull_requests: [attachedPullRequest(44)] }) });

test.each([
  ['an issue', wanted('issues', delivery('labeled', { issue: issue() }), 12), null, false],
  ['the issue that a pull request closes', wanted('pull_request', opened, 12), null, false],
  ['the pull request itself', wanted('pull_request', opened, 44), 'tweak', true],
  ['a pull request in a conversation', wanted('issue_comment', delivery("created", { issue: issueOfPullRequest(), comment: comment() }), 44), null, true], // prettier-ignore
  ['the pull request that CI names', wanted('check_run', failed, 44), null, true],
])('the checkout for %s', (_, found, branch, isPullRequest) => {
  expect(found).toEqual({ repository, branch, isPullRequest });
});

test('what was decided for a contribution stands', () => {
  const checkout = { repository: 'octo-org/octo-lib', branch: 'widget' };
  expect(wanted('pull_request', opened, 44, checkout)).toEqual({ ...checkout, isPullRequest: true });
});
