/**
 * Runs every command of the README and of each page of docs/ as printed, from top to bottom, on a local stack of its own,
 * and compares the output with the text below each command.
 * @covers Contract 9 from an empty stack with curl alone, every number right
 * @covers README: every command, what is printed under it, names, links, the picture
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../support/factory.ts';
import { readZip } from '../support/read-zip.ts';
import { patternOf } from './compare-answer.ts';
import { NOT_RUN } from './not-run.ts';
import { allPages, readPage } from './pages.ts';
import { readDocument, type Step } from './read-document.ts';
import { type Ran, requirePrograms, type Shell } from './shell.ts';
import { openStage, rewrite, type Stage } from './stage.ts';

const isListed = ({ command }: Step) => NOT_RUN.some((each) => each.command.test(command));
const pages = await Promise.all(
  (await allPages()).map(async (name) => {
    const { steps } = readDocument(await readPage(name));
    return { name, steps, toRun: steps.filter((step) => !isListed(step)) };
  }),
);

/** Commands that print live state. */
const LIVE = /text\/event-stream/;

let stage: Stage;

beforeAll(async () => {
  requirePrograms(['bash', 'curl', 'base64', 'sed', 'git']);
  stage = await openStage();
});
afterAll(() => stage?.close());

describe.each(pages.filter(({ toRun }) => toRun.length > 0))('$name', ({ name, toRun }) => {
  let shell: Shell;
  beforeAll(() => {
    shell = stage.openShell();
  });

  test.each(toRun.map((step) => [`${name}:${step.line} ${step.command.split('\n')[0]}`, step] as const))(
    '%s',
    async (_, step) => {
      const command = await commandOf(step);
      if (!step.answer) return expectDone(await shell.run(command));
      const answer = rewrite(step.answer.join('\n'), stage).split('\n');
      const look = async (): Promise<void> => expectAnswer(answer, await shell.run(command));
      // Live state follows the answer of the call before within a moment: a reader looks again.
      await (LIVE.test(command) ? eventually(look) : look());
    },
  );
});

test('what is not run is on a page', () => {
  const commands = pages.flatMap(({ steps }) => steps.map(({ command }) => command));
  for (const each of NOT_RUN) expect(commands).toContainEqual(expect.stringMatching(each.command));
});

/** A program is run from a file, next to the packages of the project. */
async function commandOf({ language, command, line }: Step): Promise<string> {
  const text = rewrite(command, stage);
  if (language === 'sh') return text;
  const [program, ending] = language === 'ts' ? ['node', 'ts'] : ['python3', 'py'];
  await writeFile(join(stage.folder, `program-${line}.${ending}`), text);
  return `${program} program-${line}.${ending}`;
}

/** Nothing is printed below it, so it must succeed. */
function expectDone({ output, complaint, status, httpStatuses }: Ran): void {
  if (status === 0 && !httpStatuses.some((code) => code >= 400)) return;
  throw new Error(`Exit status ${status}, HTTP ${httpStatuses.join(', ')}:\n${cut(output + complaint)}`);
}

/** Compares the printed output, including errors. A line `name.zip: ...` lists the content of a written file. */
async function expectAnswer(answer: string[], ran: Ran): Promise<void> {
  const [, file, entries] = /^(\S+\.zip):\s+(.*)$/.exec(answer.join(' ')) ?? [];
  if (ran.complaint) expect(ran).toMatchObject({ status: 0 });
  if (file !== undefined) expect((await entriesOf(file)).join(', ')).toMatch(patternOf([entries ?? '']));
  else if (!patternOf(answer).test(ran.output + ran.complaint)) {
    throw new Error(`Printed:\n${answer.join('\n')}\n\nAnswered:\n${cut(ran.output + ran.complaint)}`);
  }
}

/** Pictures in base64 would fill the screen. */
const cut = (text: string): string => text.replace(/[\w+/]{60,}=*/g, (long) => `${long.slice(0, 20)}…`);

async function entriesOf(printed: string): Promise<string[]> {
  const names = (await readdir(stage.folder)).filter((name) => patternOf([printed]).test(name));
  expect(names).toHaveLength(1);
  return [...(await readZip(await readFile(join(stage.folder, names[0]!)))).keys()];
}
