export { type AddressGuard, createAddressGuard } from './address-guard.ts';
export { createAdmission } from './admission.ts';
export { findKeyOf, hasKeysFor, keysOf } from './api-keys-sql.ts';
export { changeKeyStatus, changeKeyTerms } from './change-key.ts';
export {
  eraseCalls,
  findCalls,
  findRememberedAnswers,
  forgetAnswers,
  lookForAnswers,
  lookForCalls,
  type MarkedStretch,
  type WhichCalls,
} from './erasure-sql.ts';
export type { Examination, ExamineCall, ShownCall } from './examine-call.ts';
export { type IssuedKey, issueKey, type KeyRequest, type PartnerDeps } from './issue-key.ts';
export { createKeyRing } from './key-ring.ts';
export { changeOwnKeyStatus, changeOwnKeyTerms, issueOwnKey } from './manage-own-keys.ts';
export type { PlatformOfOrder } from './other-variant.ts';
export {
  findPartner,
  findPartnerRecord,
  findPartnerTerms,
  listPartners,
  lockPartner,
  namesOfPartners,
  type PartnerRecord,
  type PartnerTerms,
} from './partners-sql.ts';
export { readUsage } from './read-usage.ts';
export { createRequestRecorder } from './record-requests.ts';
export { type RegisteredPartner, registerPartner } from './register-partner.ts';
export {
  findRequest,
  listRequests,
  type RequestDetails,
  type RequestFilter,
  type RequestLine,
} from './request-log-sql.ts';
export { readWebhookSecret, rotateWebhookSecret, secretRotatedAt } from './rotate-webhook-secret.ts';
export { addressGroup } from './rules/api-key.ts';
export { type CallFault, FAULT_STATUSES, type FaultStatus } from './rules/call-fault.ts';
export { MOST_LIVING_KEYS, type OwnKey, reachOf } from './rules/own-key.ts';
export { isAmong, type Share } from './rules/share.ts';
export { signatureOf } from './rules/signature.ts';
export type { Usage } from './rules/usage.ts';
export { createRecall } from './safe-retry.ts';
export { clockAheadMs, scenarioPlayed, takesSimulatedDrivers } from './sandbox-columns-sql.ts';
export {
  beginSimulation,
  callFaultOf,
  clockAheadOf,
  findSimulation,
  lockSimulation,
  lockSimulations,
  type Simulation,
  saveSimulation,
  setCallFault,
  setClock,
} from './sandbox-settings-sql.ts';
export { areSecretsCurrent, checkMasterKey } from './seal-secrets-anew.ts';
export { createSessionDoor, type SessionDoorDeps, type SessionRoute, senderOf } from './session-door.ts';
export { type SigningKeys, signingKeysOf } from './signing-keys.ts';
