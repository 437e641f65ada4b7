import type { NewDriver } from '../../drivers/index.ts';

const GIVEN = [
  'Aria',
  'Bo',
  'Chai',
  'Dewi',
  'Eko',
  'Fai',
  'Grace',
  'Hana',
  'Indra',
  'Jun',
  'Kim',
  'Lan',
  'Mei',
  'Niran',
];
const FAMILY = [
  'Chan',
  'Dela Cruz',
  'Lim',
  'Nguyen',
  'Pham',
  'Putra',
  'Santos',
  'Silva',
  'Suk',
  'Tan',
  'Wong',
  'Yeung',
];

type Place = { readonly callingCode: string; readonly locode: string; readonly service: string };

/** A driver who is not there, from a number: the same number makes the same one. */
export function standIn(number: number, { callingCode, locode, service }: Place): NewDriver {
  const digits = String(number % 10_000_000).padStart(7, '0');
  return {
    name: `${GIVEN[number % GIVEN.length]} ${FAMILY[Math.floor(number / GIVEN.length) % FAMILY.length]}`,
    phone: `+${callingCode.replace(/\D/g, '')}9${digits}`,
    plate: `WB ${digits.slice(-4)}`,
    service,
    locode,
    languages: [],
    capabilities: [],
  };
}
