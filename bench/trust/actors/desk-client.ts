import type { HttpAnswer } from '../../../test/support/partner-client.ts';
import type { Client, Identity } from '../client.ts';
import { seen } from '../evidence.ts';
import type { Invited } from '../population.ts';
import type { Desk } from '../writes.ts';

export const PASSWORD = 'correct horse battery';

/** A browser at a desk, by the cookie that it was given. */
export const browserWith =
  (desk: Desk, cookie: string): Identity =>
  () => ({ 'waybill-app': desk, ...(cookie === '' ? {} : { cookie }) });

export function cookieIn(answer: HttpAnswer | undefined): string {
  const [set] = (answer?.headers['set-cookie'] as unknown as string[] | undefined) ?? [];
  return set?.split(';')[0] ?? '';
}

/** Somebody who was invited sets a password by the link. It is done before anything is killed: nobody could act without it. */
export async function signIn(client: Client, desk: Desk, person: Invited): Promise<Identity> {
  const used = await client.write(`POST /${desk}/v1/links/use`, {
    as: browserWith(desk, ''),
    data: { token: person.token, password: PASSWORD },
    seenBy: seen.actOn(person.id, 'password.set', person.id),
  });
  if (used === undefined) throw new Error(`${person.email} could not sign in`);
  return browserWith(desk, cookieIn(used));
}
