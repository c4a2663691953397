import { useState } from 'react';
import { useSubmit } from '../../app/state/use-submit.ts';
import type { Hook, HookEvent, HookFields, HookOwner } from '../../data/records/use-hooks.ts';
import { useText } from '../../text/use-text.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import styles from './hooks.module.css';
import { wordOf } from './in-words.ts';

interface HookFormProps extends Pick<HookOwner, 'kind'> {
  /** Null: a new one, which is told everything. */
  hook: Hook | null;
  onSave: (fields: HookFields) => Promise<void>;
  onClose: () => void;
}

/** Where a hook is, what it is told, and what it is for. */
export function HookForm({ kind, hook, onSave, onClose }: HookFormProps) {
  const text = useText();
  const words = text.hooks;
  const all = Object.keys(words.event[kind]) as HookEvent[];
  const [url, setUrl] = useState(hook?.url ?? '');
  const [name, setName] = useState(hook?.name ?? '');
  const [events, setEvents] = useState<readonly string[]>(hook?.events ?? all);
  const chosen = all.filter((each) => events.includes(each));
  const { isBusy, submit } = useSubmit(() => {
    const given = name.trim();
    return onSave({ url: url.trim(), events: chosen, ...((given || hook) && { name: given }) });
  });
  return (
    <Form
      verb={hook ? text.save : text.create}
      isBusy={isBusy}
      canSend={url.trim() !== '' && chosen.length > 0}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Field
        label={words.url}
        description={words.urlHint}
        type="url"
        autoComplete="off"
        value={url}
        onChange={setUrl}
        autoFocus
      />
      <Field
        label={words.name}
        description={words.nameHint}
        autoComplete="off"
        value={name}
        onChange={setName}
      />
      <fieldset className={styles.events}>
        <legend>{words.events}</legend>
        {all.map((each) => (
          <Checkbox
            key={each}
            isSelected={events.includes(each)}
            onChange={(on) => setEvents(on ? [...events, each] : events.filter((other) => other !== each))}
          >
            {wordOf(each, text)}
          </Checkbox>
        ))}
      </fieldset>
    </Form>
  );
}
