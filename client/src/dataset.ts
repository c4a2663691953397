import type { AnnotationCrop, GenerateCsvAnswer, Routes } from './api.ts';
import {
  AdmittedMonitorsCalls,
  DatasetCalls,
  HooksCalls,
  MembersCalls,
  SuggestionsCalls,
  TagsCalls,
  VersionsCalls,
} from './calls.ts';
import { Images } from './curate/images.ts';
import { Events } from './events.ts';
import { Imports } from './imports.ts';
import { Jobs } from './jobs.ts';
import type { Resource } from './resource.ts';
import { Runs } from './runs.ts';
import type { CallOptions } from './transport.ts';

export type { AnnotationCrop, ListedDatasetKey as DatasetKeyRecord } from './api.ts';

type CsvResult = GenerateCsvAnswer['result'];

/**
 * Name of the dataset, `dataset`: the gs:// uri of the file, `link`: its short-lived address, if it was asked for, and
 * `warnings` and `warningCodes`: sentences, and the same as codes with values, if the requested shares could not be reached.
 */
export type TrainingFile = CsvResult['training'] & Omit<CsvResult, 'error' | 'training'>;

export interface CsvOptions extends Omit<Routes['GET /dataset/{dataset_id}/csv']['query'], 'tagmap'> {
  /** Labels by tag id or name; null excludes a tag. The short form `name:label,name:label` works too. */
  tagmap?: Record<string, string | null> | string;
}

/** A dataset of labelled images (Spec 4.1). */
export class Dataset extends DatasetCalls {
  readonly id: string;

  /** @param datasets the resource above it */
  constructor(id: string, datasets: Resource) {
    super(datasets.at(id));
    this.id = id;
  }

  /** Writes a training file next to the images. Not retried once it may have started, because each call writes a file. */
  async csv({ tagmap, ...about }: CsvOptions = {}, options?: CallOptions): Promise<TrainingFile> {
    const text = typeof tagmap === 'object' ? JSON.stringify(tagmap) : tagmap;
    const query = { ...about, ...(text !== undefined && { tagmap: text }) };
    const { error: _, training, ...more } = await this.askGenerateCsv(query, options);
    return { ...training, ...more };
  }

  /**
   * The crops of a tag's annotations, one image after the other.
   * @param options `pageSize`: crops per request; `after`: id of the image to continue after
   */
  async *crops(
    tag: string,
    { pageSize = 50, after, ...options }: CallOptions & { pageSize?: number; after?: string } = {},
  ): AsyncGenerator<AnnotationCrop, void, undefined> {
    for (let behind = after; ; ) {
      const query = { limit: pageSize, ...(behind !== undefined && { after: behind }) };
      const page = await this.askCropAnnotations(tag, query, options);
      yield* page;
      const last = page.at(-1);
      // The crops of one image are never split, so a page may be short. Only an empty page is the end.
      if (!last) return;
      behind = last.imageId;
    }
  }

  /** Listing, review, trash and links of the images. */
  get images(): Images {
    return new Images(this.resource);
  }

  get tags(): TagsCalls {
    return new TagsCalls(this.resource.at('tag'));
  }

  /** Immutable snapshots, and their exports for trainers. */
  get versions(): VersionsCalls {
    return new VersionsCalls(this.resource.at('version'));
  }

  /** Archives of images with labels, into this dataset. */
  get imports(): Imports {
    return new Imports(this.resource.at('import'));
  }

  /** Long work, which goes on by itself. */
  get jobs(): Jobs {
    return new Jobs(this.resource.at('job'));
  }

  /** What models say about the images, beside what people say. */
  get runs(): Runs {
    return new Runs(this.resource.at('run'));
  }

  /** Classes for images that nobody has labelled, from a few labels. `update({ suggest: 'builtin' })` switches them on. */
  get suggestions(): SuggestionsCalls {
    return new SuggestionsCalls(this.resource);
  }

  /** What has happened here in the last seven days. */
  get events(): Events {
    return new Events(this.resource.at('events'));
  }

  /** Addresses that are told what happens here. */
  get hooks(): HooksCalls {
    return new HooksCalls(this.resource.at('hook'));
  }

  get members(): MembersCalls {
    return new MembersCalls(this.resource.at('members'));
  }

  /** The monitors whose cameras may write into it. */
  get monitors(): AdmittedMonitorsCalls {
    return new AdmittedMonitorsCalls(this.resource.at('monitors'));
  }
}
