import { oneOf, optional, optionalText, origin } from '../readings.ts';
import { preset, setting } from '../setting.ts';

/** What a program says there, and what its commands call. */
export const TERMINAL = {
  logLevel: preset({
    name: 'WAYBILL_LOG_LEVEL',
    meaning: 'debug, info, warn, error or silent',
    byDefault: 'info',
    read: oneOf(['debug', 'info', 'warn', 'error', 'silent']),
  }),
  callKey: setting({
    name: 'WAYBILL_KEY',
    meaning: 'for sign, listen and tail, and the examples: the API key to call with; by default the demo partner’s',
    shown: 'pk_test_…',
    read: optionalText,
  }),
  callSecret: setting({
    name: 'WAYBILL_SECRET',
    meaning: 'the API secret of WAYBILL_KEY',
    shown: 'sk_test_…',
    read: optionalText,
  }),
  callUrl: setting({
    name: 'WAYBILL_URL',
    meaning: 'where sign, listen, tail and the examples call; by default where the sandbox of this folder was started',
    shown: 'https://sandbox.example.com',
    read: optional(origin('https://sandbox.example.com')),
  }),
  callAuthority: setting({
    name: 'WAYBILL_CA',
    meaning: 'file of the certificate authority that vouches for WAYBILL_URL, where browsers do not know it',
    shown: '.waybill/tls/ca.pem',
    read: optionalText,
  }),
  callWebhookSecret: setting({
    name: 'WAYBILL_WEBHOOK_SECRET',
    meaning: 'for listen and the example receivers: the secret that pushes are signed with',
    shown: 'whsec_…',
    read: optionalText,
  }),
};
