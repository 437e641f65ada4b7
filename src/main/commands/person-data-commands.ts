import { type Command, InvalidArgumentError } from 'commander';
import { emailFrom, isEmail } from '../../accounts/index.ts';
import { type Erasure, erasePerson, exportPerson, findPerson, type Subject } from '../../privacy/index.ts';
import { example, type Json, print, printJson, UsageError } from './command.ts';
import { writeNamed } from './named-files.ts';
import { reasonOption } from './options.ts';
import { withFoundations } from './with-foundations.ts';

type Who = { phone?: string; email?: string };
type ExportOptions = Json & Who & { reason: string; out?: string };
type EraseOptions = Json & Who & { reason: string; yes?: boolean };

export function addPersonCommands(program: Command): void {
  const person = program
    .command('person')
    .description('what is kept of one person')
    .addHelpText(
      'after',
      example('person export --phone +85256847124 --reason "Letter of 16 November" --out ben.json'),
    );
  withSubject(
    person
      .command('export')
      .description('write everything that is kept of a person into one file, for whoever asks for their own')
      .addHelpText(
        'after',
        example('person export --phone +85256847124 --reason "Letter of 16 November" --out ben.json'),
      ),
  )
    .option('--out <file>', 'where to write it (default: print it)')
    .action(exportTo);
  withSubject(
    person
      .command('erase')
      .description('erase everything that is kept of a person, but money and what is under way')
      .addHelpText('after', example('person erase --phone +85256847124 --reason "Letter of 16 November" --yes')),
  )
    .option('--yes', 'do it; without it, only say what would be erased')
    .action(erase);
}

function withSubject(command: Command): Command {
  return command
    .option('--phone <phone>', 'phone of a sender, a recipient or a driver, with + and country code', phoneOption)
    .option('--email <email>', 'email address of somebody at a desk, or in the metadata of an order', emailOption)
    .requiredOption('--reason <reason>', 'for the audit log; without the name or phone of the person', reasonOption)
    .option('--json', 'print JSON');
}

async function exportTo({ out, json, reason, ...who }: ExportOptions): Promise<void> {
  const subject = subjectOf(who);
  const made = await withFoundations((foundations) =>
    exportPerson(foundations, subject, { by: undefined, reason }, foundations.clock.now()),
  );
  if (out === undefined) return json ? printJson(made) : print(JSON.stringify(made, null, 2));
  await writeNamed(out, `${JSON.stringify(made, null, 2)}\n`);
  const rows = Object.fromEntries(Object.entries(made.kept).map(([table, found]) => [table, found.length]));
  if (json) return printJson({ requestId: made.requestId, file: out, rows, files: made.files.length });
  const told = Object.entries(rows).filter(([, count]) => count > 0);
  print(told.length === 0 ? `Nothing is kept. ${out} says so.` : `Written to ${out}:`);
  for (const [table, count] of told) print(`  ${table}  ${count}`);
  if (made.files.length > 0) print(`  files  ${made.files.length}`);
}

async function erase({ yes, json, reason, ...who }: EraseOptions): Promise<void> {
  const subject = subjectOf(who);
  if (yes !== true) return preview(subject, json);
  const erasure = await withFoundations((foundations) =>
    erasePerson(foundations, subject, { by: undefined, reason }, foundations.clock.now()),
  );
  if (json) return printJson(erasure);
  for (const line of erasedInWords(erasure)) print(line);
}

async function preview(subject: Subject, json: boolean | undefined): Promise<void> {
  const { orders, parcels, driverId, people } = await withFoundations(({ database }) => findPerson(database, subject));
  const personIds = people.map(({ id }) => id);
  if (json)
    return printJson({
      orders: orders.length,
      parcels: parcels.length,
      driverId: driverId ?? null,
      personIds,
      erased: false,
    });
  print(`Found: ${orders.length} orders, ${parcels.length} parcels${inWords(driverId, personIds)}.`);
  print('Nothing was erased. To erase it for good, add --yes.');
}

function erasedInWords({
  orders,
  parcels,
  files,
  underWay,
  driverId,
  personIds,
  requestId,
  areCallsLeft,
}: Erasure): readonly string[] {
  return [
    `Erased: ${orders} orders, ${parcels} parcels, ${files} files${inWords(driverId, personIds)}. Request ${requestId}.`,
    ...(driverId === undefined
      ? []
      : [`Driver ${driverId} cannot sign in any more; what was earned stays in the books.`]),
    ...(underWay.length === 0
      ? []
      : [`Under way, and erased by the worker within an hour after the end: ${underWay.join(', ')}.`]),
    ...(areCallsLeft ? ['The worker still goes through the latest calls of partners, within minutes.'] : []),
  ];
}

function inWords(driverId: string | undefined, personIds: readonly string[]): string {
  const people = personIds.length === 0 ? '' : `, ${personIds.length} at the desks`;
  return `${driverId === undefined ? '' : `, driver ${driverId}`}${people}`;
}

function subjectOf({ phone, email }: Who): Subject {
  if (phone === undefined && email === undefined) throw new UsageError('Say who it is: --phone, --email or both.');
  return { phone, email };
}

function phoneOption(text: string): string {
  const phone = text.replace(/[\s().-]/g, '');
  if (!/^\+[1-9]\d{6,14}$/.test(phone))
    throw new InvalidArgumentError('It must be a phone with + and country code, such as +85256847124.');
  return phone;
}

function emailOption(text: string): string {
  const email = emailFrom(text);
  if (!isEmail(email)) throw new InvalidArgumentError('It must be an email address such as ada@example.com.');
  return email;
}
