import { OperatorError } from '../operator-error.ts';
import type { Environment } from './environment.ts';
import type { Setting } from './setting.ts';
import { SETTINGS } from './setting-table.ts';

type SettingKey = keyof typeof SETTINGS;
type ValueOf<S> = S extends Setting<infer T> ? T : never;
type Readings = { readonly [K in SettingKey]: ValueOf<(typeof SETTINGS)[K]> };
export type Settings = Omit<Readings, 'publicUrl'> & { readonly publicUrl: string };

export class SettingsError extends OperatorError {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(['The settings need a change:', ...faults.map((line) => `  ${line}`)].join('\n'));
    this.faults = faults;
  }
}

/** The one reader of the environment. All faults are reported at once. */
export function readSettings(env: Readonly<Record<string, string | undefined>> = process.env): Settings {
  const given = (name: string) => (env[name] === undefined || env[name] === '' ? undefined : env[name]);
  const environment: Environment = given('WAYBILL_ENVIRONMENT') === 'production' ? 'production' : 'sandbox';
  const faults: string[] = [];
  const readings: Record<string, unknown> = {};
  for (const [key, definition] of Object.entries(SETTINGS) as [SettingKey, Setting<unknown>][]) {
    const text = given(definition.name);
    const unmeant = unmeantIn(text ?? '');
    const reading = unmeant === undefined ? definition.read(text, environment) : { fault: unmeant };
    if ('fault' in reading) faults.push(`${definition.name} ${reading.fault}`);
    // Numbers and lists do without.
    else if (typeof reading.value === 'string' && text !== text?.trim())
      faults.push(`${definition.name} begins or ends with a blank; write it without`);
    else readings[key] = reading.value;
  }
  faults.push(
    ...unknownNames(Object.keys(env)),
    ...missingCompanions(readings as Partial<Readings>, environment),
    ...withoutTheirChoice(readings as Partial<Readings>, given),
    ...rivals(readings as Partial<Readings>),
  );
  if (faults.length > 0) throw new SettingsError(faults);
  const settings = readings as Readings;
  return { ...settings, publicUrl: settings.publicUrl ?? `https://localhost:${settings.port}` };
}

/** What whoever wrote it does not take for a part of it: a folder or a token of that name is another one. */
function unmeantIn(text: string): string | undefined {
  if (text.endsWith('\r')) return 'ends with a carriage return; save the file that sets it with Unix line ends';
  const [found] = /\p{Cc}/u.exec(text) ?? [];
  if (found === undefined)
    return /^(["']).*\1$/.test(text) ? 'stands in quotes, which are a part of it here; write it without' : undefined;
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return `holds the control character U+${code}; write it without`;
}

/** Settings that others ask for. One of a wrong form is not absent: that has been said of it already. */
function missingCompanions(settings: Partial<Readings>, environment: Environment): string[] {
  const { tls, routing, geocoder, files } = settings;
  const needed = (keys: readonly SettingKey[], why: string) =>
    keys
      .filter((key) => key in settings && settings[key] === undefined)
      .map((key) => `${SETTINGS[key].name} is required ${why}`);
  const faults: string[] = [];
  if (tls === 'files') faults.push(...needed(['tlsCert', 'tlsKey'], 'with WAYBILL_TLS=files'));
  if (environment === 'production')
    faults.push(...needed(['masterKey'], 'in production; make one with: openssl rand -base64 32'));
  if (routing === 'valhalla-http' || routing === 'osrm')
    faults.push(...needed(['routingUrl'], `with WAYBILL_ROUTING=${routing}`));
  if (routing === 'valhalla') faults.push(...needed(['valhallaConfig'], 'with WAYBILL_ROUTING=valhalla'));
  if (geocoder === 'nominatim' || geocoder === 'photon' || geocoder === 'pelias')
    faults.push(...needed(['geocoderUrl'], `with WAYBILL_GEOCODER=${geocoder}`));
  if (files === 's3')
    faults.push(
      ...needed(['s3Endpoint', 's3Region', 's3Bucket', 's3AccessKey', 's3SecretKey'], 'with WAYBILL_FILES=s3'),
    );
  return faults;
}

/** What is read only where another setting chooses it. */
const CHOICES: readonly (readonly [choice: SettingKey, needed: string, keys: readonly SettingKey[]])[] = [
  ['tls', 'files', ['tlsCert', 'tlsKey']],
  ['routing', 'valhalla-http or osrm', ['routingUrl']],
  ['routing', 'valhalla', ['valhallaConfig']],
  ['geocoder', 'nominatim, photon or pelias', ['geocoderUrl']],
  ['files', 's3', ['s3Endpoint', 's3Region', 's3Bucket', 's3AccessKey', 's3SecretKey']],
];

/** Given, and without effect because nobody made the choice. Whoever made another one may have put it by. */
function withoutTheirChoice(settings: Partial<Readings>, given: (name: string) => string | undefined): string[] {
  return CHOICES.filter(([choice]) => given(SETTINGS[choice].name) === undefined).flatMap(([choice, needed, keys]) =>
    keys
      .filter((key) => settings[key] !== undefined)
      .map((key) => `${SETTINGS[key].name} is used only with ${SETTINGS[choice].name}=${needed}, which is not set`),
  );
}

/** Settings that cannot both be obeyed. */
function rivals({ mapStyleUrl, mapPmtiles }: Partial<Readings>): string[] {
  return mapStyleUrl === undefined || mapPmtiles === undefined
    ? []
    : ['WAYBILL_MAP_PMTILES cannot be used with WAYBILL_MAP_STYLE_URL: choose one of them'];
}

function unknownNames(names: readonly string[]): string[] {
  const known = Object.values(SETTINGS).map((definition) => definition.name);
  return names
    .filter((name) => name.startsWith('WAYBILL_') && !known.includes(name))
    .map((name) => `${name} is not a setting; see config.example.env for those that are`);
}
