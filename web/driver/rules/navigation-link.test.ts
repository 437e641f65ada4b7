import { expect, test } from 'vitest';
import { navigationLink } from './navigation-link.ts';

const place = { lat: '22.2810', lng: '114.1580' };

test.each([
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 'geo:22.2810,114.1580?q=22.2810,114.1580(1%20Queen%20Road)'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)', 'maps://?daddr=22.2810,114.1580&q=1%20Queen%20Road'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'https://www.openstreetmap.org/directions?to=22.2810%2C114.1580'],
])('on %s', (userAgent, link) => {
  expect(navigationLink(place, '1 Queen Road', userAgent)).toBe(link);
});

test('no address breaks out of its link', () => {
  const android = navigationLink(place, 'Shop 3 (rear)"><script>&q=x', 'Android');
  expect(android).toBe('geo:22.2810,114.1580?q=22.2810,114.1580(Shop%203%20%20rear%20%22%3E%3Cscript%3E%26q%3Dx)');
  expect(navigationLink(place, '#&?', 'iPhone')).toBe('maps://?daddr=22.2810,114.1580&q=%23%26%3F');
});
