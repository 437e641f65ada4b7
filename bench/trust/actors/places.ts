/** Where deliveries go, each with a house number of its own. */
export const CENTRAL = { coordinates: { lat: '22.2810', lng: '114.1580' }, address: '1 Queen’s Road Central' };
export const MONG_KOK = { coordinates: { lat: '22.3193', lng: '114.1694' }, address: '750 Nathan Road' };
export const SHA_TIN = { coordinates: { lat: '22.3817', lng: '114.1877' }, address: 'Sha Tin' };
export const SENDER = { name: 'Ada', phone: '+85256847123' };
export const RECIPIENT = { name: 'Ben', phone: '+85256847124' };
export const RAFFLES_PLACE = { coordinates: { lat: '1.2840', lng: '103.8510' }, address: '1 Raffles Place' };
export const JURONG_EAST = { coordinates: { lat: '1.3330', lng: '103.7420' }, address: '2 Jurong East Street' };
export const SENDER_IN_SINGAPORE = { name: 'Ada', phone: '+6581234567' };
export const RECIPIENT_IN_SINGAPORE = { name: 'Ben', phone: '+6581234568' };
