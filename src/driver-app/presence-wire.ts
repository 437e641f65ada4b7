import { Type } from 'typebox';
import { CARRIES_PARCELS, type Driver } from '../drivers/index.ts';
import { formatInstant } from '../foundation/time.ts';
import type { City, Market } from '../markets/index.ts';
import { DriverOrderWire, orderToDriver } from './orders-wire.ts';
import type { WorkNow } from './read-work-now.ts';
import { At, Nullable, optional, Text, Time } from './wire-forms.ts';

export const PositionsData = Type.Object(
  {
    positions: Type.Array(
      Type.Object(
        {
          lat: Type.Number({ description: 'Latitude in degrees' }),
          lng: Type.Number({ description: 'Longitude in degrees' }),
          at: Time('By the clock of the device'),
          accuracyMeters: optional(Type.Number({ description: '-1 where the device does not know' })),
          headingDegrees: optional(
            Type.Number({ description: 'From north, clockwise; -1 where the device does not know' }),
          ),
        },
        { title: 'NewPosition', description: 'Where the device was, and when' },
      ),
      { minItems: 1, maxItems: 100, description: 'All since the last report' },
    ),
  },
  { title: 'NewPositions', description: 'Where the device was' },
);
export const EmergencyData = Type.Object(
  {
    at: At,
    place: optional(
      Type.Object(
        {
          lat: Type.Number({ description: 'Latitude in degrees' }),
          lng: Type.Number({ description: 'Longitude in degrees' }),
        },
        { description: 'Where the device is; the last position where not given' },
      ),
    ),
    note: optional(Text('The first 500 characters are kept')),
  },
  { title: 'NewEmergency', description: 'A call for help' },
);
export const OnlineWire = Type.Object(
  { onlineSince: Time('When the shift began') },
  { title: 'Shift', description: 'Since when offers are taken' },
);
export const PositionsWire = Type.Object(
  {
    accepted: Type.Integer({ description: 'How many were taken' }),
    refused: Type.Array(
      Type.Object(
        {
          index: Type.Integer({ description: 'Place in the report, from 0 on' }),
          reason: Type.Enum(['OUT_OF_RANGE', 'FROM_THE_FUTURE', 'TOO_OLD', 'TOO_FREQUENT'], {
            description: 'Why it was not taken',
          }),
        },
        { title: 'RefusedPosition', description: 'One that was not taken' },
      ),
      { description: 'Those that were not taken; sending them again is of no use' },
    ),
    jumps: Type.Integer({ description: 'How many were reached faster than anything on the road' }),
  },
  { title: 'TakenPositions', description: 'What became of a report' },
);
export const EmergencyWire = Type.Object(
  { emergencyId: Text('19 digits') },
  { title: 'Emergency', description: 'The call was heard' },
);
export const shift = {
  onlineSince: Nullable('When the shift began; null while offline; UTC, ISO 8601'),
  order: Type.Union([DriverOrderWire, Type.Null()], { description: 'The order under way; null where there is none' }),
};
/** Of a city that was taken off meanwhile nothing is known. */
const home = {
  market: optional(Text('Its key', 'HK')),
  cityName: optional(Text('In English', 'Hong Kong')),
  timeZone: optional(Text('Of the city', 'Asia/Hong_Kong')),
  currency: optional(Text('ISO 4217', 'HKD')),
  emergencyNumbers: optional(
    Type.Object(
      { police: Text('As dialled', '999'), ambulance: Text('As dialled, often the same', '999') },
      { title: 'EmergencyNumbers', description: 'Whom to call where somebody is in danger' },
    ),
  ),
  marketLanguages: optional(
    Type.Array(Type.String(), { description: 'Those of the market', examples: [['en_HK', 'zh_HK']] }),
  ),
  specialRequests: optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'What each special request of the service asks for, in English',
      examples: [{ TOLL_FEE_1: 'Driver takes the Cross-Harbour Tunnel, toll 50 HKD' }],
    }),
  ),
};
export const MeWire = Type.Object(
  {
    driverId: Text('A short number', '100001'),
    name: Text('As partners see it'),
    phone: Text('In E.164 form', '+85256847123'),
    plateNumber: Text('Of the vehicle, in full'),
    serviceType: Text('A service key of the city', 'MOTORCYCLE'),
    city: Text('Its locode', 'HK HKG'),
    ...home,
    languages: Type.Array(Type.String(), { description: 'Those of the driver' }),
    carriesParcels: Type.Boolean({ description: 'Whether scheduled parcels are given to the driver' }),
    now: Time('By our clock'),
    ...shift,
  },
  { title: 'SignedInDriver', description: 'The driver who is signed in' },
);
type Home = { readonly market: Market; readonly city: City } | undefined;

export function driverToWire({ id, name, phone, plate, service, locode, languages, capabilities }: Driver, home: Home) {
  return {
    driverId: id,
    name,
    phone,
    plateNumber: plate,
    serviceType: service,
    city: locode,
    ...(home === undefined
      ? {}
      : {
          market: home.market.market,
          cityName: home.city.name,
          timeZone: home.city.timeZone,
          currency: home.market.currency,
          marketLanguages: home.market.languages,
          emergencyNumbers: home.market.emergencyNumbers,
          specialRequests: requestsOf(home.city, service),
        }),
    languages,
    carriesParcels: capabilities.includes(CARRIES_PARCELS),
  };
}

function requestsOf({ services }: City, service: string): Readonly<Record<string, string>> {
  const requests = services.find(({ key }) => key === service)?.specialRequests ?? [];
  return Object.fromEntries(requests.map(({ name, description }) => [name, description]));
}

export function shiftToWire({ onlineSince, order, words }: Pick<WorkNow, 'onlineSince' | 'order' | 'words'>) {
  return {
    onlineSince: onlineSince === undefined ? null : formatInstant(onlineSince),
    order: order === undefined ? null : orderToDriver(order, words),
  };
}
