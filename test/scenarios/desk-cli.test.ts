import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserAt, PASSWORD } from '../support/desk.ts';
import { runCommand, saidBy } from '../support/program.ts';
import { createWorld, sharedWith, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ clockRuns: true });
});
afterAll(() => world.close());

const waybill = (...args: string[]) => runCommand(args, sharedWith(world));
const json = async (...args: string[]) => JSON.parse(await saidBy(waybill(...args, '--json')));
const tokenIn = (link: string) => link.split('#')[1];

test('an operator is created with a link that sets the password, listed, and gets another link when locked out', async () => {
  const created = await json('operator', 'create', '--email', 'Ada@Example.com', '--role', 'ADMIN');
  expect(created).toEqual({
    personId: expect.stringMatching(/^\d{19}$/),
    email: 'ada@example.com',
    name: 'ada',
    role: 'admin',
    link: expect.stringMatching(/^https:\/\/localhost:\d+\/console\/welcome#[\w-]{43}$/),
    expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
  const browser = browserAt(world, 'console');
  const data = { token: tokenIn(created.link), password: PASSWORD };
  expect((await browser.post('/console/v1/links/use', data)).status).toBe(200);
  expect(await json('operator', 'list')).toMatchObject([
    { email: 'ada@example.com', role: 'admin', status: 'active', hasPassword: true, hasSecondFactor: false },
  ]);
  expect(await waybill('operator', 'create', '--email', 'ada@example.com', '--role', 'viewer')).toMatchObject({
    code: 1,
    errors:
      'There is somebody with ada@example.com already. For a new link: waybill operator link --email ada@example.com\n',
  });
  const { output } = await waybill('operator', 'link', '--email', 'ada@example.com', '--remove-second-factor');
  expect(output).toMatch(/^Person {2}ada \(ada@example.com\), admin\nLink {4}https:\S+\nWhoever opens it sets/);
  expect((await browser.get('/console/v1/acts')).json.data[0]).toMatchObject({
    who: { name: 'Command line' },
    action: 'person.link',
  });
});

test('a user of the portal belongs to the partner named', async () => {
  const { partnerId } = world.partner;
  const terms = ['--partner', partnerId, '--email', 'grace@example.com', '--name', 'Grace', '--role', 'Developer'];
  const created = await json('partner', 'user', ...terms);
  expect(created).toMatchObject({ partnerId, name: 'Grace', role: 'developer' });
  const browser = browserAt(world, 'portal');
  const { link } = await json('partner', 'user-link', '--email', 'grace@example.com');
  const use = (url: string) => browser.post('/portal/v1/links/use', { token: tokenIn(url), password: PASSWORD });
  expect([(await use(created.link)).status, (await use(link)).status]).toEqual([404, 200]);
  expect((await browser.get('/portal/v1/me')).json.data.partner.id).toBe(partnerId);
});

test.each([
  [
    ['operator', 'create', '--email', 'x', '--role', 'admin'],
    2,
    'It must be an email address such as ada@example.com.',
  ],
  [
    ['operator', 'create', '--email', 'x@example.com', '--role', 'developer'],
    2,
    'It must be one of viewer, dispatcher, finance, admin.',
  ],
  [['operator', 'link', '--email', 'x@example.com'], 1, 'Nobody at the console has the email address x@example.com.'],
  [
    ['partner', 'user', '--partner', '1234567890123456789', '--email', 'x@example.com', '--role', 'admin'],
    1,
    'There is no partner 1234567890123456789. See: waybill partner list',
  ],
])('%j is refused in one line', async (args, code, line) => {
  const refused = await waybill(...args);
  expect([refused.code, refused.output]).toEqual([code, '']);
  expect(refused.errors).toContain(line);
});
