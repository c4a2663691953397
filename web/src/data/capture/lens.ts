/** The camera of this device. */

/** Why there is no picture. */
export type LensFault = 'denied' | 'none' | 'busy' | 'insecure';

/** The larger side of a picture, pixels: as phones record video. */
const SIDE = 1920;
/** Of the JPEG. */
const QUALITY = 0.9;

const FAULTS: Readonly<Record<string, LensFault>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
};

/** @throws nothing: the fault is a value */
export async function openLens(): Promise<MediaStream | LensFault> {
  if (!window.isSecureContext || !navigator.mediaDevices) return 'insecure';
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: 'environment', width: { ideal: SIDE }, height: { ideal: SIDE } },
    });
  } catch (error) {
    return FAULTS[(error as Error).name] ?? 'busy';
  }
}

export function closeLens(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** What the video shows now, as a JPEG; null before its first picture. */
export async function pictureOf(video: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0) return null;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
