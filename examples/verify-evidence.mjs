// Checks an evidence bundle of Waybill offline, with nothing but Node:
//
//   node verify-evidence.mjs bundle.json [key.json]
//
// key.json is what the deployment publishes at /.well-known/waybill-evidence-key.json. Fetch it yourself, from the
// deployment you believe the evidence to be from. Without it the bundle proves that it was not changed after it was signed,
// and you must compare the printed name of the key yourself.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [bundleFile, keyFile] = process.argv.slice(2);
if (bundleFile === undefined) {
  process.stderr.write('Say which bundle: node verify-evidence.mjs bundle.json [key.json]\n');
  process.exit(2);
}
const bundle = JSON.parse(readFileSync(bundleFile, 'utf8'));
const publishedKeys = keyFile === undefined ? undefined : JSON.parse(readFileSync(keyFile, 'utf8')).keys;
const faults = [...proofFaults(bundle), ...signatureFaults(bundle), ...keyFaults(bundle, publishedKeys)];

for (const fault of faults) process.stdout.write(`BAD  ${fault}\n`);
if (faults.length === 0) {
  process.stdout.write(
    `ok   order ${bundle.order.orderId}, ${bundle.proofs.length} ${bundle.proofs.length === 1 ? 'proof' : 'proofs'}, ${bundle.environment}\n`,
  );
  for (const proof of bundle.proofs) process.stdout.write(`     ${describe(proof, bundle.order)}\n`);
  process.stdout.write(`     signed with key ${bundle.publicKey.kid} of ${bundle.issuer}\n`);
}
process.exitCode = faults.length === 0 ? 0 : 1;

/**
 * Each proof is sealed together with the seal before it, and names the hash of its picture. An order that took the place of others
 * comes after them, and each of them has a chain of its own.
 */
function proofFaults({ order, proofs }) {
  const orderIds = [...order.replaces, order.orderId];
  const found = [];
  let before;
  for (const [index, proof] of proofs.entries()) {
    const name = `proof ${index + 1} (drop-off ${proof.stopId})`;
    if (before?.orderId !== proof.orderId) before = { orderId: proof.orderId, position: 0, seal: '00'.repeat(32) };
    const place = orderIds.indexOf(proof.orderId);
    const isInPlace = place >= 0 && place >= orderIds.indexOf(proofs[index - 1]?.orderId);
    const seal = createHash('sha256').update(Buffer.from(before.seal, 'hex')).update(sealedText(proof)).digest('hex');
    if (!isInPlace || proof.position !== before.position + 1) found.push(`${name} is not in its place`);
    if (seal !== proof.seal) found.push(`${name} is not what was sealed, or one before it is missing`);
    if (proof.sha256 !== null) found.push(...pictureFaults(name, proof));
    before = proof;
  }
  return found;
}

function sealedText(proof) {
  const { position, proofId, orderId, stopId, driverId, kind, sha256, reason, takenAt, receivedAt, lat, lng } = proof;
  return JSON.stringify([
    position,
    proofId,
    orderId,
    stopId,
    driverId,
    kind,
    sha256,
    reason,
    takenAt,
    receivedAt,
    lat,
    lng,
  ]);
}

function pictureFaults(name, { sha256, imageBase64 }) {
  if (imageBase64 === null) return [`the picture of ${name} is missing`];
  const hash = createHash('sha256').update(Buffer.from(imageBase64, 'base64')).digest('hex');
  return hash === sha256 ? [] : [`the picture of ${name} is not the one that was sealed`];
}

/** The whole document is signed, as JSON without spaces and with the names of every object in order (RFC 8785). */
function signatureFaults({ signature, ...signed }) {
  const key = createPublicKey({ key: signed.publicKey, format: 'jwk' });
  const isRight = verify(null, Buffer.from(JSON.stringify(sorted(signed))), key, Buffer.from(signature, 'base64url'));
  return isRight ? [] : ['the signature does not fit the document: something was changed, added or taken out'];
}

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}

function keyFaults({ publicKey }, published) {
  if (published === undefined || published.some(({ x }) => x === publicKey.x)) return [];
  return ['it was signed with a key that the deployment does not publish'];
}

function describe({ position, orderId, kind, stopId, driverId, takenAt, lat, lng, reason }, order) {
  const place = lat === null ? 'place unknown' : `at ${lat}, ${lng}`;
  const why = reason === null ? '' : `: ${reason}`;
  const earlier = orderId === order.orderId ? '' : `, order ${orderId}, which it replaced`;
  return `${position}. ${kind}${why}${earlier}, drop-off ${stopId}, driver ${driverId}, ${takenAt}, ${place}`;
}
