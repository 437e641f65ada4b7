import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type Account,
  type Colleague,
  createPerson,
  type Desk,
  emailFrom,
  findAccountByEmail,
  isEmail,
  listColleagues,
  type MadeLink,
  makeLinkFor,
  type NewPerson,
  type Person,
  rolesOf,
} from '../../accounts/index.ts';
import { formatInstant } from '../../foundation/time.ts';
import { OperatorError } from '../../infrastructure/operator-error.ts';
import type { Foundations } from '../foundations.ts';
import { example, type Json, print, printJson } from './command.ts';
import { knownPartner } from './lookups.ts';
import { partnerIdOption, type Reasoned, withReason } from './options.ts';
import { withFoundations, withFoundationsFromTheStart } from './with-foundations.ts';

type NewOptions = Json & Reasoned & { email: string; role: string; name?: string };
type LinkOptions = Json & Reasoned & { email: string; removeSecondFactor?: boolean };

/** How one asks for another link, at the desk where the person is known. */
const NEW_LINK: Readonly<Record<Desk, string>> = {
  portal: 'partner user-link --email',
  console: 'operator link --email',
};

export function addOperatorCommands(program: Command): void {
  const operator = program
    .command('operator')
    .description('people who work at the console')
    .addHelpText('after', example('operator list'));
  withPerson(
    operator
      .command('create')
      .description('create an operator, who sets a password by a link')
      .addHelpText('after', example('operator create --email ada@example.com --role admin')),
    'console',
  ).action(async (options: NewOptions) => {
    const created = await withFoundationsFromTheStart((foundations) =>
      create(foundations, options, { desk: 'console', partnerId: undefined }),
    );
    showLink(created, options.json);
  });
  operator
    .command('list')
    .description('operators, oldest first')
    .addHelpText('after', example('operator list'))
    .option('--json', 'print JSON')
    .action(async ({ json }: Json) => {
      const people = await withFoundations(({ database }) =>
        listColleagues(database, { desk: 'console', partnerId: undefined }),
      );
      if (json) return printJson(people.map(recordOf));
      if (people.length === 0)
        return print('No operators yet. Create one: waybill operator create --email ada@example.com --role admin');
      for (const { id, email, name, role, status } of people) print(`${id}  ${email}  ${name}  ${role}  ${status}`);
    });
  addLink(operator, 'link', 'console');
}

/** Beside the other commands about partners. */
export function addUserCommands(partner: Command): void {
  withPerson(
    partner
      .command('user')
      .description('create a user of the portal, who sets a password by a link')
      .addHelpText('after', example('partner user --partner 1571354659422392320 --email ada@example.com --role admin')),
    'portal',
  )
    .requiredOption('--partner <partnerId>', 'id of the partner', partnerIdOption)
    .action(async (options: NewOptions & { partner: string }) => {
      const created = await withFoundations(async (foundations) => {
        const { id } = await knownPartner(foundations, options.partner);
        return create(foundations, options, { desk: 'portal', partnerId: id });
      });
      showLink(created, options.json);
    });
  addLink(partner, 'user-link', 'portal');
}

function withPerson(command: Command, desk: Desk): Command {
  return withReason(command)
    .requiredOption('--email <email>', 'to sign in with', emailOption)
    .addOption(
      new Option('--role <role>', 'what the person may do')
        .choices(rolesOf(desk))
        .argParser(roleOption(desk))
        .makeOptionMandatory(),
    )
    .option('--name <name>', 'name of the person; the beginning of the email address where none is given')
    .option('--json', 'print JSON');
}

async function create(
  foundations: Foundations,
  { email, role, name, reason }: NewOptions,
  team: Pick<NewPerson, 'desk' | 'partnerId'>,
) {
  const { database, clock, settings } = foundations;
  if ((await findAccountByEmail(database, team.desk, email)) !== undefined)
    throw new OperatorError(
      `There is somebody with ${email} already. For a new link: waybill ${NEW_LINK[team.desk]} ${email}`,
    );
  const wanted = { by: undefined, reason, ...team, email, role, name: name ?? (email.split('@')[0] as string) };
  return database.inTransaction((tx) =>
    createPerson({ ...foundations, publicUrl: settings.publicUrl }, tx, wanted, clock.now()),
  );
}

function addLink(parent: Command, name: string, desk: Desk): void {
  withReason(parent.command(name))
    .description('make a new link, by which somebody who is locked out sets a password')
    .addHelpText('after', example(`${NEW_LINK[desk]} ada@example.com`))
    .requiredOption('--email <email>', 'to sign in with', emailOption)
    .option('--remove-second-factor', 'for somebody who has lost the phone')
    .option('--json', 'print JSON')
    .action(async ({ email, removeSecondFactor, reason, json }: LinkOptions) => {
      const made = await withFoundations(async (foundations) => {
        const { database, clock, settings } = foundations;
        const person = await knownPerson(foundations, desk, email);
        const deps = { ...foundations, publicUrl: settings.publicUrl };
        const given = { by: undefined, reason, removeSecondFactor: removeSecondFactor === true };
        const link = await database.inTransaction((tx) => makeLinkFor(deps, tx, person, given, clock.now()));
        return { person, link };
      });
      showLink(made, json);
    });
}

async function knownPerson({ database }: Foundations, desk: Desk, email: string): Promise<Account> {
  const person = await findAccountByEmail(database, desk, email);
  if (person === undefined) throw new OperatorError(`Nobody at the ${desk} has the email address ${email}.`);
  return person;
}

function showLink({ person, link }: { person: Person; link: MadeLink }, json: boolean | undefined): void {
  const { id, email, name, role, partnerId } = person;
  const expiresAt = formatInstant(link.expiresAt);
  const partner = partnerId === undefined ? {} : { partnerId };
  if (json === true) printJson({ personId: id, ...partner, email, name, role, link: link.url, expiresAt });
  else {
    print(`Person  ${name} (${email}), ${role}`);
    print(`Link    ${link.url}`);
    print(`Whoever opens it sets the password. It works once, until ${expiresAt}.`);
  }
}

function recordOf({ id, email, name, role, status, passwordHash, secondFactor, lastSeenAt }: Colleague) {
  return {
    personId: id,
    email,
    name,
    role,
    status,
    hasPassword: passwordHash !== undefined,
    hasSecondFactor: secondFactor?.isOn === true,
    lastSeenAt: lastSeenAt === undefined ? null : formatInstant(lastSeenAt),
  };
}

function emailOption(text: string): string {
  const email = emailFrom(text);
  if (!isEmail(email)) throw new InvalidArgumentError('It must be an email address such as ada@example.com.');
  return email;
}

function roleOption(desk: Desk): (text: string) => string {
  return (text) => {
    const role = text.trim().toLowerCase();
    if (!rolesOf(desk).includes(role)) throw new InvalidArgumentError(`It must be one of ${rolesOf(desk).join(', ')}.`);
    return role;
  };
}
