/** Why a camera cannot work, in a sentence or two for the user. */
export class CameraError extends Error {}
