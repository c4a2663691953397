import { encode } from 'uqr';
import { copyText } from '../../app/state/toasts.ts';
import { type CameraKey, captureLink } from '../../data/capture/link.ts';
import { useText } from '../../text/use-text.tsx';
import { Button, ButtonLink } from '../../ui/form/button.tsx';
import { Dialog, DialogActions } from '../../ui/frame/dialog.tsx';
import { useCaptureText } from '../capture/use-capture-text.ts';
import styles from './phone-code.module.css';

/** A new key as a QR code: a phone that scans it becomes the camera. */
export function PhoneCode({ camera, onClose }: { camera: CameraKey; onClose: () => void }) {
  const text = useText();
  const { phone } = useCaptureText();
  const link = captureLink(location.origin, camera);
  return (
    <Dialog title={phone.title} isOpen onClose={onClose}>
      <div className={styles.code}>
        <Code text={link} label={phone.code} />
      </div>
      <p>{phone.hint}</p>
      <DialogActions>
        <Button onPress={() => void copyText(link, text)}>{phone.copy}</Button>
        <ButtonLink href={link} target="_blank">
          {phone.here}
        </ButtonLink>
        <Button look="primary" onPress={onClose}>
          {text.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Code({ text, label }: { text: string; label: string }) {
  // Level M survives 15 % of damage; readers need a light margin of four modules.
  const { data: rows } = encode(text, { ecc: 'M', border: 4 });
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={rows.length} height={rows.length} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
