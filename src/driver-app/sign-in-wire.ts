import { Type } from 'typebox';
import { optional, Text, Time } from './wire-forms.ts';

const Phone = Type.String({ maxLength: 40, description: 'In E.164 form', examples: ['+85256847123'] });
export const SignInCodeData = Type.Object(
  { phone: Phone },
  { title: 'SignInCodeRequest', description: 'Whom to send a code' },
);
export const SignInData = Type.Object(
  {
    phone: Phone,
    code: Type.String({ maxLength: 20, description: 'The six digits that were sent', examples: ['123456'] }),
    device: optional(Type.String({ maxLength: 200, description: 'How the driver tells this device from others' })),
  },
  { title: 'SignIn', description: 'A phone and the code that was sent to it' },
);
export const CodeSentWire = Type.Object(
  {
    standsIn: Type.Enum(['MESSAGE', 'LOG'], {
      description: 'Where a code is read, if the phone is a driver’s: LOG in a sandbox without a gateway for messages',
    }),
  },
  { title: 'SignInCode', description: 'A code is on its way, if the phone is a driver’s' },
);
export const SignedInWire = Type.Object(
  {
    driverId: Text('A short number', '100001'),
    sessionId: Text('Names this device among those of the driver', '1'),
    token: optional(
      Text(
        'Sent as "Authorization: Bearer" with every further call; it is shown here only, or nowhere where it is in a cookie',
      ),
    ),
  },
  { title: 'SignedIn', description: 'The session of a device' },
);
export const SessionWire = Type.Object(
  {
    sessionId: Text('Names the device among those of the driver', '1'),
    device: Text('As it was named at sign-in'),
    current: Type.Boolean({ description: 'Whether it is the one that asks' }),
    createdAt: Time('When it was signed in'),
    lastSeenAt: Time('Its last call, to the minute'),
  },
  { title: 'DeviceSession', description: 'A device that is signed in' },
);
