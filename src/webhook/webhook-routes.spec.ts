import { allowedMethods, webhookRoute } from './webhook-routes.js';

describe('routes of the webhook listener', () => {
  test.each([
    ['POST', '/gh-webhook', 'delivery'],
    ['POST', '/gh-webhook?x=1', 'delivery'],
    ['GET', '/gh-webhook', 'method-not-allowed'],
    ['PUT', '/gh-webhook', 'method-not-allowed'],
    ['GET', '/healthz', 'health'],
    ['HEAD', '/healthz', 'health'],
    ['POST', '/healthz', 'method-not-allowed'],
    ['POST', '/', 'not-found'],
    ['POST', '/gh-webhook/', 'not-found'],
    ['POST', '/GH-webhook', 'not-found'],
    ['POST', '/gh%2Dwebhook', 'not-found'],
    ['POST', '//gh-webhook', 'not-found'],
    ['POST', 'http://127.0.0.1/gh-webhook', 'not-found'],
    ['POST', '/graphql', 'not-found'],
    ['GET', '/graphql', 'not-found'],
    ['GET', '', 'not-found'],
  ])('%s %s is %s', (method, url, expected) => {
    expect(webhookRoute(method, url, '/gh-webhook')).toBe(expected);
  });

  test('each path names its methods', () => {
    expect(allowedMethods('/healthz?a')).toBe('GET, HEAD');
    expect(allowedMethods('/gh-webhook')).toBe('POST');
  });
});
