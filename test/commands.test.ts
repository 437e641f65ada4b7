import { execFileSync, spawnSync } from 'node:child_process';
import type { Command } from 'commander';
import { beforeAll, describe, expect, test } from 'vitest';
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
});

function leavesOf(command: Command, name: string): typeof commands {
  if (command.commands.length === 0) return [{ name, command }];
  return command.commands.flatMap((inner) => leavesOf(inner, `${name} ${inner.name()}`.trim()));
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
  for (const { name, command } of commands.filter((each) => !isHelp(each.name))) {
    expect(command.description()).toMatch(/^[^A-Z].{3,100}[^.]$/);
    const line = /\nExample:\n {2}waybill (.*)\n$/.exec(helpOf(command))?.[1] ?? `${name} has no example`;
    const words = line.replace(/ [|>] .*/, '').match(/"[^"]*"|\S+/g) ?? [];
    await program.parseAsync(
      words.map((word) => word.replaceAll('"', '')),
      { from: 'user' },
    );
    expect(understood).toBe(name);
  }
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
  const sorted = (text: string) => text.split('\n').filter(Boolean).sort();

  test('bash offers commands, options and the values that are known', () => {
    const script = `${bashCompletion(places)}
      COMP_WORDS=(waybill "$@") COMP_CWORD=$#; _waybill; printf '%s\\n' "\${COMPREPLY[@]}"`;
    for (const [typed, offered] of LINES) {
      const printed = execFileSync('bash', ['-c', script, 'bash', ...typed], { encoding: 'utf8' });
      expect([typed, sorted(printed)]).toEqual([typed, offered]);
    }
  });

  test('fish offers the same', ({ skip }) => {
    if (spawnSync('fish', ['--version']).error !== undefined) skip('there is no fish here');
    for (const [typed, offered] of LINES) {
      const script = `${fishCompletion(places)}\ncomplete -C "waybill ${typed.join(' ')}"`;
      const printed = execFileSync('fish', ['--no-config', '-c', script], { encoding: 'utf8' });
      expect([typed, sorted(printed.replaceAll(/\t.*/g, ''))]).toEqual([typed, offered]);
    }
  });

  test('zsh offers the same, with descriptions', ({ skip }) => {
    if (spawnSync('zsh', ['--version']).error !== undefined) skip('there is no zsh here');
    // Outside of a real line editor the three functions that show what is offered print it.
    const shown = `compadd() { shift; print -l -- "$@"; }; _files() { }; compdef() { }
      _describe() { print -l -- "\${(@P)2}"; }`;
    const script = `${shown}\n${zshCompletion(places)}
      words=(waybill "$@") CURRENT=$(($# + 1)) PREFIX=$argv[-1]; _waybill`;
    for (const [typed, offered] of LINES) {
      const printed = execFileSync('zsh', ['-fc', script, 'zsh', ...typed], { encoding: 'utf8' });
      const beginning = typed.at(-1) as string;
      const fitting = sorted(printed.replaceAll(/:.*/g, '')).filter((name) => name.startsWith(beginning));
      expect([typed, fitting]).toEqual([typed, offered]);
    }
  });
});
