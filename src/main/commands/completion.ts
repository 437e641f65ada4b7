import type { Command, Option } from 'commander';

/** Values by the name that stands for them in a command's usage, such as <market>. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

/** A place on the command line where something can be completed: after the name of a command. */
export type Place = {
  /** The names so far, such as "partner create"; empty for the program itself. */
  readonly at: string;
  readonly commands: readonly Described[];
  readonly options: readonly (Described & { readonly value: Value | undefined })[];
  /** The values of its first argument; undefined where it takes none. */
  readonly argument: Value | undefined;
};
type Described = { readonly name: string; readonly description: string };
/** No value is known of one that can be anything, the name of a file for instance. */
type Value = readonly string[];

/** Everything that can be completed, read off the program itself. */
export function placesOf(command: Command, known: KnownValues, at = ''): readonly Place[] {
  const help = command.createHelp();
  const inner = help.visibleCommands(command);
  const [argument] = command.registeredArguments;
  const place = {
    at,
    commands: inner.map((each) => ({ name: each.name(), description: each.description() })),
    options: help.visibleOptions(command).map((option) => ({
      name: option.long ?? option.flags,
      description: option.description,
      value: valueOfOption(option, known),
    })),
    argument: argument && valuesOf(argument.argChoices, argument.name(), known),
  };
  return [place, ...inner.flatMap((each) => placesOf(each, known, `${at} ${each.name()}`.trim()))];
}

function valueOfOption(option: Option, known: KnownValues): Value | undefined {
  const placeholder = /<([^>]+)>/.exec(option.flags)?.[1];
  return placeholder === undefined ? undefined : valuesOf(option.argChoices, placeholder, known);
}

function valuesOf(choices: readonly string[] | undefined, name: string, known: KnownValues): Value {
  return [...new Set(choices ?? known[name] ?? [])];
}

/** In sh and its kin every text can be written so. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const quotedInFish = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const words = (names: readonly string[]): string => quoted(names.join(' '));
const namesOf = (all: readonly Described[]): readonly string[] => all.map(({ name }) => name);

/** Every command below another one: where the name of it leads to. */
function steps(places: readonly Place[]): readonly { readonly from: string; readonly to: string }[] {
  return places.flatMap(({ at, commands }) =>
    commands.map(({ name }) => ({ from: `${at}/${name}`, to: `${at} ${name}`.trim() })),
  );
}

/** Every option that takes a value, with its place. */
function optionsWithValues(places: readonly Place[]) {
  return places.flatMap(({ at, options }) =>
    options.flatMap(({ name, value }) => (value === undefined ? [] : [{ after: `${at} ${name}`, value }])),
  );
}

/** Offered where no option is begun: what must follow, or else the options. Nothing, where it can be anything. */
const offeredAt = ({ commands, argument, options }: Place): readonly string[] =>
  argument ?? (commands.length > 0 ? namesOf(commands) : namesOf(options));

export function bashCompletion(places: readonly Place[]): string {
  return [
    '# Completion of waybill in bash. To try it: source <(waybill completion bash)',
    '_waybill() {',
    `  local word=\${COMP_WORDS[COMP_CWORD]} at= offered= options= index`,
    '  for ((index = 1; index < COMP_CWORD; index += 1)); do',
    `    case "$at/\${COMP_WORDS[index]}" in`,
    ...steps(places).map(({ from, to }) => `      ${quoted(from)}) at=${quoted(to)} ;;`),
    '    esac',
    '  done',
    `  case "$at \${COMP_WORDS[COMP_CWORD - 1]}" in`,
    ...optionsWithValues(places).map(
      ({ after, value }) => `    ${quoted(after)}) COMPREPLY=($(compgen -W ${words(value)} -- "$word")); return ;;`,
    ),
    '  esac',
    '  case "$at" in',
    ...places.map(
      (place) =>
        `    ${quoted(place.at)}) offered=${words(offeredAt(place))} options=${words(namesOf(place.options))} ;;`,
    ),
    '  esac',
    '  [[ $word == -* ]] && offered=$options',
    '  COMPREPLY=($(compgen -W "$offered" -- "$word"))',
    '}',
    'complete -o default -F _waybill waybill',
  ].join('\n');
}

export function zshCompletion(places: readonly Place[]): string {
  const described = (all: readonly Described[]) =>
    all.map(({ name, description }) => quoted(`${name}:${description}`)).join(' ');
  return [
    '#compdef waybill',
    '# Completion of waybill in zsh. To try it, after compinit: source <(waybill completion zsh)',
    '_waybill() {',
    "  local at='' index",
    '  local -a commands options values',
    '  for ((index = 2; index < CURRENT; index += 1)); do',
    `    case "$at/\${words[index]}" in`,
    ...steps(places).map(({ from, to }) => `      ${quoted(from)}) at=${quoted(to)} ;;`),
    '    esac',
    '  done',
    `  case "$at \${words[CURRENT - 1]}" in`,
    ...optionsWithValues(places).map(({ after, value }) => `    ${quoted(after)}) ${offerInZsh(value)}; return ;;`),
    '  esac',
    '  case "$at" in',
    ...places.map(
      ({ at, commands, options }) =>
        `    ${quoted(at)}) commands=(${described(commands)}) options=(${described(options)}) ;;`,
    ),
    '  esac',
    '  if [[ $PREFIX == -* ]]; then _describe option options; return; fi',
    '  case "$at" in',
    ...places.flatMap(({ at, argument }) =>
      argument === undefined ? [] : [`    ${quoted(at)}) ${offerInZsh(argument)}; return ;;`],
    ),
    '  esac',
    '  if (( $#commands )); then _describe command commands; else _describe option options; fi',
    '}',
    'if [[ $funcstack[1] == _waybill ]]; then _waybill "$@"; else compdef _waybill waybill; fi',
  ].join('\n');
}

const offerInZsh = (value: Value): string =>
  value.length === 0 ? '_files' : `compadd -- ${value.map(quoted).join(' ')}`;

export function fishCompletion(places: readonly Place[]): string {
  const q = quotedInFish;
  return [
    '# Completion of waybill in fish. To try it: waybill completion fish | source',
    'function __waybill_is_at',
    "  set -l at ''",
    '  for word in (commandline -opc)[2..-1]',
    '    switch "$at/$word"',
    ...steps(places).map(({ from, to }) => `      case ${q(from)}; set at ${q(to)}`),
    '    end',
    '  end',
    '  test "$at" = "$argv"',
    'end',
    'complete -c waybill -f',
    ...places.flatMap(({ at, commands, options, argument }) => {
      const here = `complete -c waybill -n ${q(`__waybill_is_at ${at}`)}`;
      return [
        ...commands.map(({ name, description }) => `${here} -a ${q(name)} -d ${q(description)}`),
        ...options.map(
          ({ name, description, value }) =>
            `${here} -l ${q(name.replace(/^--/, ''))}${optionInFish(value)} -d ${q(description)}`,
        ),
        ...(argument === undefined ? [] : [`${here} ${argument.length === 0 ? '-F' : `-a ${q(argument.join(' '))}`}`]),
      ];
    }),
  ].join('\n');
}

function optionInFish(value: Value | undefined): string {
  if (value === undefined) return '';
  return value.length === 0 ? ' -r -F' : ` -x -a ${quotedInFish(value.join(' '))}`;
}
