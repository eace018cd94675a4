import { BodyRoom } from './body.room.js';

describe('the room for bodies that are still arriving', () => {
  function reader(name: string) {
    return { giveUp: () => void gone.push(name) };
  }
  let gone: string[];
  beforeEach(() => (gone = []));

  test('lets the largest give way when there is no more', () => {
    const room = new BodyRoom(() => 100);
    const [small, large] = [reader('small'), reader('large')];
    room.hold(small, 10);
    room.hold(large, 60);
    room.hold(small, 30);
    expect(gone).toEqual([]);
    room.hold(small, 1);
    expect(gone).toEqual(['large']);
    room.hold(reader('next'), 59);
    expect(gone).toEqual(['large']);
  });

  test('is free again when a body is complete or its sender has gone', () => {
    const room = new BodyRoom(() => 100);
    const one = reader('one');
    room.hold(one, 90);
    room.free(one);
    room.free(one);
    room.hold(reader('two'), 100);
    expect(gone).toEqual([]);
  });
});
