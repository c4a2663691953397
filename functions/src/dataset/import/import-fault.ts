/** Why an archive cannot be imported at all, in a sentence without its end (422). */
export class ImportFault extends Error {}
