import { Confirm } from '../../app/confirm.tsx';
import { notify } from '../../app/state/toasts.ts';
import { useText } from '../../text/use-text.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Dialog, DialogActions } from '../../ui/frame/dialog.tsx';

interface ShownKeyProps {
  /** Null closes the dialog. */
  value: string | null;
  /** A command that uses the key, and what it does. */
  line: (key: string) => string;
  does: string;
  onClose: () => void;
}

/** A new key, which is shown only once. */
export const ShownKey = ({ value, ...props }: ShownKeyProps) => (
  <Dialog title={useText().newKey} isOpen={value !== null} onClose={props.onClose} size="wide">
    {value !== null && <Shown value={value} {...props} />}
  </Dialog>
);

function Shown({ value, line, does, onClose }: ShownKeyProps & { value: string }) {
  const text = useText();
  const command = line(value);
  const copy = (what: string) =>
    void navigator.clipboard.writeText(what).then(() => notify({ message: text.copied }));
  return (
    <>
      <p>{text.keyShownOnce}</p>
      <CodeBlock>{value}</CodeBlock>
      <p>{does}</p>
      <CodeBlock>{command}</CodeBlock>
      <DialogActions>
        <Button onPress={() => copy(command)}>{text.copyLine}</Button>
        <Button onPress={() => copy(value)}>{text.copyKey}</Button>
        <Button look="primary" onPress={onClose}>
          {text.close}
        </Button>
      </DialogActions>
    </>
  );
}

interface RevokeKeyProps {
  /** Null closes the dialog. */
  hash: string | null;
  /** What no longer works. */
  hint: string;
  revoke: (hash: string) => Promise<void>;
  onClose: () => void;
}

export function RevokeKey({ hash, hint, revoke, onClose }: RevokeKeyProps) {
  const text = useText();
  return (
    <Confirm
      title={text.revokeKey(hash ?? '')}
      verb={text.revoke}
      isOpen={hash !== null}
      onClose={onClose}
      onConfirm={() => revoke(hash ?? '')}
    >
      {hint}
    </Confirm>
  );
}
