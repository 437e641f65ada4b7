import type { Driver, DriverId, DriverStatus } from './rules/driver.ts';

export type DriverRow = {
  id: DriverId;
  name: string;
  phone: string;
  plate: string;
  service: string;
  locode: string;
  languages: string[];
  capabilities: string[];
  photo_key: string | null;
  status: DriverStatus;
  is_erased: boolean;
  created_at: Date;
};
export const DRIVER_COLUMNS = `driver.id, driver.name, driver.phone, driver.plate, driver.service, driver.locode, driver.languages,
  driver.capabilities, driver.photo_key, driver.status, driver.erased_at is not null as is_erased, driver.created_at`;

export function driverFrom(row: DriverRow): Driver {
  return {
    id: row.id,
    name: row.name,
    phone: row.phone,
    plate: row.plate,
    service: row.service,
    locode: row.locode,
    languages: row.languages,
    capabilities: row.capabilities,
    photoKey: row.photo_key ?? undefined,
    status: row.status,
    isErased: row.is_erased,
    createdAt: row.created_at.getTime(),
  };
}
