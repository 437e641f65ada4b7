import { statusTitle } from './order-status.tsx';

type Props = { readonly type: string; readonly newStatus: string | null };

/** What an event is called, and the status that it tells of. */
export function EventName({ type, newStatus }: Props) {
  return (
    <>
      <code className="text-[13px] wrap-anywhere">{type}</code>
      {newStatus === null ? undefined : <span className="block text-sm text-quiet">{statusTitle(newStatus)}</span>}
    </>
  );
}
