import { useText } from '../text/use-text.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Button } from '../ui/form/button.tsx';
import { Dialog, DialogActions } from '../ui/frame/dialog.tsx';
import { copyText } from './state/toasts.ts';

interface ShownOnceProps {
  title: string;
  hint: string;
  /** Null closes the dialog. */
  value: string | null;
  /** Text of the button that copies it. */
  copy: string;
  /** A command that uses it, and what it does. */
  example?: { does: string; line: (value: string) => string };
  onClose: () => void;
}

/** A new key or secret, which no other answer of the service has. */
export const ShownOnce = ({ value, ...props }: ShownOnceProps) => (
  <Dialog title={props.title} isOpen={value !== null} onClose={props.onClose} size="wide">
    {value !== null && <Shown value={value} {...props} />}
  </Dialog>
);

function Shown({ hint, value, copy, example, onClose }: ShownOnceProps & { value: string }) {
  const text = useText();
  const command = example?.line(value);
  const copyOf = (what: string) => () => void copyText(what, text);
  return (
    <>
      <p>{hint}</p>
      <CodeBlock>{value}</CodeBlock>
      {example && command && (
        <>
          <p>{example.does}</p>
          <CodeBlock>{command}</CodeBlock>
        </>
      )}
      <DialogActions>
        {command && <Button onPress={copyOf(command)}>{text.copyLine}</Button>}
        <Button onPress={copyOf(value)}>{copy}</Button>
        <Button look="primary" onPress={onClose}>
          {text.close}
        </Button>
      </DialogActions>
    </>
  );
}
