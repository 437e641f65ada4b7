/** Names of fields whose every digit but the last two is hidden, and of those that are hidden whole. */
const PHONE_NAME = /phone|mobile|whatsapp|^tel/i;
const SECRET_NAME = /secret|token|password|authorization|signature/i;
/** Fields that hold numbers by the contract, however long these are. */
const NUMBER_NAME =
  /^(lat|lng|base|extraMileage|(multiStop|minimum)?surcharge|vat|adminFee|total\w*|amount|balance|held|balanceChange|heldChange|priorityFee|offsetSeconds|advanceSeconds)$/i;
const NUMBER = /^-?\d+(\.\d+)?$/;

const FEWEST_DIGITS = 7;
const DIGIT = '\\p{Nd}';
/** What people write between the digits of a phone number. */
const BETWEEN = '[\\s().\\-\\u2010-\\u2015/+·]{0,3}';
const HARMLESS = [
  '(?<!\\d)\\d{19}(?!\\d)',
  '(?<!\\d)\\d{4}-\\d\\d-\\d\\d(?:[T ]\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d\\d:?\\d\\d)?)?(?!\\d)',
  '\\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\\b',
  '\\bpk_(?:test|prod)_[0-9a-f]{32}\\b',
].join('|');
const SECRET = '\\b(?:sk_(?:test|prod)_|whsec_)[\\w+/=-]+';
const PHONE = `${DIGIT}(?:${BETWEEN}${DIGIT}){${FEWEST_DIGITS - 1},}`;
const LINK = 'https?://[^\\s"\\\\]+';
const TELLING = new RegExp(`(${HARMLESS})|(${LINK})|(${SECRET})|${PHONE}`, 'gu');
const ANY_SECRET = new RegExp(SECRET, 'g');
const PHONE_OR_HARMLESS = new RegExp(`(${HARMLESS})|${PHONE}`, 'gu');
const WHOLLY_HARMLESS = /^(?:\d{19}|\d{4}-\d\d-\d\dT[\d:.]+Z)$/;

const BARE_NUMBER = /-?\d[\d.eE+-]*(?:[\s()/]{1,3}\d[\d.eE+-]*)*/g;
const LIKE_A_TOKEN = /[\w%~.-]{22,}/g;

/**
 * A body without the phone numbers and secrets in it, for a log. What is JSON stays JSON, byte for byte where nothing is hidden; what is
 * broken or cut off is looked through in the same way.
 */
export function maskBody(text: string): string {
  let masked = '';
  let name = '';
  let at = 0;
  while (at < text.length) {
    const start = indexOr(text.indexOf('"', at), text.length);
    masked += maskBetween(text.slice(at, start), name);
    if (start === text.length) break;
    const end = endOfString(text, start + 1);
    const content = text.slice(start + 1, end);
    const quote = end < text.length ? '"' : '';
    const isName = isBeforeColon(text, end + 1);
    masked += `"${maskString(content, isName ? '' : name)}${quote}`;
    if (isName) name = content;
    at = end + 1;
  }
  return masked;
}

function indexOr(index: number, otherwise: number): number {
  return index === -1 ? otherwise : index;
}

/** Where its closing quote is; the end of the text where it has lost that. */
function endOfString(text: string, from: number): number {
  let end = indexOr(text.indexOf('"', from), text.length);
  while (end < text.length && isEscaped(text, from, end)) end = indexOr(text.indexOf('"', end + 1), text.length);
  return end;
}

function isEscaped(text: string, from: number, at: number): boolean {
  let before = at;
  while (before > from && text[before - 1] === '\\') before -= 1;
  return (at - before) % 2 === 1;
}

function isBeforeColon(text: string, after: number): boolean {
  let at = after;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return text[at] === ':';
}

function maskString(content: string, name: string): string {
  if (!content.includes('\\')) return maskText(content, name);
  const plain = unescaped(content);
  const masked = maskText(plain, name);
  return masked === plain ? content : JSON.stringify(masked).slice(1, -1);
}

/** As a reader of the JSON sees it; where that is broken, at least its digits. */
function unescaped(content: string): string {
  try {
    return String(JSON.parse(`"${content}"`));
  } catch {
    return content.replaceAll(/\\u00(3\d)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  }
}

/** Numbers that stand outside of strings become strings where something of them is hidden. */
function maskBetween(part: string, name: string): string {
  if (!isWorthALook(part) && !PHONE_NAME.test(name)) return part;
  return part.replace(ANY_SECRET, '***').replace(BARE_NUMBER, (number) => {
    const masked = maskText(number, name);
    return masked === number ? number : `"${masked}"`;
  });
}

/** Text that is under this name, or under none. */
function maskText(text: string, name = ''): string {
  if (name !== '') {
    if (SECRET_NAME.test(name)) return text === '' ? '' : '***';
    if (PHONE_NAME.test(name)) return hideDigits(text);
    if (NUMBER_NAME.test(name) && NUMBER.test(text)) return text;
  }
  if (!isWorthALook(text) || WHOLLY_HARMLESS.test(text)) return text;
  return text.replace(TELLING, (found, harmless?: string, link?: string, secret?: string) => {
    if (harmless !== undefined) return harmless;
    if (link !== undefined) return maskLink(link);
    return secret === undefined ? hideDigits(found) : '***';
  });
}

/** Nearly all texts are not, and are told so by the cheapest look. */
function isWorthALook(text: string): boolean {
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 127) return true;
    if (code >= 48 && code <= 57) digits += 1;
  }
  return digits >= FEWEST_DIGITS || text.includes('://') || text.includes('sk_') || text.includes('whsec_');
}

/** A link may open something for whoever has it. */
function maskLink(link: string): string {
  const [address = '', query] = link.split(/\?(.*)/s);
  const [, origin = '', path = ''] = /^(https?:\/\/[^/]*)(.*)$/s.exec(address) ?? [];
  const kept = maskDigits(origin) + maskDigits(path.replaceAll(LIKE_A_TOKEN, (part) => (isIdLike(part) ? part : '…')));
  return query === undefined ? kept : `${kept}?…`;
}

function isIdLike(part: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(part);
}

function maskDigits(text: string): string {
  return text.replace(PHONE_OR_HARMLESS, (found, harmless?: string) => harmless ?? hideDigits(found));
}

const ANY_DIGIT = /\p{Nd}/u;

/** All but the last two. */
function hideDigits(text: string): string {
  let shown = 2;
  let masked = '';
  for (const character of [...text].reverse()) {
    const isDigit = ANY_DIGIT.test(character);
    masked = (isDigit && shown <= 0 ? '*' : character) + masked;
    if (isDigit) shown -= 1;
  }
  return masked;
}

/** The address of a call as it is logged: its path and the values in its query may hold what bodies hold. */
export function maskAddress(url: string): string {
  const [path = '', query] = url.split(/\?(.*)/s);
  const masked = path.split('/').map(maskSegment).join('/');
  return query === undefined ? masked : `${masked}?${query.split('&').map(maskField).join('&')}`;
}

function maskSegment(segment: string): string {
  const plain = decoded(segment);
  const masked = maskText(plain);
  return masked === plain ? segment : encodeURIComponent(masked);
}

function maskField(field: string): string {
  const [name = '', value = ''] = field.split(/=(.*)/s);
  const plain = decoded(value);
  const masked = maskText(plain, decoded(name));
  return masked === plain ? field : `${name}=${encodeURIComponent(masked)}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
