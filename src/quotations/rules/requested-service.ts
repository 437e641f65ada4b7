import type { Fault } from '../../foundation/errors.ts';
import type { Market, Service } from '../../markets/index.ts';

type SpecialRequest = Service['specialRequests'][number];
/** Whether a request has come online and not gone again. */
export type IsOnline = (request: SpecialRequest) => boolean;

/** A service that some city of the market offers. Which one is judged when the stops have been placed. */
export function findService(market: Market, serviceType: string): Service | undefined {
  return market.cities.flatMap(({ services }) => services).find(({ key }) => key === serviceType);
}

export function serviceFault(market: Market, serviceType: string): Fault {
  const keys = [...new Set(market.cities.flatMap(({ services }) => services.map(({ key }) => key)))];
  const sentence =
    serviceType.toUpperCase() === 'PLUS'
      ? `PLUS is the service of scheduled deliveries: send the header Platform: PLUS. Without it the service must be one of ${keys.join(', ')}.`
      : `There is no service "${serviceType.slice(0, 40)}" in ${market.name}. It must be one of ${keys.join(', ')}.`;
  return {
    code: 'ERR_INVALID_SERVICE_TYPE',
    sentence,
    pointer: '/data/serviceType',
  };
}

/** Known to the service, online, not twice, and no more of one group than fit together. */
export function specialRequestFaults(service: Service, names: readonly string[], isOnline: IsOnline): readonly Fault[] {
  const unknown = new Set<string>();
  return names.flatMap((name, index) => {
    if (unknown.has(name)) return [];
    const request = service.specialRequests.find((candidate) => candidate.name === name);
    const sentence =
      request === undefined
        ? unknownRequest(service, name, unknown.size === 0, isOnline)
        : specialRequestFault(service, names, index, request, isOnline);
    if (request === undefined) unknown.add(name);
    const pointer = `/data/specialRequests/${index}`;
    return sentence === undefined ? [] : [{ code: 'ERR_INVALID_SPECIAL_REQUEST' as const, sentence, pointer }];
  });
}

/** With those that there are, where it is the first. */
function unknownRequest(service: Service, name: string, isFirst: boolean, isOnline: IsOnline): string {
  const offered = service.specialRequests.filter(isOnline).map((request) => request.name);
  const advice = isFirst && offered.length > 0 ? ` It must be one of ${offered.join(', ')}.` : '';
  return `${name.slice(0, 40)} is not a special request of ${service.key}.${advice}`;
}

function specialRequestFault(
  service: Service,
  names: readonly string[],
  index: number,
  request: SpecialRequest,
  isOnline: IsOnline,
): string | undefined {
  const { name } = request;
  if (!isOnline(request)) return `${name} cannot be used at this time.`;
  if (names.indexOf(name) < index) return `${name} is asked for twice.`;
  const earlier = names.slice(0, index).filter((other) => isOfGroup(service, other, request)).length;
  if (earlier < request.maxSelection) return undefined;
  return `Only ${request.maxSelection} of "${request.group}" can be asked for; ${name} is one too many.`;
}

function isOfGroup(service: Service, name: string, { group }: SpecialRequest): boolean {
  return (
    group !== undefined && service.specialRequests.some((request) => request.name === name && request.group === group)
  );
}

const VEHICLES: readonly (readonly [RegExp, 'foot' | 'motorcycle' | 'truck'])[] = [
  [/^WALKER$/, 'foot'],
  [/^(COURIER|MOTORCYCLE|LALAGO|LALAPRO)$/, 'motorcycle'],
  [/TRUCK|LORRY|BOX|BAK$/, 'truck'],
];

/** What the way is measured for. */
export function vehicleOf(serviceType: string): 'foot' | 'motorcycle' | 'car' | 'truck' {
  if (serviceType === 'PICK_UP_TRUCK') return 'car';
  return VEHICLES.find(([pattern]) => pattern.test(serviceType))?.[1] ?? 'car';
}
