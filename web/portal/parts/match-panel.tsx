import { type MatchExplanation, offerWords, roundWords } from '../../shared/desk/rules/match-words.ts';
import { Time } from '../../shared/desk/time.tsx';

type Props = { readonly match: MatchExplanation; readonly zone: string; readonly isOpen: boolean };

/** Why it was this driver, or is none yet. */
export function MatchStory({ match, zone, isOpen }: Props) {
  const { driverId, matchedAt, offers, rounds } = match;
  return (
    <div className="flex flex-col gap-3">
      <p>
        {driverId === undefined || matchedAt === undefined ? (
          `Nobody ${isOpen ? 'has this order yet' : 'took this order'}.`
        ) : (
          <>
            Driver {driverId} took it at <Time at={matchedAt} zone={zone} />.
          </>
        )}
      </p>
      {rounds.length === 0 ? (
        <p className="text-sm text-quiet">No look for a driver is on record.</p>
      ) : (
        <ol className="flex flex-col gap-2">
          {rounds.map((round) => (
            <li key={round.at} className="text-sm">
              <span className="mr-2 text-quiet">
                <Time at={round.at} zone={zone} />
              </span>
              {roundWords(round)}
            </li>
          ))}
        </ol>
      )}
      {offers.length === 0 ? undefined : (
        <ul className="flex flex-col gap-1 text-sm">
          {offers.map(({ driverId: asked, state, offeredAt }) => (
            <li key={`${asked} ${offeredAt}`}>
              <span className="mr-2 text-quiet">
                <Time at={offeredAt} zone={zone} />
              </span>
              Driver {asked} {offerWords(state)}.
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
