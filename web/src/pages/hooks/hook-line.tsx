import { useState } from 'react';
import { Confirm } from '../../app/confirm.tsx';
import { notify } from '../../app/state/toasts.ts';
import { attempt } from '../../app/state/undo-history.ts';
import { type Hook, type HookFields, type HookOwner, useHooks } from '../../data/records/use-hooks.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { Button, IconButton } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';
import { Menu, MenuItem } from '../../ui/frame/menu.tsx';
import { BellIcon, MoreIcon } from '../../ui/icons.tsx';
import { Line } from '../../ui/lines/lines.tsx';
import { StateLabel } from '../../ui/state-label.tsx';
import { Deliveries } from './deliveries.tsx';
import { HookForm } from './hook-form.tsx';
import { inWords, wordOf } from './in-words.ts';

interface HookProps {
  owner: HookOwner;
  hook: Hook;
}

type Asked = 'deliveries' | 'edit' | 'delete' | null;

/** One hook: what it is told, whether it works, and what its owner may do with it. */
export function HookLine({ owner, hook }: HookProps) {
  const text = useText();
  const words = text.hooks;
  const { language } = useLanguage();
  const [asked, ask] = useState<Asked>(null);
  const test = useTest(owner);
  const name = hook.name || hook.url;
  const events = new Intl.ListFormat(language).format(hook.events.map((each) => wordOf(each, text)));
  const hasEnded = hook.ended !== null;
  return (
    <Line mark={<BellIcon />} name={name} details={hook.name ? `${hook.url} · ${events}` : events}>
      {hasEnded && <StateLabel state="plain">{words.ended}</StateLabel>}
      {!hasEnded && hook.failing !== null && <StateLabel state="failed">{words.failing}</StateLabel>}
      <Button aria-label={words.deliveriesOf(name)} onPress={() => ask('deliveries')}>
        {words.deliveries}
      </Button>
      <Menu label={name} button={<IconButton label={words.more(name)} icon={<MoreIcon />} />}>
        {!hasEnded && <MenuItem onAction={() => test(hook)}>{words.test}</MenuItem>}
        {!hasEnded && <MenuItem onAction={() => ask('edit')}>{words.edit}</MenuItem>}
        <MenuItem danger onAction={() => ask('delete')}>
          {words.delete}
        </MenuItem>
      </Menu>
      <HookDialogs name={name} owner={owner} hook={hook} asked={asked} onClose={() => ask(null)} />
    </Line>
  );
}

/** Sends one message, and says what became of it. */
function useTest(owner: HookOwner): (hook: Hook) => void {
  const text = useText();
  const { test } = useHooks(owner);
  const send = async (hook: string): Promise<void> => {
    const { delivered, ...outcome } = await test(hook);
    const said = inWords(outcome, text);
    if (delivered) notify({ message: text.hooks.tested(said) });
    else notify({ message: text.hooks.notTested(said), tone: 'failed' });
  };
  return ({ hook }) => void attempt(() => send(hook), text);
}

interface DialogsProps extends HookProps {
  name: string;
  asked: Asked;
  onClose: () => void;
}

function HookDialogs({ owner, hook, name, asked, onClose }: DialogsProps) {
  const text = useText();
  const words = text.hooks;
  const { change, remove } = useHooks(owner);
  const save = async (fields: HookFields): Promise<void> => {
    await change(hook.hook, fields);
    onClose();
  };
  return (
    <>
      <Dialog title={words.deliveriesOf(name)} isOpen={asked === 'deliveries'} onClose={onClose} size="wide">
        <Deliveries owner={owner} hook={hook} />
      </Dialog>
      <Dialog title={words.edit} isOpen={asked === 'edit'} onClose={onClose}>
        <HookForm kind={owner.kind} hook={hook} onSave={save} onClose={onClose} />
      </Dialog>
      <Confirm
        title={words.delete}
        verb={text.delete}
        isOpen={asked === 'delete'}
        onClose={onClose}
        onConfirm={() => remove(hook.hook)}
      >
        {words.deleteHint}
      </Confirm>
    </>
  );
}
