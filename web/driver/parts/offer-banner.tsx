import { Link, useRoute } from 'wouter';
import { Icon } from '../../shared/ui/icon.tsx';
import { useNow } from '../day/use-now.ts';
import { useWork } from '../day/work.ts';
import { standingOffers } from '../rules/shown-offers.ts';
import { useFormat } from '../words/use-format.ts';
import { useWords } from '../words/words.ts';

/** An offer is seen, and at hand, wherever the driver is in the app. */
export function OfferBanner() {
  const t = useWords();
  const format = useFormat();
  const [isAtWork] = useRoute('/');
  const { offers } = useWork();
  const [offer] = standingOffers(offers, useNow(1_000));
  if (offer === undefined || isAtWork) return undefined;
  const { amount, currency } = offer.earning;
  return (
    <Link
      href="/"
      className="sticky top-18 z-10 flex min-h-14 items-center justify-between gap-2 border-b border-transparent bg-accent px-4 font-bold text-on-accent"
    >
      {t('offer.new', { money: format.money(amount, currency) })}
      <Icon name="forward" />
    </Link>
  );
}
