import { useEffect, useRef, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { searchedText } from './rules/searched-text.ts';

const PAUSE_MS = 300;

type Props = {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  /** Told when the typing pauses. */
  readonly onSearch: (text: string) => void;
};

export function SearchBox({ label, value, placeholder = label, onSearch }: Props) {
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const tell = useRef(onSearch);
  tell.current = onSearch;
  // Emptied or set from elsewhere.
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    const text = searchedText(typed);
    if (text === told.current) return;
    const timer = setTimeout(() => {
      told.current = text;
      tell.current(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div className="relative min-w-52 flex-1 max-sm:basis-full">
      <Icon name="search" className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-quiet" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className="min-h-(--control) w-full rounded-control border border-quiet/60 bg-card pr-3 pl-9 text-(length:--entry-text) placeholder:text-quiet"
      />
    </div>
  );
}
