import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-aria-components';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { LatestFrame } from '../../app/cameras/last-frame.tsx';
import { addresses } from '../../app/places/addresses.ts';
import { useRecentFrames } from '../../data/cameras/recent-frames.ts';
import { originalOf } from '../../data/images/originals.ts';
import type { MonitorState } from '../../data/records/monitors.ts';
import { exactTime } from '../../text/time.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import styles from './frames.module.css';

interface FramesProps {
  monitor: string;
  /** The dataset that its frames go to. */
  dataset: string;
  state: MonitorState | null;
}

/** The latest frame as it was sent, and those before it as links. */
export function Frames({ monitor, dataset, state }: FramesProps) {
  const text = useText();
  const { language } = useLanguage();
  const frames = useRecentFrames(monitor, dataset, state?.frame?.id);
  const address = useOriginal(frames?.[0]);
  return (
    <div className={styles.frames}>
      <figure className={styles.picture} data-whole={address !== null}>
        {address === null ? (
          <LatestFrame state={state} size={48} alt={text.latestFrame} />
        ) : (
          <img src={address} alt={text.latestFrame} />
        )}
      </figure>
      <ol className={styles.strip} aria-label={text.recentFrames}>
        {frames?.map(({ id, date, thumbnail }) => (
          <li key={id}>
            <Link
              href={addresses.image(dataset, id)}
              className={styles.thumb ?? ''}
              aria-label={exactTime(language, date)}
            >
              {thumbnail && <img src={thumbnail} alt="" title={exactTime(language, date)} />}
            </Link>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The latest frame of a monitor without a dataset of its own, as small as the live state has it. */
export function LiveFrame({ state }: Pick<FramesProps, 'state'>) {
  const text = useText();
  return (
    <div className={styles.frames}>
      <figure className={styles.picture}>
        <LatestFrame state={state} size={48} alt={text.latestFrame} />
      </figure>
    </div>
  );
}

/** The address of the newest original that could be loaded. Each is loaded to its end, so that a slow network shows some too. */
function useOriginal(image: ListedImage | undefined): string | null {
  const [shown, show] = useState<{ id: string; address: string | null }>({ id: '', address: null });
  const isLoading = useRef(false);
  useEffect(() => {
    if (!image || image.id === shown.id || isLoading.current) return;
    isLoading.current = true;
    const end = (address: string | null) => {
      isLoading.current = false;
      show((before) => ({ id: image.id, address: address ?? before.address }));
    };
    originalOf(image).then(end, () => end(null));
  }, [image, shown]);
  return shown.address;
}
