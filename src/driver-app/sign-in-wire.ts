import { Type } from 'typebox';
import { optional, Text, Time } from './wire-forms.ts';

export const SignInCodeData = Type.Object({ phone: Type.String({ maxLength: 40 }) });
export const SignInData = Type.Object({
  phone: Type.String({ maxLength: 40 }),
  code: Type.String({ maxLength: 20 }),
  device: optional(Type.String({ maxLength: 200, description: 'How the driver tells this device from others' })),
});
export const CodeSentWire = Type.Object({
  standsIn: Type.Enum(['MESSAGE', 'LOG'], {
    description: 'Where a code is read, if the phone is a driver’s: LOG in a sandbox without a gateway for messages',
  }),
});
export const SignedInWire = Type.Object({
  driverId: Text('A short number', '100001'),
  sessionId: Text('Names this device among those of the driver', '1'),
  token: optional(
    Text(
      'Sent as "Authorization: Bearer" with every further call; it is shown here only, or nowhere where it is in a cookie',
    ),
  ),
});
export const SessionWire = Type.Object({
  sessionId: Type.String(),
  device: Text('As it was named at sign-in'),
  current: Type.Boolean({ description: 'Whether it is the one that asks' }),
  createdAt: Time('When it was signed in'),
  lastSeenAt: Time('Its last call, to the minute'),
});
