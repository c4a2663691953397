import { captureDe } from '../../text/capture/de.ts';
import { type CaptureText, captureEn } from '../../text/capture/en.ts';
import { useLanguage } from '../../text/use-text.tsx';

export const useCaptureText = (): CaptureText => ({ en: captureEn, de: captureDe })[useLanguage().language];
