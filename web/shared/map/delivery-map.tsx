import { useEffect, useRef } from 'react';
import { type ShownMap, showMap } from './show-map.ts';
import type { MapView, MapWords } from './view.ts';

type Props = { readonly view: MapView; readonly words?: MapWords; readonly className?: string };

/** The map of a delivery; `className` gives it its size. */
export function DeliveryMap({ view, words, className }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const map = useRef<ShownMap>(undefined);
  const latest = useRef(view);
  latest.current = view;
  useEffect(() => {
    map.current = showMap(element.current as HTMLElement, latest.current, words);
    return () => map.current?.remove();
  }, [words]);
  useEffect(() => map.current?.update(view), [view]);
  return <div ref={element} className={className} />;
}
