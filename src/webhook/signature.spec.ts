import fc from 'fast-check';
import { isSignature, isSignedBy, signatureOf } from './signature.js';

/** https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries#testing-the-webhook-payload-validation */
const SECRET = "It's a Secret to Everybody";
const BODY = Buffer.from('Hello, World!');
const SIGNATURE = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
const HEX = SIGNATURE.slice('sha256='.length);

describe('the signature of a delivery', () => {
  test('is the published test vector', () => {
    expect(signatureOf(SECRET, BODY)).toBe(SIGNATURE);
    expect(isSignedBy([SECRET], SIGNATURE, BODY)).toBe(true);
  });

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['without digits', 'sha256='],
    ['without its prefix', HEX],
    ['of another hash', `sha1=${HEX.slice(0, 40)}`],
    ['too short', SIGNATURE.slice(0, -1)],
    ['too long', `${SIGNATURE}0`],
    ['no hex', `sha256=${'z'.repeat(64)}`],
    ['in upper case', `sha256=${HEX.toUpperCase()}`],
    ['sent twice', `${SIGNATURE}, ${SIGNATURE}`],
    ['followed by a line', `${SIGNATURE}\n`],
  ])('is refused when it is %s', (_, header) => {
    expect(isSignature(header)).toBe(false);
    expect(isSignedBy([SECRET], header, BODY)).toBe(false);
  });

  test('may come from any of the known secrets', () => {
    expect(isSignedBy(['new', SECRET], SIGNATURE, BODY)).toBe(true);
    expect(isSignedBy([SECRET, 'new'], SIGNATURE, BODY)).toBe(true);
    expect(isSignedBy(['old', 'new'], SIGNATURE, BODY)).toBe(false);
    expect(isSignedBy([], SIGNATURE, BODY)).toBe(false);
  });

  test('holds for the signed bytes and no others', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), (body, place) => {
        const header = signatureOf(SECRET, body);
        expect(isSignedBy([SECRET], header, body)).toBe(true);
        const other = Uint8Array.from(body);
        other[place % body.length]! ^= 1;
        expect(isSignedBy([SECRET], header, other)).toBe(false);
      }),
    );
  });
});
