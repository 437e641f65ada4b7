import type { Messages } from '../infrastructure/messages.ts';
import type { MadeLink } from './make-link.ts';
import type { Person } from './rules/person.ts';

const WORDS = {
  invitation: { portal: 'You are invited to the Waybill portal', console: 'You are invited to the Waybill console' },
  reset: { portal: 'Set a new password for the Waybill portal', console: 'Set a new password for the Waybill console' },
};
const LIFE = { invitation: 'seven days', reset: 'one hour' };

/** Whether the gateway took it. */
export function sendLink(messages: Messages, person: Person, { url, purpose }: MadeLink): Promise<boolean> {
  const text = `${WORDS[purpose][person.desk]}: ${url} – the link works once, for ${LIFE[purpose]}. If you did not expect it, do nothing.`;
  return messages.send({ to: person.email, text });
}
