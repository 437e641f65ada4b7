import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import type { GivenProof } from '../../proof/index.ts';
import { type FailureReason, reasonText } from './failure-reason.ts';

type ProofData = {
  readonly proof: string;
  readonly photo?: string;
  readonly signature?: { readonly strokes?: unknown; readonly picture?: string };
  readonly reasonKey?: string;
  readonly reason?: string;
};
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Reads what came with a drop-off; pictures come as base64 text. */
export function givenProof(
  { proof, photo, signature, ...why }: ProofData,
  reasons: readonly FailureReason[],
): Decision<GivenProof> {
  switch (proof) {
    case 'PHOTO':
      return withPicture(photo, '/data/photo', (bytes) => ({ kind: 'photo', photo: bytes }));
    case 'SIGNATURE':
      return signature?.strokes === undefined
        ? withPicture(signature?.picture, '/data/signature', (bytes) => ({ kind: 'signature', picture: bytes }))
        : accepted({ kind: 'signature', strokes: signature.strokes });
    case 'FAILED':
      return why.reasonKey === undefined
        ? accepted({ kind: 'failure', reason: why.reason })
        : withReason(reasonText(reasons, why));
    default:
      return accepted({ kind: 'statement' });
  }
}

function withPicture(
  text: string | undefined,
  pointer: string,
  made: (bytes: Buffer) => GivenProof,
): Decision<GivenProof> {
  if (text === undefined || text === '') return refused('ERR_MISSING_FIELD', 'The picture is missing.', pointer);
  if (!BASE64.test(text)) return refused('ERR_INVALID_FIELD', 'The picture must be base64 text.', pointer);
  return accepted(made(Buffer.from(text, 'base64')));
}

function withReason(text: Decision<string>): Decision<GivenProof> {
  return 'accepted' in text ? accepted({ kind: 'failure', reason: text.accepted }) : text;
}
