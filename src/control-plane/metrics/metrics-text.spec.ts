import { metricsText } from './metrics-text.js';

test('writes figures as Prometheus reads them', () => {
  const text = metricsText([
    {
      name: 'a',
      help: 'Some',
      label: 'of',
      values: [
        ['x"\\\n', 1],
        ['y', 2.5],
      ],
    },
    { name: 'b', help: 'One', values: [['', 3]] },
    { name: 'c', help: 'None', label: 'of', values: [] },
  ]);
  expect(text).toBe(
    [
      '# HELP a Some',
      '# TYPE a gauge',
      'a{of="x\\"\\\\\\n"} 1',
      'a{of="y"} 2.5',
      '# HELP b One',
      '# TYPE b gauge',
      'b 3',
      '# HELP c None',
      '# TYPE c gauge',
      '',
    ].join('\n'),
  );
});
