/** What somebody did, by the name under which it is recorded: "… signed in". Subjects are named after it. */
const WORDS: Readonly<Record<string, string>> = {
  'person.invite': 'invited somebody',
  'person.change': 'changed somebody’s role or status',
  'person.link': 'made a link for somebody’s password',
  'password.change': 'changed the own password',
  'password.set': 'set a password by a link',
  'second-factor.on': 'turned the own second factor on',
  'second-factor.off': 'turned the own second factor off',
};

/** A name that has no words yet is taken apart: "order.cancel" is readable too. */
export function actWords(action: string): string {
  return WORDS[action] ?? action.replaceAll(/[.-]/g, ' ');
}
