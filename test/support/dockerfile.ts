import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { link, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { linkTree } from './linked.ts';

const execute = promisify(execFile);

export type Instruction = { readonly name: string; readonly words: string };

/** The instructions of a Dockerfile, in turn, each on one line. */
export function instructionsOf(dockerfile: string): Instruction[] {
  const lines = dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  return lines.flatMap((line) => {
    const [, name, words] = /^([A-Z]+) +(.*)$/.exec(line.trim()) ?? [];
    return name === undefined || words === undefined ? [] : [{ name, words }];
  });
}

/** Whether a file of the checkout stays out of what an image is made of. The last line that fits decides. */
export function ignoredBy(dockerignore: string): (file: string) => boolean {
  const lines = dockerignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const rules = lines.map((line) => {
    const pattern = line.replace(/^!/, '');
    const source = pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('**/', '(?:.*/)?')
      .replaceAll(/(?<!\.)\*/g, '[^/]*');
    return { ignores: line === pattern, pattern: new RegExp(`^${source}(?:/.*)?$`) };
  });
  return (file) => rules.findLast(({ pattern }) => pattern.test(file))?.ignores ?? false;
}

export type Image = {
  /** The folder that stands for the root of its file system. */
  readonly root: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
};

type Stage = { readonly root: string; workdir: string };

type Kitchen = {
  readonly folder: string;
  /** Whom the files of the image's user belong to. */
  readonly owner: string;
  /** What a step makes that the checkout has made already, by its command. */
  readonly made: Readonly<Record<string, (workdir: string) => Promise<void>>>;
};

/** Takes the steps of the Dockerfile in plain folders, one for each stage. Files are linked, not copied: no step may write into one. */
export async function cook({ folder, owner, made }: Kitchen): Promise<Image> {
  const stages = new Map<string, Stage>();
  const env: Record<string, string> = {};
  const lists = new Map<string, readonly string[]>();
  let stage: Stage = { root: '', workdir: '' };
  const inStage = (place: string) => path.join(stage.root, path.resolve(stage.workdir, place));
  const isIgnored = ignoredBy(await readFile('.dockerignore', 'utf8'));

  const take: Readonly<Record<string, (words: string) => unknown>> = {
    async FROM(words) {
      const [, base = '', name = 'image'] = /^(\S+)(?: AS (\S+))?$/.exec(words) ?? [];
      const before = stages.get(base);
      stage = { root: path.join(folder, name), workdir: before?.workdir ?? '/' };
      stages.set(name, stage);
      if (before === undefined) await mkdir(stage.root);
      else await linkTree(before.root, stage.root);
    },
    async WORKDIR(words) {
      stage.workdir = words;
      await mkdir(inStage('.'), { recursive: true });
    },
    async COPY(words) {
      const [, from, listed = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(words) ?? [];
      const sources = listed.split(' ');
      const target = sources.pop() as string;
      const other = from === undefined ? undefined : (stages.get(from) as Stage);
      for (const source of sources) {
        const isInto = target.endsWith('/') || target === '.';
        const aim = inStage(isInto && source !== '.' ? path.join(target, path.basename(source)) : target);
        if (other === undefined) await linkContext(source, aim, isIgnored);
        else await linkTree(path.join(other.root, source), aim);
      }
    },
    async RUN(words) {
      const make = made[words];
      if (make !== undefined) return make(inStage('.'));
      const command = words.replaceAll(' /var/lib/', ` ${stage.root}/var/lib/`).replaceAll('node:node', owner);
      await mkdir(path.join(stage.root, 'var', 'lib'), { recursive: true });
      await execute('sh', ['-euc', command], { cwd: inStage('.') });
    },
    ENV(words) {
      for (const [, name = '', value = ''] of words.matchAll(/(\w+)=(\S+)/g)) env[name] = value;
    },
    HEALTHCHECK: (words) => lists.set('HEALTHCHECK', listIn(words)),
    ENTRYPOINT: (words) => lists.set('ENTRYPOINT', listIn(words)),
    CMD: (words) => lists.set('CMD', listIn(words)),
    USER: () => {},
    VOLUME: () => {},
    EXPOSE: () => {},
  };
  for (const { name, words } of instructionsOf(await readFile('Dockerfile', 'utf8'))) await take[name]?.(words);
  const [entrypoint = [], command = [], healthcheck = []] = ['ENTRYPOINT', 'CMD', 'HEALTHCHECK'].map((name) =>
    lists.get(name),
  );
  return { ...stage, env, entrypoint, command, healthcheck };
}

const listIn = (words: string): readonly string[] => JSON.parse(words.slice(words.indexOf('[')));

async function linkContext(source: string, target: string, isIgnored: (file: string) => boolean): Promise<void> {
  const files = contextFiles(source).filter((file) => !isIgnored(file));
  if (files.length === 0) throw new Error(`COPY ${source}: no such file, or .dockerignore keeps it out`);
  for (const file of files) {
    const aim = path.join(target, path.relative(source, file));
    await mkdir(path.dirname(aim), { recursive: true });
    await rm(aim, { force: true });
    await link(file, aim).catch(() => execute('cp', [file, aim]));
  }
}

const NEVER_IN_AN_IMAGE = /^(node_modules|dist|\.git|\.waybill)$/;

function contextFiles(place: string): string[] {
  try {
    return readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
      if (NEVER_IN_AN_IMAGE.test(entry.name)) return [];
      const file = path.join(place, entry.name);
      return entry.isDirectory() ? contextFiles(file) : [file];
    });
  } catch {
    return readFileSync(place) && [place];
  }
}
