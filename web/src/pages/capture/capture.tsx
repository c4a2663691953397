import { useEffect, useState } from 'react';
import { type Capture as Camera, openCapture } from '../../data/capture/capture.ts';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { CameraIcon } from '../../ui/icons.tsx';
import styles from './capture.module.css';
import { Lens } from './lens.tsx';
import { useCaptureText } from './use-capture-text.ts';

/** Makes this browser a camera, by the link of a QR code. Nobody signs in: the link has a device key. */
export function Capture() {
  const text = useCaptureText();
  const [camera, setCamera] = useState<Camera | null | undefined>(undefined);
  useEffect(() => {
    const open = () => void openCapture().then(setCamera, () => setCamera(null));
    open();
    // Another code, scanned into this tab.
    window.addEventListener('hashchange', open);
    return () => window.removeEventListener('hashchange', open);
  }, []);
  if (camera) return <Lens key={camera.session} camera={camera} />;
  return (
    <main className={styles.page}>
      {camera === null && <Placeholder icon={<CameraIcon size={40} />} {...text.unknown} />}
    </main>
  );
}
