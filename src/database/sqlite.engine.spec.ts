import { bundled } from './sqlite.engine.js';

test('an engine that does not load tells why, with what it threw as the cause', () => {
  const cause = new Error('libstdc++.so.6: version `GLIBCXX_3.4.32` not found\nRequire stack:\n- somewhere');
  const load = () => {
    throw cause;
  };
  expect(() => bundled(load)).toThrow(
    expect.objectContaining({
      message: expect.stringContaining(
        '@photostructure/sqlite did not load (libstdc++.so.6: version `GLIBCXX_3.4.32` not found);',
      ),
      cause,
    }),
  );
});
