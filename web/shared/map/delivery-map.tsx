import { useEffect, useRef } from 'react';
import { type ShownMap, showMap } from './show-map.ts';
import type { MapHand, MapView, MapWords } from './view.ts';

type Props = {
  readonly view: MapView;
  readonly words?: MapWords;
  /** Where stops can be placed and carried on it. */
  readonly hand?: MapHand;
  readonly className?: string;
};

/** The map of a delivery; `className` gives it its size. */
export function DeliveryMap({ view, words, hand, className }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const map = useRef<ShownMap>(undefined);
  const latest = useRef(view);
  latest.current = view;
  const hands = useRef(hand);
  hands.current = hand;
  const isHandled = hand !== undefined;
  useEffect(() => {
    const reach: MapHand = {
      press: (at) => hands.current?.press(at),
      carry: (index, to) => hands.current?.carry(index, to),
    };
    map.current = showMap(element.current as HTMLElement, latest.current, words, isHandled ? reach : undefined);
    return () => map.current?.remove();
  }, [words, isHandled]);
  useEffect(() => map.current?.update(view), [view]);
  return <div ref={element} className={className} />;
}
