import { type FormEvent, useState } from 'react';
import { useText } from '../../text/use-text.tsx';
import { showError } from './undo-history.ts';

/** Submits a form, ignoring further clicks until it is done. If it fails, a notice says why and the form keeps its values. */
export function useSubmit(work: () => Promise<void>) {
  const text = useText();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showError(error, text);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, submit };
}
