/** The import files of AutoML Vision and Vertex AI (Contract 4), made from a version. */
import type { ManifestImage } from '../../records/src/manifest.ts';
import type { ExportSource } from '../src/write/export-source.ts';
import type { TextFormat } from '../src/write/text-format.ts';
import type { CsvFormat } from './csv-format.ts';
import { type Labels, labelTags } from './labels.ts';
import { type CsvImage, imageRows, refuseImage } from './rows.ts';

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

const writing = (format: CsvFormat): TextFormat => ({
  require: importLabels,
  isRowPerBox: true,
  async *lines(source, { csvText }) {
    const labels = importLabels(source);
    for await (const page of source.images()) {
      const rows = page
        .filter(isImportable)
        .flatMap((image) => imageRows(source.type, toCsvImage(image), image.set, labels, format).rows);
      if (rows.length > 0) yield csvText(rows);
    }
  },
});

export const csv = writing('automl');
export const vertexCsv = writing('vertex');
