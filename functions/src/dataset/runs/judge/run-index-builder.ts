import { type DatasetType, SET_TYPES } from '../../../../../packages/records/src/lists.ts';
import type { Prediction, RunImage } from '../../../../../packages/records/src/run-lines.ts';
import { isLabelled } from '../../../common/images/list-fields.ts';
import type { ImageRecord } from '../../../common/model.ts';
import { Column, Dictionary } from '../../split/columns.ts';
import { judge, LABEL_FIELDS, type Labels } from './judgement.ts';
import {
  COLUMNS,
  type ColumnName,
  type IndexHeader,
  LABELLED,
  MILLIONTHS,
  NONE,
  PAIR_COLUMNS,
} from './run-index.ts';

/** The fields of a record that the index needs. */
export const INDEX_FIELDS = [...LABEL_FIELDS, 'set', 'session'] as const satisfies (keyof ImageRecord)[];

type IndexedRecord = Labels & Pick<ImageRecord, 'set' | 'session'>;

/** A line of the run's file, with the record of its image as it is now. */
export interface IndexedLine extends RunImage {
  /** Bytes of the line, without its line break. */
  length: number;
  record: IndexedRecord;
}

/**
 * Collects what orders and filters the images of a run, while its file is written: one call for each line of the file, in its
 * order. Takes about 60 bytes an image, 12 for each kind of pair in it, and its id.
 */
export class RunIndexBuilder {
  readonly #type: DatasetType;
  readonly #tags = new Dictionary<string>();
  readonly #sessions = new Dictionary<string>();
  readonly #ids: Buffer[] = [];
  readonly #columns = columnsOf(COLUMNS);
  readonly #pairs = columnsOf(PAIR_COLUMNS);
  #textEnd = 0;
  #open: string[] = [];
  #hasMasks = false;

  constructor(type: DatasetType) {
    this.#type = type;
  }

  add({ image, predictions, length, record }: IndexedLine): void {
    const { pairs, ...measures } = judge(this.#type, record, predictions);
    this.#hasMasks ||= predictions.some(isMask);
    for (const { label, predicted, score } of pairs) {
      this.#pairs.label.push(this.#numberOf(label));
      this.#pairs.predicted.push(this.#numberOf(predicted));
      this.#pairs.score.push(millionths(score));
    }
    this.#addId(image);
    const { set, session } = record;
    this.#push({
      textEnd: this.#textEnd,
      pairEnd: this.#pairs.label.length,
      length,
      set: SET_TYPES.indexOf(set) + (isLabelled(record as ImageRecord) ? LABELLED : 0),
      session: this.#sessions.numberOf(session, () => session),
      disagreement: millionths(measures.disagreement),
      uncertain: millionths(measures.uncertain),
      missed: millionths(measures.missed),
      extra: millionths(measures.extra),
      score: millionths(measures.score),
    });
  }

  /** The bytes of the object `dataset/{id}/run/{number}.index`. */
  finish(): Buffer {
    this.#packIds();
    const header: IndexHeader = {
      images: this.#columns.length.length,
      pairs: this.#pairs.label.length,
      hasMasks: this.#hasMasks,
      tags: this.#tags.values,
      sessions: this.#sessions.values,
    };
    const line = Buffer.from(JSON.stringify(header));
    // Ends with a line break at a multiple of four, where columns may begin.
    const first = Buffer.concat([line, Buffer.from('\n'.padStart(4 - (line.length % 4)))]);
    const columns = [...Object.values(this.#columns), ...Object.values(this.#pairs)].map(bytesOf);
    return Buffer.concat([first, ...columns, ...this.#ids]);
  }

  #numberOf(tag: string | null): number {
    return tag === null ? NONE : this.#tags.numberOf(tag, () => tag);
  }

  #push(values: Record<ColumnName, number>): void {
    for (const name of COLUMNS) this.#columns[name].push(values[name]);
  }

  #addId(id: string): void {
    this.#textEnd += Buffer.byteLength(id);
    if (this.#open.push(id) >= IDS_TOGETHER) this.#packIds();
  }

  #packIds(): void {
    this.#ids.push(Buffer.from(this.#open.join('')));
    this.#open = [];
  }
}

const IDS_TOGETHER = 10_000;

const isMask = ({ rle }: Prediction): boolean => rle !== undefined;

const millionths = (share: number): number => Math.round(share * MILLIONTHS);

const columnsOf = <Name extends string>(names: readonly Name[]): Record<Name, Column> =>
  Object.fromEntries(names.map((name) => [name, new Column(4)])) as Record<Name, Column>;

function bytesOf(column: Column): Buffer {
  const values = Uint32Array.from({ length: column.length }, (_, at) => column.at(at));
  return Buffer.from(values.buffer);
}
