import { ERRORS, type ErrorCode, type ErrorRow } from '../foundation/error-codes.ts';
import { wireIdOf } from '../foundation/errors.ts';

type Operation = { readonly operationId?: string; readonly 'x-codes'?: readonly string[] };
type Reference = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

/** From the heading of a code to where a hand has written. */
const SECTION = /^### (ERR_[A-Z_]+)\n[\s\S]*?<!-- by hand -->/gm;

/** More than these are not counted out. */
const MOST_NAMED = 12;
const MANY = 'most signed calls (the reference says which)';

/** The page on errors with what is known of each code under its heading: the table, and the operations that name it. */
export function describeErrors(page: string, { paths }: Reference): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, ...operation })),
  );
  const answeredBy = (id: string): string | undefined => {
    const named = operations.filter(({ 'x-codes': codes }) => codes?.includes(id));
    const signed = operations.filter(({ path, 'x-codes': codes }) => codes !== undefined && isSigned(path));
    const own = named.filter(({ path }) => isSigned(path)).map(({ operationId }) => `\`${operationId}\``);
    const partners = own.length === signed.length ? ['every signed call'] : own.length > MOST_NAMED ? [MANY] : own;
    return [...partners, ...(named.length > own.length ? ["calls of the drivers' app"] : [])].join(', ') || undefined;
  };
  return page.replace(SECTION, (_, id: string) => {
    const rows = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => wireIdOf(code) === id);
    const facts = rows.map((code) => factsOf(ERRORS[code], rows.at(-1) === code ? answeredBy(id) : undefined));
    return `### ${id}\n\n${facts.join('\n')}\n<!-- by hand -->`;
  });
}

const isSigned = (path: string) => path.startsWith('/v3/') || path.startsWith('/sandbox/');

function factsOf(row: ErrorRow, answeredBy: string | undefined): string {
  const { status, sentence, cause, cure, retry, isAddition } = row;
  return [
    `**${status}**${isAddition ? ', an addition' : ''}: ${sentence}`,
    '',
    `- Cause: ${cause}`,
    `- Cure: ${cure}`,
    ...(retry === undefined ? [] : [`- Send it again: ${retry}`]),
    ...(answeredBy === undefined ? [] : [`- Answered by: ${answeredBy}.`]),
    '',
  ].join('\n');
}
