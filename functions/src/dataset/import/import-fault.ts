/** Why an archive cannot be imported at all, in a sentence without a full stop (422). */
export class ImportFault extends Error {}
