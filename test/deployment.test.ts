import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LARGEST_FILE_BYTES } from '../src/console/drivers-wire.ts';
import { LARGEST_PROOF_BYTES } from '../src/driver-app/orders-wire.ts';
import { SETTINGS } from '../src/infrastructure/config/setting-table.ts';
import { readSettings } from '../src/infrastructure/config/settings.ts';
import { DOT_ENV, servicesWith } from './support/compose-file.ts';
import { ignoredBy, instructionsOf } from './support/dockerfile.ts';
import { blocksOf } from './support/page-blocks.ts';

const PRODUCTION = { WAYBILL_ENVIRONMENT: 'production' };
const known = Object.values(SETTINGS).map(({ name }) => name as string);
const textOf = (file: string) => readFileSync(file, 'utf8');
const { engines } = JSON.parse(textOf('package.json'));

test.each(['Dockerfile', 'compose.yaml', 'ops/waybill@.service'])('%s names only settings that there are', (file) => {
  const named = [...textOf(file).matchAll(/\bWAYBILL_[A-Z_]+/g)].map(([name]) => name);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

describe('the Dockerfile', () => {
  const instructions = instructionsOf(textOf('Dockerfile'));
  const wordsOf = (name: string) => instructions.filter((one) => one.name === name).map(({ words }) => words);

  test('stands on one version of Node, which the package allows', () => {
    const bases = wordsOf('FROM').flatMap((words) => /^node:(\d+)-bookworm-slim\b/.exec(words)?.[1] ?? []);
    expect(new Set(bases).size).toBe(1);
    expect(Number(bases[0])).toBeGreaterThanOrEqual(Number(/^>=(\d+)/.exec(engines.node)?.[1]));
    expect(textOf('README.md')).toMatch(new RegExp(`You need Node [\\d, or]*\\b${bases[0]}\\b`));
  });

  test('ends as a user who is not root, on the port that is the default, in production', () => {
    expect(wordsOf('USER').at(-1)).toBe('node');
    expect(instructions.findLastIndex(({ name }) => name === 'USER')).toBeGreaterThan(
      instructions.findLastIndex(({ name }) => name === 'RUN'),
    );
    expect(wordsOf('EXPOSE')).toEqual([SETTINGS.port.shown]);
    expect(wordsOf('ENV').join(' ')).toContain('WAYBILL_ENVIRONMENT=production');
  });

  test('holds no secret', () => {
    const given = [...wordsOf('ENV'), ...wordsOf('ARG')].join(' ').match(/\b[A-Z_]+(?==)/g) ?? [];
    expect(given.filter((name) => /KEY|TOKEN|SECRET|PASSWORD|DATABASE_URL/.test(name))).toEqual([]);
  });

  test('its data folder is the volume that compose keeps, and belongs to its user', () => {
    const [folder] = wordsOf('VOLUME');
    expect(wordsOf('ENV').join(' ')).toContain(`WAYBILL_DATA=${folder}`);
    expect(wordsOf('RUN').join('\n')).toContain(`chown node:node ${folder}`);
    for (const part of ['api', 'worker']) expect(servicesWith(DOT_ENV)[part]?.volumes).toContain(`files:${folder}`);
  });
});

test('.dockerignore keeps out what is not needed and what nobody may see', () => {
  const isIgnored = ignoredBy(textOf('.dockerignore'));
  const kept = ['package.json', '.npmrc', 'bin/waybill.js', 'src/main/cli.ts', 'web/vite.config.ts', 'docs/guide/a.md'];
  expect(kept.filter(isIgnored)).toEqual([]);
  const out = ['.env', '.waybill/master-key', 'tls/tls.key', '.git/config', 'node_modules/pg/package.json'];
  const idle = ['dist/server/cli.js', 'test/run.js', 'docs/map.md', 'src/foundation/money.test.ts', 'README.md'];
  expect([...out, ...idle].filter((file) => !isIgnored(file))).toEqual([]);
});

describe('compose.yaml', () => {
  const services = servicesWith(DOT_ENV);
  const settingsOf = (name: string, dotEnv: Readonly<Record<string, string>> = DOT_ENV) => ({
    ...PRODUCTION,
    ...dotEnv,
    ...servicesWith(dotEnv)[name]?.environment,
  });

  test.each(['migrate', 'api', 'worker'])('%s gets settings that production takes as they are', (name) => {
    const settings = readSettings(settingsOf(name));
    expect(settings).toMatchObject({ environment: 'production', tls: 'files' });
    expect(settings.databaseUrl).toMatch(/^postgres:\/\/waybill:hush@database:5432\//);
    expect(settings.metricsToken).toBe(DOT_ENV.WAYBILL_METRICS_TOKEN);
  });

  test.each(Object.keys(DOT_ENV))('without %s in .env nothing starts', (name) => {
    expect(() => servicesWith({ ...DOT_ENV, [name]: undefined } as never)).toThrow(name);
  });

  test('the API is published from the port on which it listens', () => {
    expect(services.api?.ports).toEqual([`443:${readSettings(settingsOf('api')).port}`]);
  });

  test('a setting of .env counts, whichever it is; only the database is its own', () => {
    const own = {
      WAYBILL_TLS: 'proxy',
      WAYBILL_TLS_CERT: '/etc/waybill/chain.pem',
      WAYBILL_TLS_KEY: '/etc/waybill/chain.key',
      WAYBILL_PORT: '9443',
      WAYBILL_WORKER_PORT: '9444',
    };
    const dotEnv = { ...DOT_ENV, ...own };
    for (const name of ['migrate', 'api', 'worker'])
      expect(readSettings(settingsOf(name, dotEnv))).toEqual(
        readSettings({ ...PRODUCTION, ...dotEnv, DATABASE_URL: services[name]?.environment?.DATABASE_URL }),
      );
    expect(servicesWith(dotEnv).api?.ports).toEqual(['443:9443']);
  });

  test('the certificate lies where it is mounted', () => {
    const { tlsCert, tlsKey } = readSettings(settingsOf('api'));
    expect([tlsCert, tlsKey]).toEqual(['/etc/waybill/tls.crt', '/etc/waybill/tls.key']);
    for (const name of ['migrate', 'api', 'worker']) expect(services[name]?.volumes).toContain('./tls:/etc/waybill:ro');
  });

  test('API and worker wait for the migration, and that for the database', () => {
    expect(services.migrate?.depends_on).toEqual({ database: { condition: 'service_healthy' } });
    for (const name of ['api', 'worker'])
      expect(services[name]?.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
  });
});

test('the unit of systemd starts the launcher of the installed package', () => {
  const [, launcher = ''] =
    /^ExecStart=\S+ \S+\/node_modules\/waybill\/(\S+) %i$/m.exec(textOf('ops/waybill@.service')) ?? [];
  expect(existsSync(launcher)).toBe(true);
});

test('the unit of systemd goes on trying, however long the database is not there', () => {
  const [unit = '', service = ''] = textOf('ops/waybill@.service').split('[Service]');
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
  expect(service).toMatch(/^Restart=on-failure$/m);
  expect(service).toMatch(/^RestartSec=[1-9]\d*$/m);
});

test('the proxy in operations.md lets the largest bodies through, keeps paths as they are signed, and says who calls', () => {
  const page = 'docs/guide/operations.md';
  const { text = '' } = blocksOf(page, textOf(page)).find(({ language }) => language === 'nginx') ?? {};
  const lines = text.split('\n').map((line) => line.trim().replace(/;$/, ''));
  const [, mebibytes] = /^client_max_body_size (\d+)m$/m.exec(lines.join('\n')) ?? [];
  expect(Number(mebibytes) * 1024 ** 2).toBeGreaterThanOrEqual(Math.max(LARGEST_FILE_BYTES, LARGEST_PROOF_BYTES));
  expect(lines).toEqual(
    expect.arrayContaining([
      `proxy_pass http://127.0.0.1:${SETTINGS.port.shown}`,
      'proxy_set_header X-Forwarded-Proto $scheme',
      'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for',
    ]),
  );
});
