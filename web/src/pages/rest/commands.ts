/** What can be done while suggestions are checked. */

import type { Tag } from '../../data/records/tags.ts';
import { NONE } from '../../data/rest/check.ts';
import type { Texts } from '../../text/en.ts';
import type { Action, Command } from '../../ui/command.ts';
import { classCommands } from '../dataset/keys-of-classes.ts';
import { previousCommand } from '../judging/desk-commands.ts';

interface Given {
  tags: readonly Tag[];
  keys: ReadonlyMap<string, string>;
  /** The suggested class. */
  suggested: string;
  nameOf: (tag: string) => string;
  say: (tag: string) => void;
  move: (by: number) => void;
  drop: () => void;
}

export function checkCommands({ tags, keys, suggested, nameOf, say, move, drop }: Given, text: Texts) {
  const { rest } = text;
  // Holding a key down judges only one image.
  const agree: Command = {
    ...{ label: rest.isThis(nameOf(suggested)), keys: ['Enter'], once: true },
    run: () => say(suggested),
  };
  const back: Command = { label: text.previous, keys: ['ArrowLeft', 'z'], run: () => move(-1) };
  const buttons: Command[] = [{ label: rest.none, keys: ['x'], once: true, run: () => say(NONE) }, back];
  const others: Command[] = [
    { label: text.next, keys: ['ArrowRight'], run: () => move(1) },
    { label: rest.drop, run: drop },
  ];
  const classes = classCommands(tags, keys, say, text).map((each) => ({ ...each, once: true }));
  return { agree, buttons, others, classes };
}

/** When all were judged. */
export const wholeCommands = (accept: Action, back: () => void, text: Texts): Command[] => [
  { ...accept, keys: ['Enter'], once: true },
  { ...previousCommand(text, back), label: text.rest.goBack },
];
