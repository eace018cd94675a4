import { formatWorkItemRef } from '../sessions/work-item-ref.js';
import { closingReferences } from './closing-keywords.js';

const HERE = { owner: 'octo-org', repo: 'octo-repo', host: 'github.com' };
const closed = (text: string, writtenIn = HERE) =>
  closingReferences(text, writtenIn).map((ref) => formatWorkItemRef(ref).replace('github:octo-org/octo-repo', ''));

describe('the closing keywords of a description', () => {
  test.each([
    'close',
    'closes',
    'closed',
    'fix',
    'fixes',
    'fixed',
    'resolve',
    'resolves',
    'resolved',
    'Closes',
    'FIXES',
    'rEsOlVeD',
  ])('%s is one', (keyword) => {
    expect(closed(`${keyword} #12`)).toEqual(['#12']);
    expect(closed(`${keyword}: #12`)).toEqual(['#12']);
  });

  test.each([
    ['a reference here', 'Closes #12', ['#12']],
    ['another repository', 'Fixes octo-org/octo-lib#7', ['github:octo-org/octo-lib#7']],
    ['this repository by name', 'Fixes octo-org/octo-repo#7', ['#7']],
    ['dots and underscores in the name', 'fixes octo-org/my.repo_x#7', ['github:octo-org/my.repo_x#7']],
    ['GH-n', 'Fixes GH-12', ['#12']],
    ['gh-n', 'Fixes gh-12', ['#12']],
    ['a URL', 'Resolves https://github.com/octo-org/octo-repo/issues/12', ['#12']],
    ['a URL with http', 'Resolves http://github.com/octo-org/octo-repo/issues/12', ['#12']],
    ['a URL in capitals', 'Resolves HTTPS://GitHub.com/octo-org/octo-repo/issues/12', ['#12']],
    [
      'a URL with the port that goes without saying',
      'Resolves https://github.com:443/octo-org/octo-repo/issues/12',
      ['#12'],
    ],
    ['a URL of a comment', 'Resolves https://github.com/octo-org/octo-repo/issues/12#issuecomment-1', ['#12']],
    ['a URL in angle brackets', 'Resolves <https://github.com/octo-org/octo-repo/issues/12>', ['#12']],
    ['a URL before a full stop', 'Resolves https://github.com/octo-org/octo-repo/issues/12.', ['#12']],
    [
      'several, each with a keyword',
      'Resolves #10, resolves #12, resolves octo-org/octo-lib#7',
      ['#10', '#12', 'github:octo-org/octo-lib#7'],
    ],
    ['in the order of the text', 'fixes #3\n\ncloses #1\n\nresolves #2', ['#3', '#1', '#2']],
    ['once, whatever the spelling', 'Closes #12. Fixes Octo-Org/Octo-Repo#12.', ['#12']],
    ['punctuation around', '(fixes #12)', ['#12']],
    ['a list item', '- fixes #12\n* closes #13\n1. resolves #14', ['#12', '#13', '#14']],
    ['a ticked box', '- [x] Closes #12', ['#12']],
    ['a heading', '## Closes #12', ['#12']],
    ['a table', '| a | b |\n|---|---|\n| fixes #12 | fixes #13 |', ['#12', '#13']],
    ['an emphasised keyword', '**closes** #12', ['#12']],
    ['an emphasised reference', 'Closes **#12**', ['#12']],
    ['an emphasised whole', '_Closes #12_', ['#12']],
    ['a linked reference', 'Closes [#12](https://github.com/octo-org/octo-repo/issues/12)', ['#12']],
    ['several blanks and a tab', 'Closes \t  #12', ['#12']],
    ['a no-break space', 'Closes\u00a0#12', ['#12']],
    ['CRLF', 'Adjusts.\r\n\r\nCloses #12\r\nFixes #13\r\n', ['#12', '#13']],
    ['an entity', 'Closes &#35;12', ['#12']],
    ['an escaped sign', 'Closes \\#12', ['#12']],
    ['a negation, as GitHub does', 'This does not close #12', ['#12']],
    ['text inside raw HTML', '<details>\nCloses #12\n</details>', ['#12']],
    ['text after a raw HTML block', '<details>\n\nCloses #12\n\n</details>', ['#12']],
    ['items of a raw list', '<ul><li>Adjusts</li><li>Closes #12</li></ul>', ['#12']],
    ['a line after a raw break', 'Adjusts<br>closes #12', ['#12']],
    ['words that raw HTML dresses', '<p><b>Closes</b> <i>#12</i></p>', ['#12']],
    ['a comment between', 'Closes <!-- number of the issue --> #12', ['#12']],
    ['a managed user', 'Fixes mona_acme/notes#7', ['github:mona_acme/notes#7']],
    ['text after a comment', '<!-- template -->\nCloses #12', ['#12']],
    ['a comment that is only claimed', 'a <!-- b\n\nCloses #12', ['#12']],
    ['the largest number', 'Closes #2147483647', ['#2147483647']],
  ])('read: %s', (_why, text, refs) => expect(closed(text)).toEqual(refs));

  test.each([
    ['other words', 'Refs #12. Fixing #12. Closing #12. See #12. Part of #12. Implements #12. Fixs #12.'],
    ['a longer word', 'unresolved #12, encloses #12, prefixes #12, closest #12, fixer #12, fixe #12'],
    ['a longer word in another alphabet', 'überfixes #12, ñfixes #12'],
    ['a letter with a mark of its own', 'refe\u0301fixes #12, fixes #12\u0301'],
    ['letters that only look alike', 'cloſe #12, cloſes #12, ﬁx #12'],
    ['words between', 'Fixes the crash from #12. Closes issue #12. Closes the #12.'],
    ['something between', 'Closes `x` #12, closes ![y](z) #12, closes - #12, closes, #12'],
    ['a blank before the colon', 'Closes : #12'],
    ['two colons', 'Closes:: #12'],
    ['no blank', 'Closes#12, Closes:#12'],
    ['a number glued to letters', 'Fixes #12th, closes #3rd-party, fixes #12_a, fixes #12é'],
    ['zero, and leading zeros', 'Fixes #0, fixes #012, fixes GH-0'],
    ['a number that cannot exist', 'Closes #99999999999999999999, closes #2147483648'],
    ['no number', 'Closes #, closes #x, closes GH-, closes # 12'],
    ['another host', 'Closes https://gitlab.example.com/octo-org/octo-repo/issues/12'],
    ['a host that begins alike', 'Closes https://github.com.evil.example/octo-org/octo-repo/issues/12'],
    ['a host behind credentials', 'Closes https://github.com@evil.example/octo-org/octo-repo/issues/12'],
    ['a host with credentials', 'Closes https://mona@github.com/octo-org/octo-repo/issues/12'],
    ['another port', 'Closes https://github.com:8443/octo-org/octo-repo/issues/12'],
    ['a port that is none', 'Closes https://github.com:99999/octo-org/octo-repo/issues/12'],
    ['another page', 'Closes https://github.com/octo-org/octo-repo/discussions/12'],
    ['a name that cannot be one', 'Closes octo-org/..#12, closes -octo/x#12'],
    ['a path with more parts', 'Closes a/b/c#12'],
    ['a short name', 'Closes octo-lib#12'],
    ['fenced code', 'Example:\n\n```text\nCloses #12\n```'],
    ['code fenced with more ticks', '````\n```\nCloses #12\n```\n````'],
    ['code fenced with tildes', '~~~\nCloses #12\n~~~'],
    ['a fence that is never closed', 'Adjusts.\n\n```\nCloses #12'],
    ['indented code', 'Example:\n\n    Closes #12\n'],
    ['inline code', 'Write `Closes #12` in it. Or ``Closes `#12` ``.'],
    ['a reference in code', 'Closes `#12`'],
    ['raw code', 'Write <code>Closes #12</code> in it'],
    ['a raw code block', '<pre>\nCloses #12\n</pre>'],
    ['code inside raw HTML', '<details>\n<code>Closes #12</code>\n</details>'],
    ['a hidden comment', '<!-- e.g. Closes #12 -->\n\nAdjusts.'],
    ['a hidden comment on several lines', '<!--\nLink the issue:\n\nCloses #12\n-->\nAdjusts.'],
    ['a hidden comment within a line', 'Adjusts <!-- Closes #12 --> it'],
    ['a hidden comment inside raw HTML', '<details>\n<!-- Closes #12 -->\n</details>'],
    ['a comment that is never closed', '<!-- Closes #12'],
    ['a quote', '> Closes #12'],
    ['a quote in a quote', '> > Closes #12\n> more'],
    ['a quote in a list', '- a\n\n  > Closes #12'],
    ['the text of an image', '![Closes #12](x.png)'],
    ['a link definition', '[closes #12]: https://example.com'],
    ['a reference cut by a comment', 'Closes #<!-- -->12'],
    ['a keyword cut by a comment', 'Clos<!-- -->es #12'],
    ['separate cells of a raw table', '<table><tr><td>Closes</td><td>#12</td></tr></table>'],
    ['separate blocks', 'Closes\n\n#12'],
    ['nothing', ''],
  ])('not read: %s', (_why, text) => expect(closed(text)).toEqual([]));

  test('a list after one keyword links its first only', () => {
    expect(closed('Fixes #11, #12 and #13')).toEqual(['#11']);
  });

  test('a URL counts on the host the description was written on, with its port', () => {
    const ghes = { ...HERE, host: 'ghe.example.com:8443' };
    expect(closed('Closes https://ghe.example.com:8443/octo-org/octo-repo/issues/12', ghes)).toEqual(['#12']);
    expect(closed('Closes https://github.com/octo-org/octo-repo/issues/12', ghes)).toEqual([]);
  });

  test('the text around a quote is read', () => {
    expect(closed('Closes #1\n\n> Closes #2\n\nCloses #3')).toEqual(['#1', '#3']);
  });
});
