import { useState } from 'react';
import type { HookRecord, NewHook } from '../../../../client/src/hooks.ts';
import { useSubmit } from '../../app/state/use-submit.ts';
import { useText } from '../../text/use-text.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import styles from './hooks.module.css';

interface HookFormProps {
  /** Null: a new one, which is told everything. */
  hook: HookRecord | null;
  onSave: (fields: NewHook) => Promise<void>;
  onClose: () => void;
}

/** Where a hook is, what it is told, and what it is for. */
export function HookForm({ hook, onSave, onClose }: HookFormProps) {
  const text = useText();
  const words = text.hooks;
  const all = Object.keys(words.event) as NewHook['events'];
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
            {words.event[each]}
          </Checkbox>
        ))}
      </fieldset>
    </Form>
  );
}
