import type { ReactNode } from 'react';
import { StopMark } from '../../shared/ui/stop-mark.tsx';

type Row = {
  readonly key: string;
  readonly address: string;
  readonly closed?: boolean;
  readonly failed?: boolean;
  readonly detail?: ReactNode;
};

/** The pick-up and the drop-offs, one below the other. */
export function StopList({ stops }: { readonly stops: readonly Row[] }) {
  return (
    <ol className="flex flex-col gap-3">
      {stops.map(({ key, address, detail, ...over }, index) => (
        <li key={key} className="flex gap-3">
          <StopMark number={index} {...over} />
          <div className="min-w-0 flex-1">
            <p className="font-medium wrap-anywhere">
              <span className="sr-only">{index === 0 ? 'Pick-up: ' : `Drop-off ${index}: `}</span>
              {address}
            </p>
            {detail === undefined ? undefined : <div className="text-sm text-quiet">{detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}

type Contact = { readonly name: string; readonly phone: string; readonly remarks?: string | undefined };

/** Who is at a stop, and the note to the driver in its lines; a name that is read from the right leaves the phone as it is. */
export function StopContact({ name, phone, remarks }: Contact) {
  return (
    <>
      <p>
        <bdi>{name}</bdi>, {phone}
      </p>
      {remarks === undefined ? undefined : <p className="whitespace-pre-line">{remarks}</p>}
    </>
  );
}
