import { NOTHING_KNOWN, OPEN_POLICY, routingService, session } from '../../test/routing/in-memory.js';
import { delivery, pullRequest } from '../../test/routing/payloads.js';
import { decide } from './decide.js';
import { explain } from './explain.js';

describe('explaining a decision', () => {
  test('tells the items with their evidence, the decision and the rule', () => {
    const routing = routingService();
    const payload = delivery('opened', { pull_request: pullRequest({ body: 'Closes #12' }) });
    const event = routing.read('pull_request', 'd-1', payload);
    const named = routing.mentions(event);
    const bound = session('octo-org/octo-repo#13', { id: 's-13', pullRequests: ['octo-org/octo-repo#44'] });
    const verdict = decide(event, named, { ...NOTHING_KNOWN, sessions: [bound] }, OPEN_POLICY);
    expect(explain(named, verdict)).toEqual({
      refs: ['github:octo-org/octo-repo#12', 'github:octo-org/octo-repo#44'],
      mentions: [
        { ref: 'github:octo-org/octo-repo#12', evidence: 'closing-keyword', field: 'pull_request.body' },
        { ref: 'github:octo-org/octo-repo#44', evidence: 'subject', field: 'pull_request.number' },
        { ref: 'github:octo-org/octo-repo#13', evidence: 'recorded-link', field: 'session.pullRequests' },
      ],
      decision: 'resume',
      reason: 'binding',
      because:
        'The session of github:octo-org/octo-repo#13 has github:octo-org/octo-repo#44 (pull_request.number) recorded as its own',
      decisions: [{ kind: 'resume', sessionId: 's-13', reason: 'binding' }],
    });
  });

  test('of nothing is still an answer', () => {
    const routing = routingService();
    const event = routing.read('issues', 'd-1', {});
    expect(explain([], decide(event, [], NOTHING_KNOWN, OPEN_POLICY))).toMatchObject({
      refs: [],
      decision: 'ignore',
      reason: 'no-work-item',
    });
  });
});
