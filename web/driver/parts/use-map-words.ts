import { useState } from 'react';
import type { MapWords } from '../../shared/map/view.ts';
import { useWords } from '../words/words.ts';

/** As they are when the map is first drawn: other words would draw it anew. */
export function useMapWords(about: 'home.map' | 'offer.map' | 'order.map'): MapWords {
  const t = useWords();
  const [words] = useState(() => ({
    map: t(about),
    driver: t('map.driver'),
    zoomIn: t('map.zoomIn'),
    zoomOut: t('map.zoomOut'),
    sources: t('map.sources'),
  }));
  return words;
}
