import { useState } from 'react';
import { useSubmit } from '../../../app/state/use-submit.ts';
import type { Tag } from '../../../data/records/tags.ts';
import type { Texts } from '../../../text/en.ts';
import { useText } from '../../../text/use-text.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { ColorChoice } from '../../../ui/form/color-choice.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { type ClassDraft, draftOf, keyFault, NEW_CLASS, nameFault } from './class-draft.ts';

interface ClassDialogProps {
  /** The class to edit; null: a new one; undefined: the dialog is closed. */
  tag: Tag | null | undefined;
  others: readonly Tag[];
  onSave: (draft: ClassDraft) => Promise<void>;
  onClose: () => void;
}

/** The dialog for name, color and key of a class. */
export function ClassDialog({ tag, others, onSave, onClose }: ClassDialogProps) {
  const text = useText();
  return (
    <Dialog
      title={tag === null ? text.newClass : text.editClass}
      isOpen={tag !== undefined}
      onClose={onClose}
    >
      {tag !== undefined && <ClassForm {...{ tag, others, onSave, onClose }} />}
    </Dialog>
  );
}

function ClassForm({ tag, others, onSave, onClose }: ClassDialogProps) {
  const text = useText();
  const [draft, setDraft] = useState<ClassDraft>(tag ? draftOf(tag) : NEW_CLASS);
  const set = (change: Partial<ClassDraft>) => setDraft((before) => ({ ...before, ...change }));
  const badName = nameFault(draft.name, others);
  const badKey = keyFault(draft.key, others);
  const { isBusy, submit } = useSubmit(async () => {
    await onSave(draft);
    onClose();
  });
  return (
    <Form
      verb={tag ? text.save : text.create}
      isBusy={isBusy}
      canSend={badName === null && badKey === null}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Field
        label={text.name}
        value={draft.name}
        onChange={(name) => set({ name })}
        error={badName === null || badName === 'empty' ? null : text[`className_${badName}`]}
        autoFocus
      />
      <Field
        label={text.classKey}
        description={text.classKeyHint}
        value={draft.key}
        onChange={(key) => set({ key: lastOf(key) })}
        error={keyError(badKey, text)}
        autoComplete="off"
      />
      <ColorChoice label={text.color} value={draft.color} onChange={(color) => set({ color })} />
      <Checkbox isSelected={draft.bad} onChange={(bad) => set({ bad })}>
        {text.classBad}
      </Checkbox>
    </Form>
  );
}

/** Only the last character counts, so that typing another key replaces the one before. */
const lastOf = (typed: string): string => [...typed.trim()].at(-1)?.toLowerCase() ?? '';

const keyError = (fault: ReturnType<typeof keyFault>, text: Texts): string | null =>
  fault === null ? null : text[`classKey_${fault}`];
