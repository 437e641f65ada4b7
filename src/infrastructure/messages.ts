import { SECOND_MS } from '../foundation/time.ts';
import type { Settings } from './config/settings.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { postJson, ServiceError } from './outgoing-http.ts';

/** A short text to a phone, in E.164, or to an email address. */
type Message = { readonly to: string; readonly text: string };

/** Reaches people by the operator's gateway for messages. */
export type Messages = {
  /** Whether the gateway took it. Never fails: what went wrong is in the log, without the text. */
  send(message: Message): Promise<boolean>;
  /** In a sandbox without a gateway: whoever tries it out reads them there. */
  readonly standInLog: boolean;
};

type Gateway = Pick<Settings, 'environment' | 'messagesUrl' | 'messagesToken'>;
const TIME_LIMIT_MS = 5 * SECOND_MS;
const TRIES = 2;

type Deps = { readonly log: Log; readonly metrics: Metrics };

export function createMessages(settings: Gateway, { log, metrics }: Deps, timeLimitMs = TIME_LIMIT_MS): Messages {
  const { environment, messagesUrl, messagesToken } = settings;
  const failures = metrics.counter('waybill_messages_failed_total', 'Messages that the gateway did not take', []);
  if (messagesUrl === undefined)
    return {
      send: async (message) => withoutGateway(environment, log, message),
      standInLog: environment === 'sandbox',
    };
  const url = new URL(messagesUrl);
  const headers: Record<string, string> =
    messagesToken === undefined ? {} : { authorization: `Bearer ${messagesToken}` };
  const sendOnce = (body: Message) => postJson(url, { body, headers, signal: AbortSignal.timeout(timeLimitMs) });
  const send = async (message: Message) => {
    const wasTaken = await sendPatiently(() => sendOnce(message), log);
    if (!wasTaken) failures.inc();
    return wasTaken;
  };
  return { send, standInLog: false };
}

function withoutGateway(environment: Gateway['environment'], log: Log, { to, text }: Message): boolean {
  if (environment === 'sandbox') log.info({ to, text }, 'a message, shown here because no gateway is set');
  else log.warn('a message was not sent: set WAYBILL_MESSAGES_URL to your gateway for messages');
  return false;
}

async function sendPatiently(sendOnce: () => Promise<void>, log: Log): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      await sendOnce();
      return true;
    } catch (error) {
      if (tries < TRIES && mayPass(error)) continue;
      log.warn({ err: error }, 'a message could not be sent');
      return false;
    }
  }
}

/** A gateway that says no will say no again. */
function mayPass(error: unknown): boolean {
  return !(error instanceof ServiceError) || error.status >= 500;
}
