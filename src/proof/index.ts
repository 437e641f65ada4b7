export { closeStop } from './close-stop.ts';
export { isEvidenceKeyCurrent, openEvidenceKey } from './evidence-key.ts';
export { exportEvidence } from './export-evidence.ts';
export { type EvidenceDeps, prepareEvidence } from './prepare-evidence.ts';
export { eraseProofs, PROOF_FILES, proofsOf } from './proof-sql.ts';
export { readPhoto } from './read-picture.ts';
export { recordProof } from './record-proof.ts';
export type { EvidenceBundle, SealedProof } from './rules/evidence-bundle.ts';
export type { Evidence, GivenProof } from './rules/proof.ts';
