import { admit, type DoorRequest, type DoorRules, isWorthReading } from './door.js';
import { signatureOf } from './signature.js';

const RULES: DoorRules = { secrets: ['secret'], allowUnsigned: false, maxBodyBytes: 200 };
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

function request(
  body: string | Uint8Array,
  change: Partial<DoorRequest['headers']> = {},
  contentType?: string,
): DoorRequest {
  const bytes = Buffer.from(body);
  const headers = {
    'x-github-event': 'issues',
    'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
    'x-hub-signature-256': signatureOf('secret', bytes),
    ...change,
  };
  return { headers, contentType: contentType ?? JSON_TYPE, body: bytes, size: bytes.length };
}

const refusal = (asked: DoorRequest, rules = RULES) => {
  const admission = admit(asked, rules);
  return 'refused' in admission ? admission.refused : undefined;
};

describe('the door', () => {
  test('lets a signed delivery in, with its bytes as they came', () => {
    const body = '{"action":"opened" , "n":1.0}';
    expect(admit(request(body), RULES)).toEqual({
      delivery: {
        deliveryId: '72d3162e-cc78-11e3-81ab-4c9367dc0958',
        event: 'issues',
        payload: { action: 'opened', n: 1 },
        json: Buffer.from(body),
      },
    });
  });

  test('takes the payload of a form, signed as a form', () => {
    const form = `payload=${encodeURIComponent('{"title":"a+b & c"}').replaceAll('%20', '+')}`;
    const admission = admit(request(form, {}, FORM), RULES);
    expect(admission).toMatchObject({ delivery: { payload: { title: 'a+b & c' } } });
  });

  test.each([
    ['application/json; charset=utf-8', '{}', undefined],
    ['APPLICATION/JSON', '{}', undefined],
    ['text/plain', '{}', 'unsupported-content-type'],
    ['application/jsonp', '{}', 'unsupported-content-type'],
    ['multipart/form-data; boundary=x', '{}', 'unsupported-content-type'],
    [JSON_TYPE, '', 'invalid-json'],
    [JSON_TYPE, '{"a":', 'invalid-json'],
    [JSON_TYPE, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 'invalid-json'],
    [JSON_TYPE, '[]', 'invalid-payload'],
    [JSON_TYPE, 'null', 'invalid-payload'],
    [JSON_TYPE, '"x"', 'invalid-payload'],
    [FORM, 'payload=%7B', 'invalid-json'],
    [FORM, 'other=%7B%7D', 'invalid-payload'],
    [FORM, '{}', 'invalid-payload'],
  ])('content type %s with the body %s: %s', (contentType, body, expected) => {
    expect(refusal(request(body, {}, contentType))).toBe(expected);
  });

  test('a body without a content type is of no supported one', () => {
    expect(refusal({ ...request('{}'), contentType: undefined })).toBe('unsupported-content-type');
  });

  test.each([
    ['x-github-event', undefined, 'missing-header'],
    ['x-github-event', '', 'missing-header'],
    ['x-github-delivery', undefined, 'missing-header'],
    ['x-github-event', 'issues, issues', 'invalid-header'],
    ['x-github-event', 'Issues!', 'invalid-header'],
    ['x-github-event', 'e'.repeat(65), 'invalid-header'],
    ['x-github-delivery', 'a b', 'invalid-header'],
    ['x-github-delivery', '<b>', 'invalid-header'],
    ['x-github-delivery', '../../etc', 'invalid-header'],
    ['x-github-delivery', 'a'.repeat(10_000), 'invalid-header'],
    ['x-github-delivery', '--option', 'invalid-header'],
    ['x-github-event', 'constructor', undefined],
    ['x-github-event', '__proto__', undefined],
    ['x-github-event', 'toString', undefined],
  ])('header %s %j: %s', (name, value, expected) => {
    expect(refusal(request('{}', { [name]: value }))).toBe(expected);
  });

  test('looks at size, signature, headers, content type, JSON and object, in this order', () => {
    const bad = { 'x-hub-signature-256': 'sha256=', 'x-github-event': undefined };
    const good = { 'x-github-event': undefined };
    const large = request('x'.repeat(201), bad, 'text/plain');
    expect(refusal(large)).toBe('body-too-large');
    expect(refusal(request('[', bad, 'text/plain'))).toBe('invalid-signature');
    expect(refusal(request('[', good, 'text/plain'))).toBe('missing-header');
    expect(refusal(request('[', {}, 'text/plain'))).toBe('unsupported-content-type');
    expect(refusal(request('['))).toBe('invalid-json');
    expect(refusal(request('[]'))).toBe('invalid-payload');
  });

  test('the limit itself still fits', () => {
    const body = `{"a":"${'x'.repeat(192)}"}`;
    expect(body).toHaveLength(200);
    expect(refusal(request(body))).toBeUndefined();
  });

  test('unsigned deliveries come in only where the owner allows it', () => {
    const unsigned = request('{}', { 'x-hub-signature-256': undefined });
    expect(refusal(unsigned)).toBe('invalid-signature');
    expect(refusal(unsigned, { ...RULES, secrets: [] })).toBe('invalid-signature');
    expect(refusal(unsigned, { ...RULES, secrets: [], allowUnsigned: true })).toBeUndefined();
  });

  test('a body is read only when its headers leave hope for it', () => {
    const { headers } = request('{}');
    expect(isWorthReading(headers, RULES)).toBe(true);
    expect(isWorthReading({ ...headers, 'content-length': '201' }, RULES)).toBe(false);
    expect(isWorthReading({ ...headers, 'x-hub-signature-256': 'sha1=0' }, RULES)).toBe(false);
    expect(isWorthReading({}, { ...RULES, allowUnsigned: true })).toBe(true);
  });
});
