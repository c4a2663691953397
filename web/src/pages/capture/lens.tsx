import { useEffect, useState } from 'react';
import type { Capture } from '../../data/capture/capture.ts';
import { pictureOf } from '../../data/capture/lens.ts';
import { Button } from '../../ui/form/button.tsx';
import { Select } from '../../ui/form/select.tsx';
import styles from './capture.module.css';
import { QueueLine } from './queue-line.tsx';
import { useAwake } from './use-awake.ts';
import { useCaptureText } from './use-capture-text.ts';
import { type LensState, useLens } from './use-lens.ts';

/** Seconds; 0: when somebody taps. */
const PACES = [0, 0.5, 1, 5, 30, 60];

/** What the camera sees, one large button, and what has become of the pictures. */
export function Lens({ camera }: { camera: Capture }) {
  const text = useCaptureText();
  const { video, state, again } = useLens();
  const [pace, setPace] = useState(0);
  const [isRunning, setRunning] = useState(false);
  const { taken, isFull, isFlashing, take } = useTaking(camera, video);
  useAwake(isRunning);
  useEffect(() => {
    if (!isRunning) return;
    take();
    const timer = setInterval(take, pace * 1000);
    return () => clearInterval(timer);
  }, [isRunning, pace, take]);
  useEffect(() => {
    const leave = () => camera.stop();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [camera]);
  const press = () => (pace === 0 ? take() : setRunning(!isRunning));
  return (
    <main className={styles.page}>
      <h1 className={styles.name}>{text.title(camera.camera.monitor)}</h1>
      <div className={styles.view} data-flash={isFlashing || undefined}>
        <video ref={video} aria-label={text.picture} muted playsInline hidden={state !== 'open'} />
        {state !== 'open' && <NoPicture state={state} again={again} />}
      </div>
      <div className={styles.foot}>
        <QueueLine queue={camera.queue} taken={taken} isFull={isFull} />
        <Select
          label={text.everySoOften}
          isLabelShown
          choices={PACES.map((each) => ({ id: String(each), label: each ? text.every(each) : text.single }))}
          value={String(pace)}
          onChange={(chosen) => {
            setRunning(false);
            setPace(Number(chosen));
          }}
        />
        <button
          type="button"
          className={styles.shutter}
          aria-label={isRunning ? text.stop : text.take}
          data-running={isRunning || undefined}
          disabled={state !== 'open'}
          onClick={press}
        />
      </div>
    </main>
  );
}

function NoPicture({ state, again }: { state: Exclude<LensState, 'open'>; again: () => void }) {
  const text = useCaptureText();
  if (state === 'asking') return <p className={styles.asking}>{text.asking}</p>;
  const { title, hint } = text.faults[state];
  return (
    <div className={styles.fault} role="alert">
      <h2>{title}</h2>
      <p>{hint}</p>
      {state !== 'insecure' && <Button onPress={again}>{text.again}</Button>}
    </div>
  );
}

/** Milliseconds for which the picture shows that it was taken. */
const FLASH = 120;

/** Takes one picture at a time: a slow device takes fewer. */
function useTaking(camera: Capture, video: { current: HTMLVideoElement | null }) {
  const [taken, setTaken] = useState(0);
  const [isFull, setFull] = useState(false);
  const [isFlashing, setFlashing] = useState(false);
  const [take] = useState(() => {
    let isBusy = false;
    const work = async () => {
      const picture = video.current && (await pictureOf(video.current));
      if (!picture) return;
      setFlashing(true);
      setTimeout(() => setFlashing(false), FLASH);
      await camera.take(picture).then(
        () => {
          setFull(false);
          setTaken((before) => before + 1);
        },
        () => setFull(true),
      );
    };
    return () => {
      if (isBusy) return;
      isBusy = true;
      void work().finally(() => {
        isBusy = false;
      });
    };
  });
  return { taken, isFull, isFlashing, take };
}
