import { buttonStyle } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { navigationLink, type Place } from '../rules/navigation-link.ts';
import { useWords } from '../words/words.ts';

type Props = {
  readonly place: Place;
  /** What the navigation calls the place. */
  readonly label: string;
  readonly phone: string | undefined;
  /** Who answers the phone. */
  readonly name?: string | undefined;
};

/** To the place by the phone's navigation, and to the people there by its telephone. */
export function CallAndNavigate({ place, label, phone, name = '' }: Props) {
  const t = useWords();
  return (
    <div className="mt-2 flex gap-3 [&>a]:px-3">
      <a
        className={`${buttonStyle('plain')} flex-1`}
        href={navigationLink(place, label, navigator.userAgent)}
        target="_blank"
        rel="noreferrer"
      >
        <Icon name="navigate" className="size-5" />
        {t('common.navigate')}
      </a>
      {phone === undefined || phone === '' ? undefined : (
        <a
          className={`${buttonStyle('plain')} flex-1`}
          href={`tel:${phone}`}
          aria-label={`${t('common.call')} ${name}`.trim()}
        >
          <Icon name="call" className="size-5" />
          {t('common.call')}
        </a>
      )}
    </div>
  );
}
