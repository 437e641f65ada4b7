import { type Client, device, type Identity, nobody } from '../client.ts';
import { seen } from '../evidence.ts';

export type Device = { readonly as: Identity; readonly name: string; readonly driverId: string };
type Home = { readonly locode: string; readonly language: string; readonly phones: number };

/** Devices of new drivers, whom an operator has made: few codes are sent to one phone in an hour. */
export function devicesFor(client: Client, operator: Identity, { locode, language, phones }: Home) {
  let devices = 0;

  async function enlist(name: string, phone: string): Promise<string | undefined> {
    const made = await client.write('POST /console/v1/drivers', {
      as: operator,
      data: {
        ...{ name, phone, locode, plate: 'AB 1234', service: 'MOTORCYCLE', languages: [language] },
        ...{ capabilities: [], reason: name },
      },
      seenBy: seen.act('driver.create', name),
    });
    return made?.json.data.driverId;
  }

  async function open(): Promise<Device | undefined> {
    devices += 1;
    const name = `${client.actor} ${devices}`;
    const phone = `+${phones + devices}`;
    const driverId = await enlist(name, phone);
    if (driverId === undefined) return undefined;
    await client.write('POST /driver/v1/sign-in/code', { as: nobody, data: { phone } });
    const shown = await client.write('POST /console/v1/drivers/:driverId/sign-in-code', {
      as: operator,
      at: [driverId],
      data: { reason: name },
      seenBy: seen.act('driver.show-code', name),
    });
    if (shown === undefined) return undefined;
    const data = { phone, code: shown.json.data.code, device: name };
    const opened = await client.write('POST /driver/v1/sign-in', { as: nobody, data, seenBy: seen.deviceNamed(name) });
    return opened && { as: device(opened.json.data.token), name, driverId };
  }

  const close = ({ as, name }: Device, everywhere: boolean) =>
    everywhere
      ? client.write('DELETE /driver/v1/sessions', { as, seenBy: seen.endedDevice(name) })
      : client.write('DELETE /driver/v1/sessions/:sessionId', { as, at: ['current'], seenBy: seen.endedDevice(name) });

  return { open, close };
}
