import type { Scenario } from './scenario.ts';
import { seeded } from './seeded.ts';

type Stop = { readonly coordinates: { readonly lat: string; readonly lng: string }; readonly address: string };

const at = (lat: string, lng: string, address: string): Stop => ({ coordinates: { lat, lng }, address });

/** Well apart, and all within Hong Kong's service area. */
export const DEMO_PLACES: readonly Stop[] = [
  at('22.2810', '114.1580', '1 Queen’s Road Central, Central'),
  at('22.2770', '114.1740', '183 Hennessy Road, Wan Chai'),
  at('22.2795', '114.1850', '27 Yee Wo Street, Causeway Bay'),
  at('22.2865', '114.1425', '300 Des Voeux Road West, Sai Ying Pun'),
  at('22.2985', '114.1722', '36 Nathan Road, Tsim Sha Tsui'),
  at('22.3130', '114.1705', '380 Nathan Road, Yau Ma Tei'),
  at('22.3193', '114.1694', '750 Nathan Road, Mong Kok'),
  at('22.3305', '114.1620', '120 Yen Chow Street, Sham Shui Po'),
];
const PEOPLE = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Edith Clarke', 'Claude Shannon'] as const;
const SERVICES = ['MOTORCYCLE', 'MOTORCYCLE', 'MOTORCYCLE', 'VAN'] as const;
const SCENARIOS: readonly Scenario[] = ['HAPPY', 'HAPPY', 'HAPPY', 'HAPPY', 'REJECT_ONCE', 'POD_FAILED'];

export const DEMO_MARKET = 'HK';
export const DEMO_CITY = 'HK HKG';

/** An order that somebody could have placed: one or two drop-offs, mostly without trouble. */
export function demoOrder(seed: number) {
  const random = seeded(seed);
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
  const contact = (name: string) => ({ name, phone: `+8525${String(Math.floor(random() * 1e7)).padStart(7, '0')}` });
  const first = Math.floor(random() * DEMO_PLACES.length);
  const dropOffs = random() < 0.25 ? 2 : 1;
  // Steps of three visit every one of eight places before the first comes again.
  const stops = Array.from(
    { length: 1 + dropOffs },
    (_, n) => DEMO_PLACES[(first + 3 * n) % DEMO_PLACES.length] as Stop,
  );
  return {
    quotation: { serviceType: pick(SERVICES), language: 'en_HK', stops },
    order: {
      sender: contact('Demo Shop'),
      recipients: stops.slice(1).map(() => contact(pick(PEOPLE))),
      isPODEnabled: true,
      metadata: { reference: `DEMO-${String(seed % 1_000_000)}`, sandboxScenario: pick(SCENARIOS) },
    },
  };
}
