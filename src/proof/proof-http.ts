import type { FastifyInstance } from 'fastify';
import type { PublicKey } from './rules/evidence-bundle.ts';

/** The key by which anyone can tell evidence of this deployment from somebody else's. */
export function addProofRoutes(app: FastifyInstance, publicKey: PublicKey): void {
  const keys = [{ ...publicKey, use: 'sig', alg: 'EdDSA' }];
  app.get('/.well-known/waybill-evidence-key.json', { schema: { hide: true } as object }, async () => ({ keys }));
}
