import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export type Service = {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: string;
  readonly volumes: readonly string[];
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
};

/** What an operator has to write into .env. */
export const DOT_ENV = {
  POSTGRES_PASSWORD: 'hush',
  WAYBILL_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  WAYBILL_METRICS_TOKEN: 'let-me-in',
  WAYBILL_PUBLIC_URL: 'https://delivery.example.com',
};

/** The services of compose.yaml with `${NAME:?why}` and `${NAME:-default}` filled in; one that .env must have and lacks is refused, as compose does. */
export function servicesWith(dotEnv: Readonly<Record<string, string>>): Readonly<Record<string, Service>> {
  const text = readFileSync('compose.yaml', 'utf8').replaceAll(
    /\$\{(\w+):([?-])([^}]*)\}/g,
    (_, name, sign, otherwise) => {
      const given = dotEnv[name];
      if (given === undefined && sign === '?') throw new Error(`${name}: ${otherwise}`);
      return given ?? otherwise;
    },
  );
  // What compose hands on is text, also where it is written as a number.
  return parse(text, { merge: true, schema: 'failsafe' }).services;
}
