/** Contract 6: 20 MB. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

/** The end of the sentence for the error `upload too large`. */
export const TOO_MANY_BYTES = { reason: ': more than 20 MB' };

/** An upload's body: base64 is a third longer than the bytes, and may contain line breaks. */
export const UPLOAD_BUDGET = { bytes: 30 * 1024 * 1024, depth: 8, members: 1_000 };
