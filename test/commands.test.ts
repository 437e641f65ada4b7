import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { beforeAll, describe, expect, type TestContext, test } from 'vitest';
import {
  bashCompletion,
  fishCompletion,
  type Place,
  placesOf,
  zshCompletion,
} from '../src/main/commands/completion.ts';
import { buildProgram } from '../src/main/program.ts';

/** What runs on, and what prints a text of its own: a script, or a document that is JSON already. */
const WITHOUT_RECORDS = ['api', 'completion', 'market export', 'rates export', 'start', 'worker'];

let program: Command;
let commands: { readonly name: string; readonly command: Command }[];
beforeAll(async () => {
  program = await buildProgram('completion', 0);
  commands = leavesOf(program, '');
  // All rooms are read.
}, 60_000);

function leavesOf(command: Command, name: string): typeof commands {
  if (command.commands.length === 0) return [{ name, command }];
  return command.commands.flatMap((inner) => leavesOf(inner, `${name} ${inner.name()}`.trim()));
}

/** Those that hold others. */
function groupsOf(command: Command, name: string): typeof commands {
  return command.commands
    .filter(({ commands: inner }) => inner.length > 0)
    .flatMap((group) => {
      const fullName = `${name} ${group.name()}`.trim();
      return [{ name: fullName, command: group }, ...groupsOf(group, fullName)];
    });
}

const isHelp = (name: string) => /(^| )help$/.test(name);

function helpOf(command: Command): string {
  let help = '';
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
  });
  command.outputHelp();
  return help;
}

test('every command that prints records prints them as JSON too', () => {
  const without = commands.filter(({ command }) => command.options.every(({ long }) => long !== '--json'));
  const names = without.map(({ name }) => name).filter((name) => !isHelp(name));
  expect(names.sort()).toEqual(WITHOUT_RECORDS);
});

test('the help of every command is a short sentence and an example, which the command understands', async () => {
  let understood = '';
  for (const { name, command } of commands)
    command.action(() => {
      understood = name;
    });
  for (const { name, command } of [...commands.filter((each) => !isHelp(each.name)), ...groupsOf(program, '')]) {
    expect(command.description()).toMatch(/^[^A-Z].{3,100}[^.]$/);
    const line = /\nExample:\n {2}waybill (.*)\n$/.exec(helpOf(command))?.[1] ?? `${name} has no example`;
    const words = line.replace(/ [|>] .*/, '').match(/"[^"]*"|\S+/g) ?? [];
    await program.parseAsync(
      words.map((word) => word.replaceAll('"', '')),
      { from: 'user' },
    );
    expect([understood, `${understood} `.startsWith(`${name} `)]).toEqual([understood, true]);
  }
});

test('the completions that cli.md of the guide prints are those that there are, and its tables name every command', () => {
  const page = readFileSync('docs/guide/cli.md', 'utf8');
  const [shell] = commands.find(({ name }) => name === 'completion')?.command.registeredArguments ?? [];
  expect([...page.matchAll(/completion (\w+) >/g)].map(([, name]) => name)).toEqual(shell?.argChoices);
  const named = commands.filter(({ name }) => !isHelp(name)).map(({ name }) => name.split(' ') as [string, string?]);
  const missing = named.filter(
    ([group, inner]) =>
      !page.includes(`### ${group}\n`) &&
      !page.split('\n').some((line) => line.includes(`waybill ${group}`) && (!inner || line.includes(inner))),
  );
  expect(missing).toEqual([]);
});

describe('completion', () => {
  let places: readonly Place[];
  beforeAll(() => {
    places = placesOf(program, { market: ['HK', 'SG'], markets: ['HK', 'SG'] });
  });

  const LINES: [typed: string[], offered: string[]][] = [
    [['par'], ['partner']],
    [
      ['partner', 'u'],
      ['user', 'user-link'],
    ],
    [['partner', 'create', '--mar'], ['--market']],
    [
      ['partner', 'create', '--market', ''],
      ['HK', 'SG'],
    ],
    [
      ['sign', 'P'],
      ['PATCH', 'POST', 'PUT'],
    ],
    [['listen', '--to', 'http://localhost:9000', '--types', 'ORDER_C'], ['ORDER_CREATED']],
    [
      ['market', 'export', ''],
      ['HK', 'SG'],
    ],
    [['plus', 'prices', 'import', '--fi'], ['--file']],
    [['dance', 'no'], []],
  ];
  const END = '-- end --';
  const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');

  /** One shell is asked for all lines, and what it prints for each is compared. */
  function expectOffered(shell: string[], script: string, ask: (typed: string[]) => string): void {
    const asked = LINES.map(([typed]) => `${ask(typed)}\necho '${END}'`).join('\n');
    const [file, ...args] = shell as [string, ...string[]];
    const printed = execFileSync(file, [...args, '-c', `${script}\n${asked}`], { encoding: 'utf8' });
    const offered = printed.split(`${END}\n`).slice(0, -1);
    const names = offered.map((text) => text.split('\n').map((line) => line.replace(/[\t:].*/, '')));
    // What does not begin as the word does is left out by the shell itself, where it is more than a function.
    const fitting = names.map((all, index) =>
      all.filter((name) => name !== '' && name.startsWith(LINES[index]?.[0].at(-1) ?? '')).sort(),
    );
    expect(fitting).toEqual(LINES.map(([, expected]) => expected));
  }

  const insistOn = (shell: string, { skip }: TestContext) => {
    if (spawnSync(shell, ['--version']).error !== undefined) skip(`there is no ${shell} here`);
  };

  test('bash offers commands, options and the values that are known', () => {
    const complete = `offer() { COMP_WORDS=(waybill "$@") COMP_CWORD=$#; _waybill; printf "%s\\n" "\${COMPREPLY[@]}"; }`;
    const script = `${bashCompletion(places)}\n${complete}`;
    expectOffered(['bash', '--norc'], script, (typed) => `offer ${quoted(typed)}`);
  });

  test('fish offers the same', (context) => {
    insistOn('fish', context);
    const ask = (typed: string[]) => `complete -C "waybill ${typed.join(' ')}"`;
    expectOffered(['fish', '--no-config'], fishCompletion(places), ask);
  });

  test('zsh offers the same', (context) => {
    insistOn('zsh', context);
    // Outside of a line editor the functions that show what is offered print it.
    const shown = `compadd() { shift; print -l -- "$@"; }; _files() { }; compdef() { }; _describe() { print -l -- "\${(@P)2}"; }`;
    const complete = 'offer() { words=(waybill "$@") CURRENT=$(($# + 1)) PREFIX=$argv[-1]; _waybill; }';
    const script = `${shown}\n${zshCompletion(places)}\n${complete}`;
    expectOffered(['zsh', '-f'], script, (typed) => `offer ${quoted(typed)}`);
  });
});
