import { siteConfig } from '../firebase.ts';

/** The commands that begin a run, tell it what a model said of an image, and close it. */
export const runCommand = (dataset: string, tag: string): string =>
  [
    `RUN=${siteConfig().baseUrl}/dataset/${dataset}/run`,
    `send() { curl "$RUN$1" -d "$2" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json'; }`,
    `send '' '{"name": "Monday", "live": true}'`,
    `send /1/predictions '{"predictions": [{"image": "IMAGE", "predictions": [{"tag": "${tag}", "score": 0.9}]}]}'`,
    `send /1/close '{}'`,
  ].join('\n');
