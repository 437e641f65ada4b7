import { writeFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { DeliveryError } from '../foundation/errors.ts';
import { isId } from '../foundation/ids.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import { createOrderReader } from '../orders/index.ts';
import { type EvidenceBundle, exportEvidence, openEvidenceKey } from '../proof/index.ts';
import { print, withFoundations } from './command.ts';
import type { Foundations } from './foundations.ts';

export function addEvidenceCommand(program: Command): void {
  program
    .command('evidence')
    .description('write all proofs of an order into one signed document that can be checked offline')
    .requiredOption('--order <orderId>', 'id of the order', orderIdOption)
    .option('--out <file>', 'where to write it (default: print it)')
    .action(async ({ order, out }: { order: string; out?: string }) => {
      const bundle = await withFoundations((foundations) => evidenceOf(foundations, order));
      const text = JSON.stringify(bundle, null, 2);
      if (out === undefined) return print(text);
      await writeFile(out, `${text}\n`).catch((error: Error) => {
        throw new OperatorError(`${out} cannot be written: ${error.message}`);
      });
      print(`Written to ${out}: order ${order}, ${proofCount(bundle)}.`);
      for (const stopId of lostPictures(bundle)) print(`The picture of drop-off ${stopId} is not in the file store.`);
      print(`Check them: node examples/verify-evidence.mjs ${out}`);
    });
}

async function evidenceOf(foundations: Foundations, orderId: string): Promise<EvidenceBundle> {
  const { database, files, settings, clock } = foundations;
  const deps = {
    readOrder: createOrderReader(database),
    files,
    evidenceKey: await openEvidenceKey(foundations),
    environment: settings.environment,
    publicUrl: settings.publicUrl,
  };
  try {
    return await exportEvidence(deps, database, orderId, clock.now());
  } catch (error) {
    throw error instanceof DeliveryError ? new OperatorError(error.message) : error;
  }
}

function proofCount({ proofs }: EvidenceBundle): string {
  return proofs.length === 1 ? '1 proof' : `${proofs.length} proofs`;
}

function lostPictures({ proofs }: EvidenceBundle): readonly string[] {
  return proofs
    .filter(({ sha256, imageBase64 }) => sha256 !== null && imageBase64 === null)
    .map(({ stopId }) => stopId);
}

function orderIdOption(text: string): string {
  if (!isId(text)) throw new InvalidArgumentError('It must have 19 digits.');
  return text;
}
