import type { Command } from 'commander';
import { createOrderReader } from '../../orders/index.ts';
import { type EvidenceBundle, exportEvidence, openEvidenceKey } from '../../proof/index.ts';
import type { Foundations } from '../foundations.ts';
import { example, type Json, print, printJson } from './command.ts';
import { writeNamed } from './named-files.ts';
import { orderIdOption } from './options.ts';
import { withFoundations } from './with-foundations.ts';

export function addEvidenceCommand(program: Command): void {
  program
    .command('evidence')
    .description('write all proofs of an order into one signed document that can be checked offline')
    .addHelpText('after', example('evidence --order 1571354659422392320 --out bundle.json'))
    .requiredOption('--order <orderId>', 'id of the order', orderIdOption)
    .option('--out <file>', 'where to write it (default: print it)')
    .option('--json', 'print JSON')
    .action(async ({ order, out, json }: { order: string; out?: string } & Json) => {
      const bundle = await withFoundations((foundations) => evidenceOf(foundations, order));
      const text = JSON.stringify(bundle, null, 2);
      if (out === undefined) return json ? printJson(bundle) : print(text);
      await writeNamed(out, `${text}\n`);
      const { length: proofs } = bundle.proofs;
      if (json) return printJson({ orderId: order, file: out, proofs, lostPictures: lostPictures(bundle) });
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
  return exportEvidence(deps, database, orderId, clock.now());
}

function proofCount({ proofs }: EvidenceBundle): string {
  return proofs.length === 1 ? '1 proof' : `${proofs.length} proofs`;
}

function lostPictures({ proofs }: EvidenceBundle): readonly string[] {
  return proofs
    .filter(({ sha256, imageBase64 }) => sha256 !== null && imageBase64 === null)
    .map(({ stopId }) => stopId);
}
