import { expect, test } from 'vitest';
import { asIs, html } from './html.ts';

test('what is put in is shown as it is, in text and in attributes', () => {
  const given = `</textarea><script>alert("1" & '2')</script>\0`;
  expect(html`<p title="${given}">${given}</p>`.text).toBe(
    `<p title="${'&lt;/textarea&gt;&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;\uFFFD'}">` +
      '&lt;/textarea&gt;&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;\uFFFD</p>',
  );
});

test('what is HTML already stays so, also in lists; nothing is nothing', () => {
  const items = ['<a>', 2].map((item) => html`<li>${item}</li>`);
  expect(html`<ul>${items}</ul>${undefined}${''}${asIs('<!-- & -->')}`.text).toBe(
    '<ul><li>&lt;a&gt;</li><li>2</li></ul><!-- & -->',
  );
});
