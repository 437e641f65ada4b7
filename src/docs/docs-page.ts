import { asIs, type Html, html } from '../infrastructure/http/html.ts';
import type { WebEntry } from '../infrastructure/http/web-build.ts';
import type { Heading } from './rules/markdown.ts';
import type { Chapter, Field, Operation } from './rules/reference.ts';

type GuideLink = { readonly name: string; readonly title: string; readonly summary: string };
/** All that there is to read. */
export type Shelf = {
  readonly groups: readonly { readonly title: string; readonly guides: readonly GuideLink[] }[];
  readonly chapters: readonly Chapter[];
  readonly entry: WebEntry;
};

type Content = {
  readonly title: string;
  /** Where it lies on the shelf. */
  readonly address: string;
  readonly contents: readonly Heading[];
  readonly body: Html;
};

const pageOf = (chapter: Chapter) => `/docs/reference/${chapter.slug}`;

/** The first page: all guides, and every call of the API. */
export function startOf(shelf: Shelf): Content {
  const guides = shelf.groups.map(
    ({ title, guides: links }) => html`<h2 id="${idOf(title)}">${title}</h2>
<ul class="guides">${links.map(({ name, title: of, summary }) => html`<li><a href="/docs/${name}">${of}</a><p>${summary}</p></li>`)}</ul>`,
  );
  const chapters = shelf.chapters.map(
    (chapter) => html`<h3 id="${chapter.slug}"><a class="anchor" href="${pageOf(chapter)}">${chapter.name}</a></h3>
<p>${inline(chapter.description)}.</p>
<ul class="calls">${chapter.operations.map(
      ({ id, method, path, summary }) =>
        html`<li><a href="${pageOf(chapter)}#${id}"><code><b class="${method}">${method}</b> ${path}</code></a> <span>${summary}</span></li>`,
    )}</ul>`,
  );
  return {
    title: 'Documents',
    address: '/docs',
    contents: [
      ...shelf.groups.map(({ title }) => ({ depth: 2, text: title, anchor: idOf(title) })),
      { depth: 2, text: 'API reference', anchor: 'reference' },
      ...shelf.chapters.map(({ name, slug }) => ({ depth: 3, text: name, anchor: slug })),
    ],
    body: html`<h1>Documents</h1>
<p>How to order deliveries with Waybill, and how to run it. New here? <a href="/docs/quick-start">The quick start</a> leads to a first order in five minutes.</p>
${guides}
<h2 id="reference">API reference</h2>
<p>Every call. For programs: <a href="/docs/openapi.json">openapi.json</a>.</p>
${chapters}`,
  };
}

const idOf = (title: string) => title.toLowerCase().replaceAll(' ', '-');

export function guideContent(
  name: string,
  guide: { title: string; html: string; contents: readonly Heading[] },
): Content {
  return { title: guide.title, address: `/docs/${name}`, contents: guide.contents, body: asIs(guide.html) };
}

export function chapterContent(chapter: Chapter): Content {
  return {
    title: `${chapter.name}: API reference`,
    address: pageOf(chapter),
    contents: chapter.operations.map(({ id, summary }) => ({ depth: 2, text: summary, anchor: id })),
    body: html`<h1>${chapter.name}</h1>
<p>${inline(chapter.description)}.</p>
${chapter.operations.map(operationPart)}`,
  };
}

function operationPart({
  id,
  method,
  path,
  summary,
  description,
  parameters,
  body,
  answers,
  example,
}: Operation): Html {
  return html`<section class="operation">
<h2 id="${id}"><a class="anchor" href="#${id}">${summary}</a></h2>
<p class="address"><code><b class="${method}">${method}</b> ${path}</code></p>
${paragraphs(description)}
${parameters.length === 0 ? undefined : html`<h3>Parameters</h3>${fieldList(parameters)}`}
${body.length === 0 ? undefined : html`<h3>Body</h3>${fieldList(body)}`}
<h3>Answers</h3>
<ul class="answers">${answers.map(
    ({ status, description: says, fields }) =>
      html`<li><b>${status}</b> ${paragraphs(says)}${fields.length === 0 ? undefined : fieldList(fields)}</li>`,
  )}</ul>
${
  example === ''
    ? undefined
    : html`<h3>Example</h3>
<pre tabindex="0" data-language="sh"><code>${example}</code></pre>`
}
</section>`;
}

function fieldList(fields: readonly Field[]): Html {
  return html`<ul class="fields">${fields.map(
    ({ name, type, isRequired, description, fields: inner }) =>
      html`<li><code>${name}</code> <span class="type">${type}${isRequired ? ', required' : ''}</span>${
        description === '' ? undefined : html` <span>${inline(description)}</span>`
      }${inner.length === 0 ? undefined : fieldList(inner)}</li>`,
  )}</ul>`;
}

const paragraphs = (text: string): Html[] =>
  text === '' ? [] : text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`);

/** Words in which `code` is marked as in Markdown; that of a refusal leads to what it means. */
function inline(text: string): Html[] {
  return text.split(/`([^`]*)`/).map((part, index) => {
    if (index % 2 === 0) return html`${part}`;
    const code = html`<code>${part}</code>`;
    return /^ERR_[A-Z_]+$/.test(part) ? html`<a href="/docs/errors#${part}">${code}</a>` : code;
  });
}

export function docsPage(shelf: Shelf, { title, address, contents, body }: Content): string {
  const { script, styles } = shelf.entry;
  const link = (to: string, text: string) =>
    html`<li><a href="${to}"${to === address ? asIs(' aria-current="page"') : undefined}>${text}</a></li>`;
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Waybill</title>
${styles.map((style) => html`<link rel="stylesheet" href="${style}">`)}
<script type="module" src="${script}"></script>
</head>
<body>
<a class="skip" href="#main">To the text</a>
<header><a class="brand" href="/docs">Waybill <span>documents</span></a>
<search hidden><input type="search" aria-label="Search the documents" placeholder="Search" autocomplete="off"><ul aria-label="Found"></ul></search></header>
<div class="columns">
<nav class="shelf" aria-label="All documents">
${shelf.groups.map(
  ({ title: group, guides }) =>
    html`<h2>${group}</h2><ul>${guides.map(({ name, title: of }) => link(`/docs/${name}`, of))}</ul>`,
)}
<h2>API reference</h2><ul>${shelf.chapters.map((chapter) => link(pageOf(chapter), chapter.name))}</ul>
</nav>
<main id="main">
${contents.length < 2 ? undefined : html`<details class="contents"><summary>On this page</summary>${contentsList(contents)}</details>`}
${body}
${nextPart(shelf, address)}
</main>
${contents.length < 2 ? undefined : html`<nav class="aside" aria-label="On this page"><h2>On this page</h2>${contentsList(contents)}</nav>`}
</div>
</body>
</html>
`;
  return page.text;
}

const contentsList = (contents: readonly Heading[]): Html =>
  html`<ul>${contents.map(({ depth, text, anchor }) => html`<li class="depth-${depth}"><a href="#${anchor}">${text}</a></li>`)}</ul>`;

function nextPart(shelf: Shelf, address: string): Html | undefined {
  const guides = shelf.groups.flatMap((group) => group.guides);
  const here = guides.findIndex(({ name }) => `/docs/${name}` === address);
  const next = here === -1 ? undefined : guides[here + 1];
  return next && html`<p class="next">Next: <a href="/docs/${next.name}">${next.title}</a></p>`;
}
