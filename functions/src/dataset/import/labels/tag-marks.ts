import { idOf, randomId } from '../../../common/records/made-ids.ts';

/** Characters of a tag's id: of its import, of its label; the rest is random. */
const IMPORT = 5;
const LABEL = 9;

/**
 * The ids of the tags that an import makes say of which import and label they are. So a run that goes on knows them, even if
 * somebody has renamed them, and takes none of them for a tag that was there before.
 */
export class TagMarks {
  readonly #import: string;

  /** @param id of the import */
  constructor(id: string) {
    this.#import = idOf(`tags of import ${id}`).slice(0, IMPORT);
  }

  /** Different at each call: the id of a deleted tag is never used again. */
  newId(label: string): string {
    return this.of(label) + randomId().slice(IMPORT + LABEL);
  }

  of(label: string): string {
    return this.#import + idOf(`label ${label}`).slice(0, LABEL);
  }

  /** Null for a tag that this import has not made. */
  markIn(tag: string): string | null {
    return tag.startsWith(this.#import) ? tag.slice(0, IMPORT + LABEL) : null;
  }
}
