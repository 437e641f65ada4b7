import { useData } from '../../shared/desk/use-data.ts';
import type { Webhook } from '../integration-types.ts';

/** Without a URL there is nobody to send to, and to one that is switched off nothing is sent until it is set again. */
export const canSend = ({ url, disabledReason }: Webhook) => url !== null && disabledReason === null;

export function useCanSend(): boolean {
  const { data: webhook } = useData<Webhook>('/webhook');
  return webhook !== undefined && canSend(webhook);
}
