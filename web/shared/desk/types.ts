/** What the server says at both desks. */
export type Me = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly permissions: readonly string[];
  readonly hasSecondFactor: boolean;
  readonly environment: 'sandbox' | 'production';
  readonly partner?: {
    readonly id: string;
    readonly name: string;
    readonly markets: readonly string[];
    readonly platforms: readonly string[];
  };
};
export type Colleague = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly status: 'active' | 'disabled';
  readonly hasSecondFactor: boolean;
  readonly hasPassword: boolean;
  readonly lastSeenAt: string | null;
  readonly createdAt: string;
};
export type SentLink = { readonly link?: string; readonly wasSent: boolean };
export type Link = { readonly email: string; readonly name: string; readonly purpose: string };
export type Device = {
  readonly id: string;
  readonly device: string;
  readonly address: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly isThis: boolean;
};
export type NewSecondFactor = { readonly secret: string; readonly uri: string; readonly qrSvg: string };
export type Act = {
  readonly id: string;
  readonly at: string;
  readonly who: { readonly id: string; readonly name: string; readonly email: string; readonly desk: string };
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly partnerId?: string;
  readonly reason?: string;
  readonly details?: unknown;
};
