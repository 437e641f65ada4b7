import { Icon } from './icon.tsx';

type Props = {
  /** 0 for the pick-up. */
  readonly number: number;
  /** Nothing is left to do there. */
  readonly closed?: boolean;
  /** It was closed because nothing could be handed over. */
  readonly failed?: boolean;
};

/** A stop of a way, as its marker on the map: the pick-up has a dot, drop-offs are numbered, what is over is ticked off or crossed out. */
export function StopMark({ number, closed = false, failed = false }: Props) {
  return (
    <span
      aria-hidden="true"
      className={`mt-0.5 grid size-6 shrink-0 place-items-center rounded-full text-fine font-bold forced-color-adjust-none ${lookOf({ number, closed, failed })}`}
    >
      {closed ? (
        <Icon name={failed ? 'cross' : 'done'} className="size-3.5" />
      ) : number === 0 ? (
        <span className="size-2 rounded-full bg-paper" />
      ) : (
        number
      )}
    </span>
  );
}

function lookOf({ number, closed, failed }: Props): string {
  if (closed) return failed ? 'border-2 border-bad text-bad' : 'border-2 border-quiet text-quiet';
  return number === 0 ? 'bg-ink text-paper' : 'bg-accent text-on-accent';
}
