import { expect, test } from 'vitest';
import { entryOf } from './web-build.ts';

const build = {
  'driver/index.html': {
    file: 'assets/index-1.js',
    css: ['assets/index-2.css'],
    imports: ['_shared.js'],
    dynamicImports: ['shared/map.ts'],
  },
  '_shared.js': { file: 'assets/shared-3.js', css: ['assets/shared-4.css'] },
  'shared/map.ts': {
    file: 'assets/map-5.js',
    css: ['assets/map-6.css'],
    assets: ['assets/worker-7.js'],
    imports: ['_shared.js', 'driver/index.html'],
  },
};

test('a page names its script and the styles of all that comes with it', () => {
  expect(entryOf(build, 'driver/index.html')).toMatchObject({
    script: '/assets/index-1.js',
    styles: ['/assets/index-2.css', '/assets/shared-4.css'],
  });
});

test('everything is also what is fetched later, once each', () => {
  expect([...entryOf(build, 'driver/index.html').everything].sort()).toEqual([
    '/assets/index-1.js',
    '/assets/index-2.css',
    '/assets/map-5.js',
    '/assets/map-6.css',
    '/assets/shared-3.js',
    '/assets/shared-4.css',
    '/assets/worker-7.js',
  ]);
});

test('what is not part of the build is a mistake of ours', () => {
  expect(() => entryOf(build, 'portal/index.html')).toThrow('portal/index.html is part of the build');
});
