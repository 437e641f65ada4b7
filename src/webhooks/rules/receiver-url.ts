import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import type { Environment } from '../../infrastructure/config/environment.ts';

const LONGEST = 2_000;
const POINTER = '/data/url';

/** What can be told of a URL by looking at it. Where it leads is judged when something is sent there. */
export function decideReceiverUrl(text: string, environment: Environment): Decision<string> {
  const fault = faultOf(text, environment);
  return fault === undefined ? accepted(text) : refused('ERR_INVALID_RESPONSE', `The URL ${fault}.`, POINTER);
}

function faultOf(text: string, environment: Environment): string | undefined {
  if (text.length > LONGEST) return `must not be longer than ${LONGEST.toLocaleString('en')} characters`;
  // The parser would drop line ends and tabs in silence, and write blanks and letters beyond ASCII in its own way.
  if (/[\0-\x20\x7f]/.test(text)) return 'must not have blanks or line breaks in it or around it';
  if (/[^\x21-\x7e]/.test(text))
    return `must be written in ASCII${URL.canParse(text) ? `: ${new URL(text).href}` : ''}`;
  if (!URL.canParse(text)) return 'cannot be read. It must look like https://example.com/webhooks';
  const url = new URL(text);
  const schemes = environment === 'production' ? ['https:'] : ['https:', 'http:'];
  if (!schemes.includes(url.protocol)) return `must begin with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`;
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password';
  if (text.includes('#')) return 'must not have a fragment (#…)';
  return url.port === '0' ? 'must not have the port 0' : undefined;
}
