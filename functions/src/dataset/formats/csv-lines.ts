/** The import files of AutoML Vision and Vertex AI (Contract 4), made from a version. */
import type { ManifestImage } from '../../common/versions/manifest.ts';
import type { CsvFormat } from '../csv/csv-format.ts';
import { type CsvImage, imageRows, refuseImage } from '../csv/csv-rows.ts';
import { csvText } from '../csv/csv-text.ts';
import { type Labels, labelTags } from '../csv/labels.ts';
import type { ExportSource } from './export-source.ts';

/**
 * The labels that the importer accepts.
 * @throws CsvFault if the names of two tags become the same label
 */
export const importLabels = ({ tags, tagmap }: ExportSource): Labels => labelTags(tags, tagmap);

/** An image in the form that the rows of csv need. */
export const toCsvImage = ({ uri, set, tag, tags, masks }: ManifestImage): CsvImage => ({
  uri,
  set,
  tag,
  tags,
  tagsContained: [tag, ...tags.map((each) => each.tag), ...masks.map((each) => each.tag)].filter(
    (each) => each !== null,
  ),
});

/** An image that the importer refuses is left out. */
export const isImportable = ({ uri, set, size }: ManifestImage): boolean =>
  refuseImage({ uri, set }, size) === null;

export async function* csvLines(source: ExportSource, format: CsvFormat): AsyncGenerator<string> {
  const labels = importLabels(source);
  for await (const page of source.images()) {
    const rows = page
      .filter(isImportable)
      .flatMap((image) => imageRows(source.type, toCsvImage(image), image.set, labels, format).rows);
    if (rows.length > 0) yield csvText(rows);
  }
}
