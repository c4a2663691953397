import { Confirm } from '../../app/confirm.tsx';
import { ShownOnce } from '../../app/shown-once.tsx';
import { useText } from '../../text/use-text.tsx';

interface ShownKeyProps {
  /** Null closes the dialog. */
  value: string | null;
  /** A command that uses the key, and what it does. */
  line: (key: string) => string;
  does: string;
  onClose: () => void;
}

/** A new key, which is shown only once. */
export function ShownKey({ line, does, ...shown }: ShownKeyProps) {
  const text = useText();
  const words = { title: text.newKey, hint: text.keyShownOnce, copy: text.copyKey };
  return <ShownOnce {...words} {...shown} example={{ does, line }} />;
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
