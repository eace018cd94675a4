import { bearsMarker } from './own-marker.js';

const MARKER = '<!-- the-loop:agent-comment -->';

describe('the marker of the agents', () => {
  test.each([
    ['at the end', `Done, see the pull request.\n\n${MARKER}\n`],
    ['on the line after a paragraph', `Self check passed.\n${MARKER}`],
    ['at the beginning', `${MARKER}\nDone.`],
    ['alone', MARKER],
    ['with CRLF', `Done.\r\n\r\n${MARKER}\r\n`],
    ['between blanks', `Done.\n\n  ${MARKER}  `],
    ['in a list item', `- done\n\n  ${MARKER}`],
    ['far to the right within a paragraph', `Done\n      ${MARKER}`],
    ['inside raw HTML', `<details>\ntext\n${MARKER}\n</details>`],
    ['after a quote of somebody else', `> Why?\n\nBecause.\n\n${MARKER}`],
    ['after closed code', `\`\`\`\nx\n\`\`\`\n${MARKER}`],
  ])('counts %s', (_where, text) => expect(bearsMarker(text, MARKER)).toBe(true));

  test.each([
    ['in a quote', `> Done.\n> ${MARKER}\n\nNot quite.`],
    ['in a quote of a quote', `> > ${MARKER}`],
    ['in a quote in a list', `- x\n\n  > ${MARKER}`],
    ['with words before it', `Done ${MARKER}`],
    ['with words after it', `${MARKER} as they say`],
    ['in fenced code', `\`\`\`\n${MARKER}\n\`\`\``],
    ['in fenced code with tildes', `~~~html\n${MARKER}\n~~~`],
    ['in indented code', `It ends with:\n\n    ${MARKER}\n`],
    ['in inline code', `It ends with \`${MARKER}\``],
    ['in a raw code block', `<pre>\n${MARKER}\n</pre>`],
    ['in another spelling', '<!-- The-Loop:Agent-Comment -->'],
    ['shortened', '<!-- the-loop:agent -->'],
    ['nowhere', 'Please continue.'],
    ['in nothing', ''],
  ])('does not count %s', (_where, text) => expect(bearsMarker(text, MARKER)).toBe(false));

  test('may be plain words', () => {
    expect(bearsMarker('Done.\n-- the agent', '-- the agent')).toBe(true);
    expect(bearsMarker('Done.\n[agent]\nmore', '[agent]')).toBe(true);
    expect(bearsMarker('Done.\n**agent**', '**agent**')).toBe(true);
    expect(bearsMarker('Done.\n\n### agent', '### agent')).toBe(true);
    expect(bearsMarker('Done.\r\n\r\n[//]: # (agent)\r\n', '[//]: # (agent)')).toBe(true);
    expect(bearsMarker('> [//]: # (agent)', '[//]: # (agent)')).toBe(false);
    expect(bearsMarker('```\n### agent\n```', '### agent')).toBe(false);
    expect(bearsMarker('`a\n[agent]\nb`', '[agent]')).toBe(false);
    expect(bearsMarker('I asked [agent] to stop', '[agent]')).toBe(false);
  });

  test('is not looked for when it is empty', () => {
    expect(bearsMarker('\n\n', '')).toBe(false);
    expect(bearsMarker('  \n', '  ')).toBe(false);
  });
});
