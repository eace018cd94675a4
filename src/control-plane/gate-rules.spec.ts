import {
  bearerToken,
  type Knock,
  needsToken,
  pathOf,
  refuseRequest,
  refuseUpgrade,
  SUBPROTOCOL,
} from './gate-rules.js';

const query: Knock = {
  method: 'POST',
  path: '/graphql',
  hosts: ['127.0.0.1:8788'],
  origin: undefined,
  contentType: 'application/json',
  port: 8788,
  exposedAs: [],
};

describe('the gate of the control listener', () => {
  test.each<[string, Partial<Knock>, string | undefined]>([
    ['a query of the command line passes', {}, undefined],
    ['localhost passes', { hosts: ['localhost:8788'] }, undefined],
    ['the IPv6 loopback passes', { hosts: ['[::1]:8788'] }, undefined],
    ['a host in capitals passes', { hosts: ['LOCALHOST:8788'] }, undefined],
    ['a name that begins like loopback is refused', { hosts: ['127.0.0.1.attacker.tld:8788'] }, 'host-refused'],
    ['a short name that begins like loopback is refused', { hosts: ['127.attacker.tld'] }, 'host-refused'],
    ['a rebound name is refused', { hosts: ['attacker.tld:8788'] }, 'host-refused'],
    ['another port is refused', { hosts: ['127.0.0.1:8787'] }, 'host-refused'],
    ['a host without port is refused', { hosts: ['localhost'] }, 'host-refused'],
    ['a missing host is refused', { hosts: [] }, 'host-refused'],
    ['two hosts are refused', { hosts: ['127.0.0.1:8788', 'attacker.tld'] }, 'host-refused'],
    ['an address of the machine is refused on loopback', { hosts: ['192.168.1.5:8788'] }, 'host-refused'],
    ['an exposed address passes', { hosts: ['192.168.1.5:8788'], exposedAs: ['192.168.1.5'] }, undefined],
    ['the own origin passes', { origin: 'http://127.0.0.1:8788' }, undefined],
    ['a foreign origin is refused', { origin: 'https://attacker.tld' }, 'origin-refused'],
    ['the origin of a sandboxed page is refused', { origin: 'null' }, 'origin-refused'],
    ['another spelling of loopback is another origin', { origin: 'http://localhost:8788' }, 'origin-refused'],
    ['a form is refused', { contentType: 'application/x-www-form-urlencoded' }, 'unsupported-media-type'],
    ['plain text is refused', { contentType: 'text/plain' }, 'unsupported-media-type'],
    ['no content type is refused', { contentType: undefined }, 'unsupported-media-type'],
    ['a type that begins like JSON is refused', { contentType: 'application/jsonp' }, 'unsupported-media-type'],
    ['JSON with a charset passes', { contentType: 'application/json; charset=utf-8' }, undefined],
    ['a query by GET is refused', { method: 'GET' }, 'method-not-allowed'],
    ['a preflight is refused', { method: 'OPTIONS' }, 'method-not-allowed'],
    ['a page is only asked for host and origin', { method: 'GET', path: '/', contentType: undefined }, undefined],
  ])('%s', (_, change, code) => {
    expect(refuseRequest({ ...query, ...change })?.code).toBe(code);
  });

  test.each<[string, Partial<Knock>, string[], number | undefined]>([
    ['the subprotocol in use passes', {}, [SUBPROTOCOL], undefined],
    ['one of several subprotocols is enough', {}, ['graphql-ws', SUBPROTOCOL], undefined],
    ['no subprotocol is refused', {}, [], 426],
    ['the old subprotocol is refused', {}, ['graphql-ws'], 426],
    ['another path is refused', { path: '/other' }, [SUBPROTOCOL], 404],
    ['a path that only begins right is refused', { path: '/graphql-other' }, [SUBPROTOCOL], 404],
    ['a foreign host is refused', { hosts: ['attacker.tld:8788'] }, [SUBPROTOCOL], 403],
    ['a foreign origin is refused', { origin: 'https://attacker.tld' }, [SUBPROTOCOL], 403],
    ['a POST that asks for an upgrade is refused', { method: 'POST' }, [SUBPROTOCOL], 404],
  ])('upgrade: %s', (_, change, subprotocols, status) => {
    expect(refuseUpgrade({ ...query, method: 'GET', ...change }, subprotocols)?.status).toBe(status);
  });

  test.each([
    ['GET', '/', false],
    ['HEAD', '/healthz', false],
    ['GET', '/playground/graphiql.min.js', false],
    ['POST', '/graphql', true],
    ['GET', '/metrics', true],
    ['POST', '/', true],
    ['GET', undefined, true],
  ])('%s %s asks for the token: %p', (method, path, asked) => {
    expect(needsToken({ method, path })).toBe(asked);
  });

  test.each([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['Basic abc', undefined],
    ['Bearer ', undefined],
    ['Bearer a b', undefined],
    [undefined, undefined],
  ])('the token of %p is %p', (header, token) => {
    expect(bearerToken(header)).toBe(token);
  });

  test('a path ends before its query', () => {
    expect([pathOf('/graphql?a=1'), pathOf('/graphql'), pathOf('/graphql#x')]).toEqual(Array(3).fill('/graphql'));
  });
});
