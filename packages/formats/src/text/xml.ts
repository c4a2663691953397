/** How a reader gets what a file in XML says. No document type is read, and no entities but those of XML itself. */

/** By name. */
export type XmlAttributes = Readonly<Record<string, string>>;

/**
 * Called at the end of each element, with its path (`annotation/object/name`) and its text, which is null if it has elements in
 * it.
 */
export type XmlNote = (path: string, content: string | null, attributes: XmlAttributes) => void;

export interface Xml {
  /** @throws FileFault */
  read(text: string, note: XmlNote): Promise<void>;
  /** For a file of any size: what `note` returned for each of its pieces. @throws FileFault */
  items<T>(
    bytes: AsyncIterable<Buffer>,
    note: (...element: Parameters<XmlNote>) => T | undefined,
  ): AsyncGenerator<T>;
}
