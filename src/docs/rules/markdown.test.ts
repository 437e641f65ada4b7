import { expect, test } from 'vitest';
import { anchorOf, renderGuide } from './markdown.ts';

const page = `<!-- partner: usual limits -->
# Orders & more

What an order **is**. See [errors](errors.md#ERR_FORBIDDEN) and [the test](../../test/a.test.ts).

## Who's next?

<!-- beside -->
\`\`\`sh
echo "<a>"
\`\`\`

| A | B |
|---|---|
| \`one\` | two |

- first
- second

### ERR_FORBIDDEN

<script>alert(1)</script>
`;

test('a guide has a title, a sentence that says what it is for, and sections', () => {
  const { title, summary, sections } = renderGuide(page);
  expect(title).toBe('Orders & more');
  expect(summary).toBe('What an order is. See errors and the test.');
  expect(sections).toEqual([
    { depth: 1, text: 'Orders & more', anchor: '', words: 'What an order is. See errors and the test.' },
    {
      depth: 2,
      text: "Who's next?",
      anchor: 'whos-next',
      words: 'echo "<a>" A B one two first second',
    },
    { depth: 3, text: 'ERR_FORBIDDEN', anchor: 'ERR_FORBIDDEN', words: '' },
  ]);
});

test('links lead to pages of the site, or are words where they lead out of it', () => {
  const { html } = renderGuide(page);
  expect(html).toContain('<a href="/docs/errors#ERR_FORBIDDEN">errors</a> and the test.');
});

test('headings have anchors, code is as it was written, comments are gone and HTML is text', () => {
  const { html } = renderGuide(page);
  expect(html).toContain('<h2 id="whos-next"><a class="anchor" href="#whos-next">Who&#39;s next?</a></h2>');
  expect(html).toContain('<pre tabindex="0" data-language="sh"><code>echo &quot;&lt;a&gt;&quot;</code></pre>');
  expect(html).toContain('<th>A</th>');
  expect(html).not.toContain('<!--');
  expect(html).toContain('&lt;script&gt;');
});

test('the title has no anchor, a table can be scrolled by keys, and a comment leaves nothing behind', () => {
  const { html } = renderGuide(page);
  expect(html.startsWith('<h1>Orders &amp; more</h1>\n<p>What')).toBe(true);
  expect(html).toContain(
    '<div class="table" tabindex="0"><table><thead><tr><th>A</th><th>B</th></tr></thead>' +
      '<tbody><tr><td><code>one</code></td><td>two</td></tr></tbody></table></div>',
  );
  expect(html).not.toContain('beside');
});

test('code of no language is shown too, with all its signs', () => {
  expect(renderGuide('```\na && b > "c"\n```').html).toBe(
    '<pre tabindex="0" data-language=""><code>a &amp;&amp; b &gt; &quot;c&quot;</code></pre>\n',
  );
});

test.each([
  ['About ERR_FORBIDDEN', 'about-err_forbidden'],
  ['ERR_FORBIDDEN again', 'err_forbidden-again'],
  ['Clock skew, and how to mend it', 'clock-skew-and-how-to-mend-it'],
  ['`Request-ID`: safe', 'request-id-safe'],
  ['429', '429'],
  ['ERR_INVALID_FIELD', 'ERR_INVALID_FIELD'],
])('the anchor of "%s" is "%s"', (heading, anchor) => {
  expect(anchorOf(heading)).toBe(anchor);
});
