import { codeAt } from '../../../test/support/desk.ts';
import { seen } from '../evidence.ts';
import type { Invited } from '../population.ts';
import type { Desk } from '../writes.ts';
import type { Actor } from './actor.ts';
import { browserWith, cookieIn, PASSWORD, signIn } from './desk-client.ts';

/** Somebody who runs a team at a desk: colleagues come and go, forget passwords and lose phones. */
export const accounts = (desk: Desk): Actor => ({
  name: `${desk}-team`,
  drives: [
    `POST /${desk}/v1/sign-in`,
    `POST /${desk}/v1/sign-out`,
    `POST /${desk}/v1/forgot`,
    `POST /${desk}/v1/links/look`,
    `POST /${desk}/v1/links/use`,
    `PUT /${desk}/v1/password`,
    `POST /${desk}/v1/second-factor`,
    `PUT /${desk}/v1/second-factor`,
    `DELETE /${desk}/v1/second-factor`,
    `DELETE /${desk}/v1/devices/:deviceId`,
    `POST /${desk}/v1/sign-out-everywhere`,
    `POST /${desk}/v1/people`,
    `PATCH /${desk}/v1/people/:personId`,
    `POST /${desk}/v1/people/:personId/link`,
  ],
  async begin(client, { leads }) {
    const admin = await signIn(client, desk, leads[desk]);
    const stranger = browserWith(desk, '');
    let people = 0;

    /** With a link to set a password by. */
    async function invite(): Promise<Invited | undefined> {
      people += 1;
      const email = `${client.actor}-${people}@trust.example`;
      const made = await client.write(`POST /${desk}/v1/people`, {
        as: admin,
        data: { email, name: 'Grace', role: 'viewer' },
        seenBy: seen.person(email),
      });
      if (made === undefined) return undefined;
      const { person, link } = made.json.data;
      return { id: person.id, email, token: String(link).split('#')[1] ?? '' };
    }

    async function comeAndGo(): Promise<void> {
      const invited = await invite();
      if (invited === undefined) return;
      const { id, email, token } = invited;
      await client.write(`POST /${desk}/v1/links/look`, { as: stranger, data: { token } });
      const used = await client.write(`POST /${desk}/v1/links/use`, {
        as: stranger,
        data: { token, password: PASSWORD },
        seenBy: seen.actOn(id, 'password.set', id),
      });
      if (used === undefined) return;
      const as = browserWith(desk, cookieIn(used));
      const begun = await client.write(`POST /${desk}/v1/second-factor`, { as, data: { password: PASSWORD } });
      if (begun !== undefined) {
        await client.write(`PUT /${desk}/v1/second-factor`, {
          as,
          data: { code: codeAt(begun.json.data.secret, Date.now()) },
          seenBy: seen.actOn(id, 'second-factor.on', id),
        });
        await client.write(`DELETE /${desk}/v1/second-factor`, {
          as,
          data: { password: PASSWORD },
          seenBy: seen.actOn(id, 'second-factor.off', id),
        });
      }
      await client.write(`PUT /${desk}/v1/password`, {
        as,
        data: { current: PASSWORD, new: `${PASSWORD} 2` },
        seenBy: seen.actOn(id, 'password.change', id),
      });
      await client.write(`POST /${desk}/v1/sign-out`, { as });
      await client.write(`POST /${desk}/v1/forgot`, { as: stranger, data: { email } });
      await client.write(`PATCH /${desk}/v1/people/:personId`, {
        as: admin,
        at: [id],
        data: { status: 'disabled', seen: { role: 'viewer', status: 'active' } },
        seenBy: seen.actOn(leads[desk].id, 'person.change', id),
      });
    }

    async function loseADevice(): Promise<void> {
      const invited = await invite();
      if (invited === undefined) return;
      const { id, email, token } = invited;
      const used = await client.write(`POST /${desk}/v1/links/use`, {
        as: stranger,
        data: { token, password: PASSWORD },
        seenBy: seen.actOn(id, 'password.set', id),
      });
      const first = browserWith(desk, cookieIn(used));
      const again = await client.write(`POST /${desk}/v1/sign-in`, {
        as: stranger,
        data: { email, password: PASSWORD },
      });
      if (used === undefined || again === undefined) return;
      const devices = (await client.read(`/${desk}/v1/devices`, first)) ?? [];
      const other = devices.find(({ isThis }: { isThis: boolean }) => !isThis);
      if (other !== undefined)
        await client.write(`DELETE /${desk}/v1/devices/:deviceId`, {
          as: first,
          at: [other.id],
          seenBy: seen.endedDeskSession(other.id),
        });
      await client.write(`POST /${desk}/v1/sign-out-everywhere`, { as: first });
      await client.write(`POST /${desk}/v1/people/:personId/link`, {
        as: admin,
        at: [id],
        data: {},
        seenBy: seen.actOn(leads[desk].id, 'person.link', id),
      });
    }
    return [comeAndGo, loseADevice];
  },
});
