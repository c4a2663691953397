import { useLocation } from 'wouter';
import { useText } from '../text/use-text.tsx';
import type { Command } from '../ui/command.ts';
import { toKeyCommand, useKeys } from './keys.ts';

/** Offers commands while the calling component is mounted: by their keys, and in the command menu. */
export function useCommands(commands: readonly Command[], title?: string): void {
  const text = useText();
  const [, go] = useLocation();
  useKeys(
    title ?? text.onThisPage,
    commands.map((each) => toKeyCommand(each, go)),
  );
}
