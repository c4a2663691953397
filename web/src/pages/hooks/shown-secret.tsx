import { notify } from '../../app/state/toasts.ts';
import { useText } from '../../text/use-text.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Dialog, DialogActions } from '../../ui/frame/dialog.tsx';

/** @param secret of a new hook, which is shown only once; null closes the dialog */
export function ShownSecret({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const text = useText();
  const copy = () =>
    void navigator.clipboard.writeText(secret ?? '').then(() => notify({ message: text.copied }));
  return (
    <Dialog title={text.hooks.secret} isOpen={secret !== null} onClose={onClose} size="wide">
      <p>{text.hooks.secretHint}</p>
      <CodeBlock>{secret ?? ''}</CodeBlock>
      <DialogActions>
        <Button onPress={copy}>{text.hooks.copySecret}</Button>
        <Button look="primary" onPress={onClose}>
          {text.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
