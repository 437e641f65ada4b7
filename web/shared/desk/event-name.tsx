import { statusTitle } from './order-status.tsx';

type Props = { readonly type: string; readonly newStatus: string | null; readonly dropOff?: number | null };

/** What an event is called, and the status that it tells of: of the order, or of one of its drop-offs. */
export function EventName({ type, newStatus, dropOff = null }: Props) {
  return (
    <>
      <code className="text-fine wrap-anywhere">{type}</code>
      {newStatus === null ? undefined : (
        <span className="block text-sm text-quiet">
          {dropOff === null ? '' : `Drop-off ${dropOff}: `}
          {statusTitle(newStatus)}
        </span>
      )}
    </>
  );
}
