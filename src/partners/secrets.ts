import type { ApiKeyId, PartnerId } from '../foundation/ids.ts';

/** The names under which secrets are sealed: a sealed value opens only as what it was sealed for. */
export const ownerOfKeySecret = (id: ApiKeyId | string): string => `api_keys/${id}`;
export const ownerOfWebhookSecret = (id: PartnerId | string): string => `partners/${id}`;
