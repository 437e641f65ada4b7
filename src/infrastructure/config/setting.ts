import type { Environment } from './environment.ts';
import type { Reading } from './readings.ts';

type Described = { readonly name: string; readonly meaning: string };

export type Setting<T> = Described & {
  /** How it stands in the documents: its default, or an example where it has none. */
  readonly shown: string;
  read(text: string | undefined, environment: Environment): Reading<T>;
};

export function setting<T>(definition: Setting<T>): Setting<T> {
  return definition;
}

type Preset<T> = Described & { readonly byDefault: string; read(text: string): Reading<T> };

/** One that is read as its default where nothing is given. */
export function preset<T>({ name, meaning, byDefault, read }: Preset<T>): Setting<T> {
  return { name, meaning, shown: byDefault, read: (text = byDefault) => read(text) };
}
