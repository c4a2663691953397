/** Why a camera cannot work, in a sentence or two for the person at the keyboard. */
export class CameraError extends Error {}
