import { asIs, type Html, html } from '../infrastructure/http/html.ts';
import type { PagePart } from '../infrastructure/http/page.ts';
import { pointOf } from '../quotations/index.ts';
import type { DemoCity } from './demo-city.ts';
import { type CityMap, labelsOf } from './rules/city-map.ts';
import { DEMO_PLACES } from './rules/demo-order.ts';

export const DEMO_CITY_PATH = '/sandbox/demo-city';

const COUNTS = [
  { name: 'driversReachable', one: 'driver reachable', many: 'drivers reachable' },
  { name: 'ordersOpen', one: 'order under way', many: 'orders under way' },
  { name: 'deliveredLastHour', one: 'delivered in the last hour', many: 'delivered in the last hour' },
] as const;

const STYLE = `
.city { --water: #d9e8ee; --land: #f6f4ee; --shore: #c3d3d9; }
@media (prefers-color-scheme: dark) { .city { --water: #16262f; --land: #232a31; --shore: #38464f; } }
.city .map { display: block; width: 100%; height: auto; margin-top: 0.7rem; border: 1px solid var(--line); border-radius: 10px; background: var(--water); }
.city .land { fill: var(--land); stroke: var(--shore); stroke-width: 1.5; }
.city text { font: 12px system-ui, sans-serif; fill: var(--ink); stroke: var(--land); stroke-width: 4px; paint-order: stroke; text-anchor: middle; }
.city circle { transition: transform 1s linear; }
.city .driver { r: 5px; fill: var(--quiet); stroke: var(--card); stroke-width: 1.5; }
.city .busy { r: 7px; fill: var(--accent); }
.city .silent { fill: var(--card); stroke: var(--quiet); }
.city .pick-up, .city .drop-off { r: 9px; fill: none; stroke-width: 3; }
.city .pick-up { stroke: var(--note); }
.city .drop-off { stroke: var(--bad); }
.city .legend { display: flex; flex-wrap: wrap; gap: 0.1rem 1.1rem; font-size: 0.88rem; }
.city .legend span { white-space: nowrap; }
.city .legend svg { width: 18px; height: 18px; margin-right: 0.35rem; vertical-align: -4px; }
.city .now { display: grid; grid-template-columns: 14.5rem 1fr; gap: 1rem 1.5rem; margin-top: 1.1rem; }
.city dl div { display: flex; flex-direction: row-reverse; justify-content: flex-end; align-items: baseline; gap: 0.6rem; }
.city dt { color: var(--quiet); font-size: 0.92rem; }
.city dd { min-width: 1.8rem; text-align: right; font-size: 1.35rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.city ol { min-height: 8.2rem; padding: 0; list-style: none; font-size: 0.92rem; font-variant-numeric: tabular-nums; }
.city .about { font-size: 0.92rem; }
@media (prefers-reduced-motion: reduce) { .city circle { transition: none; } }
@media (max-width: 36rem) { .city .now { grid-template-columns: 1fr; } .city text { font-size: 19px; } }
`;

const SCRIPT = `
'use strict';
const panel = document.querySelector('.city');
function show(city) {
  for (const number of panel.querySelectorAll('[data-count]')) {
    const count = city[number.dataset.count];
    const noun = number.previousElementSibling;
    number.textContent = count;
    noun.textContent = count === 1 ? noun.dataset.one : noun.dataset.many;
  }
  panel.querySelector('.about').textContent = city.about;
  place(panel.querySelector('.stops'), city.stops);
  place(panel.querySelector('.drivers'), city.drivers);
  panel.querySelector('ol').replaceChildren(...city.events.map(({ text }) => {
    const item = document.createElement('li');
    item.textContent = text;
    return item;
  }));
}
function place(layer, marks) {
  const gone = new Map([...layer.children].map((child) => [child.dataset.id, child]));
  for (const { id, x, y, kind } of marks) {
    let circle = gone.get(id);
    gone.delete(id);
    if (circle === undefined) {
      circle = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
      circle.dataset.id = id;
      layer.append(circle);
    }
    circle.setAttribute('class', kind);
    circle.style.transform = 'translate(' + x + 'px, ' + y + 'px)';
  }
  for (const circle of gone.values()) circle.remove();
}
async function look() {
  const answer = document.hidden ? undefined : await fetch('${DEMO_CITY_PATH}').catch(() => undefined);
  if (answer?.ok) show(await answer.json());
  setTimeout(look, 1000);
}
look();
`;

/** The city as it stands now, which a script then keeps moving. */
export function demoCityPanel(name: string, map: CityMap, city: DemoCity): PagePart {
  const { width, height, outline } = map;
  const labels = labelsOf(
    DEMO_PLACES.map(({ address, coordinates }) => ({
      name: address.split(', ').at(-1) ?? '',
      ...map.spotOf(pointOf(coordinates)),
    })),
  ).map((label) => html`<text x="${label.x}" y="${label.y}">${label.name}</text>`);
  return {
    style: STYLE,
    script: SCRIPT,
    html: html`<section class="city" aria-labelledby="city">
<h2 id="city">${name}, right now</h2>
<svg class="map" viewBox="0 0 ${width} ${height}" role="img" aria-label="A map of ${name} with its simulated drivers and the places of open orders; counts and latest events follow.">
<path class="land" d="${asIs(outline)}"/><g class="stops">${marks(city.stops)}</g><g class="drivers">${marks(city.drivers)}</g>${labels}</svg>
<p class="legend">${sample('driver', 'free driver')}${sample('driver busy', 'driver on an order')}${sample('driver silent', 'silent driver')}${sample('pick-up', 'pick-up')}${sample('drop-off', 'drop-off')}</p>
<div class="now">
<dl>
${COUNTS.map((count) => counted(count, city[count.name]))}
</dl>
<ol>${city.events.map(({ text }) => html`<li>${text}</li>`)}</ol>
</div>
<p class="about">${city.about}</p>
</section>`,
  };
}

function counted({ name, one, many }: (typeof COUNTS)[number], count: number): Html {
  return html`<div><dt data-one="${one}" data-many="${many}">${count === 1 ? one : many}</dt><dd data-count="${name}">${count}</dd></div>`;
}

function marks(list: DemoCity['drivers'] | DemoCity['stops']): readonly Html[] {
  return list.map(
    ({ id, x, y, kind }) => html`<circle class="${kind}" data-id="${id}" transform="translate(${x} ${y})"/>`,
  );
}

function sample(kind: string, meaning: string): Html {
  return html`<span><svg viewBox="-11 -11 22 22" aria-hidden="true"><circle class="${kind}"/></svg>${meaning}</span>`;
}
