import { useState } from 'react';
import { CouldNotLoad } from '../../app/could-not-load.tsx';
import { ShownOnce } from '../../app/shown-once.tsx';
import { type HookFields, type HookOwner, useHooks } from '../../data/records/use-hooks.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';
import { Part } from '../../ui/frame/page.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { Lines } from '../../ui/lines/lines.tsx';
import { HookForm } from './hook-form.tsx';
import { HookLine } from './hook-line.tsx';

/** The addresses that are told what happens in a dataset or at a monitor (Contract 16). Their secrets are shown only once. */
export function Hooks({ owner }: { owner: HookOwner }) {
  const text = useText();
  const words = text.hooks;
  const { hooks, error, isLoading, make } = useHooks(owner);
  const [isAsking, ask] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const save = async (fields: HookFields): Promise<void> => {
    setSecret((await make(fields)).secret);
    ask(false);
  };
  return (
    <Part
      title={words.title}
      hint={words.hint}
      action={
        <Button isDisabled={isLoading} onPress={() => ask(true)}>
          <PlusIcon />
          {words.add}
        </Button>
      }
    >
      {error && <CouldNotLoad error={error} />}
      <Lines isLoading={isLoading} none={!error && words.none}>
        {hooks.map((each) => (
          <HookLine key={each.hook} owner={owner} hook={each} />
        ))}
      </Lines>
      <Dialog title={words.add} isOpen={isAsking} onClose={() => ask(false)}>
        {isAsking && <HookForm kind={owner.kind} hook={null} onSave={save} onClose={() => ask(false)} />}
      </Dialog>
      <ShownOnce
        title={words.secret}
        hint={words.secretHint}
        value={secret}
        copy={words.copySecret}
        onClose={() => setSecret(null)}
      />
    </Part>
  );
}
