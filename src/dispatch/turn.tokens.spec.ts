import { TurnTokens } from './turn.tokens.js';

describe('the tokens of running turns', () => {
  const identity = { sessionId: 's', dispatchId: 'd' };

  test('a token speaks for its turn while the turn runs, and for nobody afterwards', () => {
    const tokens = new TurnTokens();
    const { token, hash } = tokens.issue();
    expect(tokens.whoIs(token)).toBeUndefined();
    tokens.admit(hash, identity);
    expect(tokens.whoIs(token)).toEqual(identity);
    tokens.end('d');
    expect(tokens.whoIs(token)).toBeUndefined();
  });

  test('the hash is no token, and a turn admitted again by its hash keeps its voice', () => {
    const before = new TurnTokens();
    const { token, hash } = before.issue();
    const after = new TurnTokens();
    after.admit(hash, identity);
    expect(after.whoIs(hash)).toBeUndefined();
    expect(after.whoIs(token)).toEqual(identity);
  });

  test('the end of one turn leaves the others their voice', () => {
    const tokens = new TurnTokens();
    const [one, other] = [tokens.issue(), tokens.issue()];
    tokens.admit(one.hash, identity);
    tokens.admit(other.hash, { sessionId: 's2', dispatchId: 'd2' });
    tokens.end('d');
    expect(tokens.whoIs(other.token)).toEqual({ sessionId: 's2', dispatchId: 'd2' });
  });
});
