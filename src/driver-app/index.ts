export { acknowledgeEmergency } from './acknowledge-emergency.ts';
export {
  EMERGENCIES_CHANNEL,
  eraseAcknowledger,
  eraseEmergencies,
  findKeptEmergencies,
  openEmergencies,
  type SeenEmergency,
} from './driver-app-sql.ts';
export { readEarnings } from './read-earnings.ts';
