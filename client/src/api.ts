/** Written by `npm run build:client` from openapi.yaml: change that, not this. */

/**
 * Lists have the first 20 labels; `count` is of all.
 */
export type SplitWarning =
  | {
      code: 'shares';
      values: {
        /**
         * Of the images, in percent.
         */
        shares: {
          TRAIN: number;
          TEST: number;
          VALIDATION: number;
        };
        asked: {
          TRAIN: number;
          TEST: number;
          VALIDATION: number;
        };
        reason: {
          code: 'saved' | 'groups' | 'largest' | 'few' | 'mixed';
          /**
           * Groups there are, or images of the largest; 0 where nothing is counted.
           */
          count: number;
        };
      };
    }
  | {
      code: 'label';
      values: {
        label: string;
        /**
         * Of the images, in percent.
         */
        shares: {
          TRAIN: number;
          TEST: number;
          VALIDATION: number;
        };
        asked: {
          TRAIN: number;
          TEST: number;
          VALIDATION: number;
        };
        reason: {
          code: 'saved' | 'groups' | 'largest' | 'few' | 'mixed';
          /**
           * Groups there are, or images of the largest; 0 where nothing is counted.
           */
          count: number;
        };
      };
    }
  | {
      code: 'cut';
      values: {
        bursts: number;
        limit: number;
        places: number;
      };
    }
  | {
      code: 'saved';
      values: {
        labels: string[];
        count: number;
      };
    }
  | {
      code: 'missing';
      values: {
        labels: {
          label: string;
          sets: ('TRAIN' | 'TEST' | 'VALIDATION')[];
        }[];
        count: number;
        fewest: number;
      };
    }
  | {
      code: 'more';
      values: {
        count: number;
      };
    };
export type CropAnnotationsAnswer = AnnotationCrop[];
export type ChangeImagesAnswer =
  | {
      error: false;
      status: 'success';
      /**
       * One per requested image, in the order of the request.
       */
      images: ImageOutcome[];
    }
  | SelectionChanged
  | SelectionUndone;
export type GitStatusRequest = Record<string, never>;
export type GitBranchesRequest = Record<string, never>;
export type GitReturnToLatestRequest = Record<string, never>;
export type GitAbortMergeRequest = Record<string, never>;

export interface Routes {
  /**
   * Check whether the function works
   */
  'GET /monitor/health': {
    answer: MonitorHealthAnswer;
  };
  /**
   * Check whether the function works: the same as `/health`, where this path reaches the function
   */
  'GET /monitor/healthz': {
    answer: MonitorHealthzAnswer;
  };
  /**
   * Replace the annotations of an image
   */
  'POST /monitor/updateTags': {
    body:
      | UpdateTagsRequest
      | {
          data: UpdateTagsRequest;
        };
    answer: UpdateTagsAnswer;
  };
  /**
   * Start a monitoring session
   */
  'GET /monitor/{monitor_id}/start': {
    query: {
      /**
       * Id of the user who starts the session, for callers without a verified identity.
       */
      uid?: string;
      /**
       * Name of the run, chosen by the device. It becomes the session `<monitor_id>.<name>`, which accepts frames that name it at any time.
       */
      session?: string;
    };
    answer: StartSessionAnswer;
  };
  /**
   * Start a monitoring session
   */
  'POST /monitor/{monitor_id}/start': {
    query: {
      /**
       * Id of the user who starts the session, for callers without a verified identity.
       */
      uid?: string;
      /**
       * Name of the run, chosen by the device. It becomes the session `<monitor_id>.<name>`, which accepts frames that name it at any time.
       */
      session?: string;
    };
    body:
      | StartSessionRequest
      | {
          data: StartSessionRequest;
        };
    answer: StartSessionAnswer;
  };
  /**
   * Stop the monitoring session
   */
  'GET /monitor/{monitor_id}/stop': {
    answer: StopSessionAnswer;
  };
  /**
   * Stop the monitoring session
   */
  'POST /monitor/{monitor_id}/stop': {
    answer: StopSessionAnswer;
  };
  /**
   * Upload a captured image
   */
  'POST /monitor/{monitor_id}/image': {
    query: {
      /**
       * When the image was captured, Unix milliseconds. Default: the time of arrival.
       */
      date?: number;
      /**
       * File name, at most 255 bytes; folders and control characters are removed.
       */
      name?: string | null;
      /**
       * Dataset id. The monitor's own unless given.
       */
      dataset?: string | null;
      /**
       * Tag id, or path `dataset/<dataset_id>/tag/<tag_id>`. Without it the image is unlabelled.
       */
      tag?: string | null;
      /**
       * Name of the run that the frame belongs to, chosen by the device once per run: the session `<monitor_id>.<name>` takes it however late it comes, and whatever the monitor does.
       */
      session?: string;
    };
    body:
      | AddImageRequest
      | {
          data: AddImageRequest;
        };
    answer: AddImageAnswer;
  };
  /**
   * Create a monitor
   */
  'POST /monitor': {
    body:
      | MakeMonitorRequest
      | {
          data: MakeMonitorRequest;
        };
    answer: MakeMonitorAnswer;
  };
  /**
   * List the monitors that the caller may see
   */
  'GET /monitor': {
    query: {
      /**
       * Records of a page, at most; 1000 unless given.
       */
      limit?: number;
      /**
       * `next` of the previous page.
       */
      after?: string;
    };
    answer: ListMonitorsAnswer;
  };
  /**
   * Change a monitor's name, dataset, review percentage or expected rate
   */
  'PATCH /monitor/{monitor_id}': {
    body:
      | ChangeMonitorRequest
      | {
          data: ChangeMonitorRequest;
        };
    answer: ChangeMonitorAnswer;
  };
  /**
   * Delete a stopped monitor
   */
  'DELETE /monitor/{monitor_id}': {
    answer: DeleteMonitorAnswer;
  };
  /**
   * Create a device key
   */
  'POST /monitor/{monitor_id}/keys': {
    answer: MakeKeyAnswer;
  };
  /**
   * List the live device keys of a monitor
   */
  'GET /monitor/{monitor_id}/keys': {
    answer: ListKeysAnswer;
  };
  /**
   * Take over a device key
   */
  'PUT /monitor/{monitor_id}/keys/{hash}': {
    answer: TakeKeyAnswer;
  };
  /**
   * Revoke a device key
   */
  'DELETE /monitor/{monitor_id}/keys/{hash}': {
    answer: RevokeKeyAnswer;
  };
  /**
   * Create a hook of a monitor
   */
  'POST /monitor/{monitor_id}/hook': {
    body:
      | MakeMonitorHookRequest
      | {
          data: MakeMonitorHookRequest;
        };
    answer: MakeMonitorHookAnswer;
  };
  /**
   * List the hooks of a monitor
   */
  'GET /monitor/{monitor_id}/hook': {
    answer: ListMonitorHooksAnswer;
  };
  /**
   * Show a hook of a monitor and its last deliveries
   */
  'GET /monitor/{monitor_id}/hook/{hook}': {
    answer: ShowMonitorHookAnswer;
  };
  /**
   * Change a hook of a monitor
   */
  'PATCH /monitor/{monitor_id}/hook/{hook}': {
    body:
      | ChangeMonitorHookRequest
      | {
          data: ChangeMonitorHookRequest;
        };
    answer: ChangeMonitorHookAnswer;
  };
  /**
   * Delete a hook of a monitor
   */
  'DELETE /monitor/{monitor_id}/hook/{hook}': {
    answer: DeleteMonitorHookAnswer;
  };
  /**
   * Send a test to a hook of a monitor
   */
  'POST /monitor/{monitor_id}/hook/{hook}/test': {
    answer: TestMonitorHookAnswer;
  };
  /**
   * Accept the offered ownership
   */
  'POST /monitor/{monitor_id}/members/accept': {
    answer: AcceptMonitorAnswer;
  };
  /**
   * Withdraw or decline an offer of ownership
   */
  'DELETE /monitor/{monitor_id}/members/accept': {
    answer: EndMonitorOfferAnswer;
  };
  /**
   * List the people who have a role
   */
  'GET /monitor/{monitor_id}/members': {
    answer: ListMonitorMembersAnswer;
  };
  /**
   * Give a person a role
   */
  'PUT /monitor/{monitor_id}/members/{who}': {
    body:
      | SetMonitorMemberRequest
      | {
          data: SetMonitorMemberRequest;
        };
    answer: SetMonitorMemberAnswer;
  };
  /**
   * Remove a person, or withdraw an invitation
   */
  'DELETE /monitor/{monitor_id}/members/{who}': {
    answer: RemoveMonitorMemberAnswer;
  };
  /**
   * Check whether the function works
   */
  'GET /dataset/health': {
    answer: DatasetHealthAnswer;
  };
  /**
   * Check whether the function works: the same as `/health`, where this path reaches the function
   */
  'GET /dataset/healthz': {
    answer: DatasetHealthzAnswer;
  };
  /**
   * Write the training CSV of a dataset
   */
  'GET /dataset/{dataset_id}/csv': {
    query: {
      /**
       * Percentage of the images for test. If both are absent, they are 10 and 10; if one is given, the other is 0.
       */
      test?: number;
      /**
       * Percentage of the images for validation. If both are absent, they are 10 and 10; if one is given, the other is 0.
       */
      validation?: number;
      /**
       * Images that must be in the same set: those of a burst of frames that look alike, of one session and minute, or of a session. `image`: none.
       */
      group?: 'burst' | 'minute' | 'session' | 'image';
      /**
       * Renames or merges labels: `{"<tag id or name>":"<label>"}` or `name:label,name:label`. An empty label or null leaves the tag out.
       */
      tagmap?: string;
      /**
       * The importer: `automl` spells the sets TRAIN, TEST and VALIDATION, `vertex` as Vertex AI does.
       */
      format?: 'automl' | 'vertex';
      /**
       * A label with fewer than 10 images is an error.
       */
      strict?: boolean;
      /**
       * Writes the assigned sets to the records. Later exports keep them.
       */
      save?: boolean;
      /**
       * Adds a short-lived address of the file to the answer, for browsers.
       */
      link?: boolean;
    };
    answer: GenerateCsvAnswer;
  };
  /**
   * Download images as a ZIP archive
   */
  'POST /dataset/{dataset_id}/downloadZip': {
    query: {
      /**
       * `false`: if the archive must be downloaded from Storage, the answer is 200 with its URL in the body, not a redirect.
       */
      redirect?: boolean;
      /**
       * Rotates JPEGs as their EXIF data says and removes it. Otherwise they are copied byte for byte and may appear sideways.
       */
      upright?: boolean;
    };
    body: DownloadZipRequest;
    answer: DownloadZipAnswer;
  };
  /**
   * Crop the annotated regions of a tag
   */
  'GET /dataset/{dataset_id}/annotationsCrops/{tag_id}': {
    query: {
      /**
       * Ends the list before the image whose crops would exceed it, but never before the first.
       */
      limit?: number;
      /**
       * The last `imageId` of the previous page: the list continues after it.
       */
      after?: string;
    };
    answer: CropAnnotationsAnswer;
  };
  /**
   * Count images and annotations again
   */
  'POST /dataset/{dataset_id}/refreshCounters': {
    answer: RefreshCountersAnswer;
  };
  /**
   * List images of a dataset
   */
  'GET /dataset/{dataset_id}/images': {
    query: {
      /**
       * Tag id: images that have it as their class, in an annotation or in a mask. Of several, any of them.
       *
       * @maxItems 15
       */
      tag?: string[];
      /**
       * Session id, or `day-YYYY-MM-DD` for the images of that day (UTC) without a session.
       */
      session?: string;
      /**
       * Monitor id. Of several, any of them.
       *
       * @maxItems 15
       */
      monitor?: string[];
      /**
       * Of several, any of them.
       *
       * @maxItems 15
       */
      set?: ('TRAIN' | 'TEST' | 'VALIDATION' | 'PREDETERMINED' | 'REVIEW')[];
      /**
       * True: only images with a tag, an annotation or a mask, or of which a person has said that there is nothing in them; false: only the others.
       */
      labelled?: boolean;
      /**
       * True: only images that a person has judged as they are now; false: only the others.
       */
      checked?: boolean;
      /**
       * Unix milliseconds: images from this time or later.
       */
      from?: number;
      /**
       * Unix milliseconds: images from this time or earlier.
       */
      to?: number;
      /**
       * Maximum number of images per page.
       */
      limit?: number;
      /**
       * `next` of the previous page.
       */
      after?: string;
      /**
       * Adds the thumbnail of each image, as a data URI.
       */
      thumbnails?: boolean;
    };
    answer: ListImagesAnswer;
  };
  /**
   * Label images and decide about them
   */
  'PATCH /dataset/{dataset_id}/images': {
    body: ChangeImagesRequest;
    answer: ChangeImagesAnswer;
  };
  /**
   * List rejected images
   */
  'GET /dataset/{dataset_id}/trash': {
    query: {
      /**
       * Maximum number of images per page.
       */
      limit?: number;
      /**
       * `next` of the previous page.
       */
      after?: string;
      /**
       * Adds the thumbnail of each image, as a data URI.
       */
      thumbnails?: boolean;
    };
    answer: ListTrashAnswer;
  };
  /**
   * Delete rejected images for good
   */
  'DELETE /dataset/{dataset_id}/trash': {
    body: DeleteTrashedRequest;
    answer: DeleteTrashedAnswer;
  };
  /**
   * Restore images from the trash
   */
  'POST /dataset/{dataset_id}/trash/restore': {
    body: RestoreImagesRequest;
    answer: RestoreImagesAnswer;
  };
  /**
   * Get links to originals and masks
   */
  'POST /dataset/{dataset_id}/links': {
    body: LinkImagesRequest;
    answer: LinkImagesAnswer;
  };
  /**
   * Create a dataset
   */
  'POST /dataset': {
    body: MakeDatasetRequest;
    answer: MakeDatasetAnswer;
  };
  /**
   * List the datasets that the caller may see
   */
  'GET /dataset': {
    query: {
      /**
       * Records of a page, at most; 1000 unless given.
       */
      limit?: number;
      /**
       * `next` of the previous page.
       */
      after?: string;
      /**
       * False: without the tags, which are most of the answer.
       */
      tags?: boolean;
    };
    answer: ListDatasetsAnswer;
  };
  /**
   * Change a dataset's name, type, detector, or what suggestions rest on
   */
  'PATCH /dataset/{dataset_id}': {
    body: ChangeDatasetRequest;
    answer: ChangeDatasetAnswer;
  };
  /**
   * Delete a dataset
   */
  'DELETE /dataset/{dataset_id}': {
    body: DeleteDatasetRequest;
    answer: DeleteDatasetAnswer;
  };
  /**
   * Restore a deleted dataset
   */
  'POST /dataset/{dataset_id}/restore': {
    answer: RestoreDatasetAnswer;
  };
  /**
   * Create a tag
   */
  'POST /dataset/{dataset_id}/tag': {
    body: MakeTagRequest;
    answer: MakeTagAnswer;
  };
  /**
   * Change a tag's name, color, key, order or meaning
   */
  'PATCH /dataset/{dataset_id}/tag/{tag_id}': {
    body: ChangeTagRequest;
    answer: ChangeTagAnswer;
  };
  /**
   * Delete a tag, or merge it into another one
   */
  'DELETE /dataset/{dataset_id}/tag/{tag_id}': {
    body: DeleteTagRequest;
    answer: DeleteTagAnswer;
  };
  /**
   * Accept the offered ownership
   */
  'POST /dataset/{dataset_id}/members/accept': {
    answer: AcceptDatasetAnswer;
  };
  /**
   * Withdraw or decline an offer of ownership
   */
  'DELETE /dataset/{dataset_id}/members/accept': {
    answer: EndDatasetOfferAnswer;
  };
  /**
   * List the people who have a role
   */
  'GET /dataset/{dataset_id}/members': {
    answer: ListDatasetMembersAnswer;
  };
  /**
   * Give a person a role
   */
  'PUT /dataset/{dataset_id}/members/{who}': {
    body: SetDatasetMemberRequest;
    answer: SetDatasetMemberAnswer;
  };
  /**
   * Remove a person, or withdraw an invitation
   */
  'DELETE /dataset/{dataset_id}/members/{who}': {
    answer: RemoveDatasetMemberAnswer;
  };
  /**
   * List the monitors that a dataset admits
   */
  'GET /dataset/{dataset_id}/monitors': {
    query: {
      /**
       * Maximum number of monitors per page.
       */
      limit?: number;
      /**
       * `next` of the page before.
       */
      after?: string;
    };
    answer: ListAdmittedMonitorsAnswer;
  };
  /**
   * Admit a monitor to a dataset
   */
  'PUT /dataset/{dataset_id}/monitors/{monitor_id}': {
    answer: AdmitMonitorAnswer;
  };
  /**
   * No longer admit a monitor
   */
  'DELETE /dataset/{dataset_id}/monitors/{monitor_id}': {
    answer: DismissMonitorAnswer;
  };
  /**
   * Create a key of a dataset, for jobs
   */
  'POST /dataset/{dataset_id}/keys': {
    body: MakeDatasetKeyRequest;
    answer: MakeDatasetKeyAnswer;
  };
  /**
   * List the live keys of a dataset
   */
  'GET /dataset/{dataset_id}/keys': {
    answer: ListDatasetKeysAnswer;
  };
  /**
   * Revoke a key of a dataset
   */
  'DELETE /dataset/{dataset_id}/keys/{hash}': {
    answer: RevokeDatasetKeyAnswer;
  };
  /**
   * Create a hook of a dataset
   */
  'POST /dataset/{dataset_id}/hook': {
    body: MakeHookRequest;
    answer: MakeHookAnswer;
  };
  /**
   * List the hooks of a dataset
   */
  'GET /dataset/{dataset_id}/hook': {
    answer: ListHooksAnswer;
  };
  /**
   * Show a hook of a dataset and its last deliveries
   */
  'GET /dataset/{dataset_id}/hook/{hook}': {
    answer: ShowHookAnswer;
  };
  /**
   * Change a hook of a dataset
   */
  'PATCH /dataset/{dataset_id}/hook/{hook}': {
    body: ChangeHookRequest;
    answer: ChangeHookAnswer;
  };
  /**
   * Delete a hook of a dataset
   */
  'DELETE /dataset/{dataset_id}/hook/{hook}': {
    answer: DeleteHookAnswer;
  };
  /**
   * Send a test to a hook of a dataset
   */
  'POST /dataset/{dataset_id}/hook/{hook}/test': {
    answer: TestHookAnswer;
  };
  /**
   * Make a version of a dataset
   */
  'POST /dataset/{dataset_id}/version': {
    body: MakeVersionRequest;
    answer: MakeVersionAnswer;
  };
  /**
   * List the versions of a dataset
   */
  'GET /dataset/{dataset_id}/version': {
    query: {
      /**
       * Versions of a page.
       */
      limit?: number;
      /**
       * `next` of the page before.
       */
      after?: number;
    };
    answer: ListVersionsAnswer;
  };
  /**
   * What a version would have
   */
  'POST /dataset/{dataset_id}/version/preview': {
    body: PreviewVersionRequest;
    answer: PreviewVersionAnswer;
  };
  /**
   * One version, with its counts and parameters
   */
  'GET /dataset/{dataset_id}/version/{version}': {
    answer: ShowVersionAnswer;
  };
  /**
   * What differs between two versions
   */
  'GET /dataset/{dataset_id}/version/{version}/diff/{other}': {
    query: {
      /**
       * Only images with this change in the page. All changes are counted.
       */
      change?: 'added' | 'removed' | 'relabelled' | 'moved';
      /**
       * Adds the names and labels of the images.
       */
      details?: boolean;
      /**
       * Images of a page, of all kinds together.
       */
      limit?: number;
      /**
       * `next` of the page before.
       */
      after?: string;
    };
    answer: DiffVersionsAnswer;
  };
  /**
   * A version in the format of a trainer
   */
  'GET /dataset/{dataset_id}/version/{version}/export': {
    query: {
      /**
       * Whose format: docs/versions.md says what each holds.
       */
      format:
        | 'csv'
        | 'vertex-csv'
        | 'vertex-jsonl'
        | 'ndjson'
        | 'yolo'
        | 'coco'
        | 'voc'
        | 'imagefolder'
        | 'masks'
        | 'sightline';
      /**
       * How a reader gets the images: `bytes` in the archive, `links` that expire after a day, or `none`. Usually bytes in archives, and links in files.
       */
      images?: 'links' | 'bytes' | 'none';
      /**
       * `false`: pictures in an archive are as they were stored, even if their EXIF data turns them.
       */
      upright?: boolean;
      /**
       * `false`: a file that is fetched from Storage is answered with 200 and its link in the body.
       */
      redirect?: boolean;
    };
    answer: ExportVersionAnswer;
  };
  /**
   * Follow the link of an export to an image
   */
  'GET /dataset/{dataset_id}/file/{file}': {
    query: {
      grant: string;
      signature: string;
      /**
       * `false`: the address is answered with 200, in the body.
       */
      redirect?: boolean;
    };
    answer: FollowLinkAnswer;
  };
  /**
   * Start an import into a dataset
   */
  'POST /dataset/{dataset_id}/import': {
    body: MakeImportRequest;
    answer: MakeImportAnswer;
  };
  /**
   * Check what an import would add
   */
  'POST /dataset/{dataset_id}/import/{import_id}/check': {
    body: CheckImportRequest;
    answer: CheckImportAnswer;
  };
  /**
   * Import the archive, or continue
   */
  'POST /dataset/{dataset_id}/import/{import_id}/run': {
    body: RunImportRequest;
    answer: RunImportAnswer;
  };
  /**
   * Begin a run: what one model says about the images
   */
  'POST /dataset/{dataset_id}/run': {
    body: MakeRunRequest;
    answer: MakeRunAnswer;
  };
  /**
   * List the runs of a dataset
   */
  'GET /dataset/{dataset_id}/run': {
    query: {
      /**
       * Runs of a page.
       */
      limit?: number;
      /**
       * `next` of the page before.
       */
      after?: number;
    };
    answer: ListRunsAnswer;
  };
  /**
   * One run, with its counts
   */
  'GET /dataset/{dataset_id}/run/{run}': {
    answer: ShowRunAnswer;
  };
  /**
   * Delete a run
   */
  'DELETE /dataset/{dataset_id}/run/{run}': {
    answer: DeleteRunAnswer;
  };
  /**
   * Tell an open run what its model said about images
   */
  'POST /dataset/{dataset_id}/run/{run}/predictions': {
    body: AddPredictionsRequest;
    answer: AddPredictionsAnswer;
  };
  /**
   * Close an open run
   */
  'POST /dataset/{dataset_id}/run/{run}/close': {
    answer: CloseRunAnswer;
  };
  /**
   * Run the dataset's detector, or Cloud Vision, over a run's images
   */
  'POST /dataset/{dataset_id}/run/{run}/detect': {
    answer: DetectRunAnswer;
  };
  /**
   * Check what the file of a run says
   */
  'POST /dataset/{dataset_id}/run/{run}/check': {
    body: CheckRunRequest;
    answer: CheckRunAnswer;
  };
  /**
   * Make a run of its file
   */
  'POST /dataset/{dataset_id}/run/{run}/make': {
    body: FinishRunRequest;
    answer: FinishRunAnswer;
  };
  /**
   * How well a run agrees with a version
   */
  'POST /dataset/{dataset_id}/run/{run}/evaluate': {
    body: EvaluateRunRequest;
    answer: EvaluateRunAnswer;
  };
  /**
   * List images of a run by how predictions and labels disagree
   */
  'GET /dataset/{dataset_id}/run/{run}/images': {
    query: {
      /**
       * Highest first; docs/models.md says what each means.
       */
      order?: 'disagreement' | 'uncertain' | 'missed' | 'extra' | 'score';
      /**
       * Tag id: images with such a label. Empty: predictions without label.
       */
      class?: string;
      /**
       * Tag id: images with such a prediction; with `class`, at such a label. Empty: labels without prediction.
       */
      predicted?: string;
      /**
       * Of the prediction.
       */
      minScore?: number;
      set?: 'TRAIN' | 'TEST' | 'VALIDATION' | 'PREDETERMINED' | 'REVIEW';
      /**
       * Number of another run: only images of which both say something and this one has more of the order than the other, largest difference first.
       */
      against?: string;
      /**
       * Only this image, also where the order would leave it out.
       */
      image?: string;
      /**
       * Maximum number of images per page.
       */
      limit?: number;
      /**
       * `next` of the page before.
       */
      after?: string;
    };
    answer: ListRunImagesAnswer;
  };
  /**
   * Compare two runs on the same images
   */
  'GET /dataset/{dataset_id}/run/{run}/compare/{other}': {
    query: {
      /**
       * Number of the version, or `latest`: the last ready one.
       */
      version: string;
      /**
       * The set of the version whose images count.
       */
      set?: 'TRAIN' | 'TEST' | 'VALIDATION';
    };
    answer: CompareRunsAnswer;
  };
  /**
   * Send the first images of an order to review
   */
  'POST /dataset/{dataset_id}/run/{run}/review': {
    body: ReviewRunRequest;
    answer: ReviewRunAnswer;
  };
  /**
   * What a run says, as a file
   */
  'GET /dataset/{dataset_id}/run/{run}/export': {
    query: {
      /**
       * `coco`: a list of results; `yolo`: an archive of texts with scores; `ndjson`: the run's own lines.
       */
      format: 'coco' | 'yolo' | 'ndjson';
      /**
       * Of `coco` and `yolo`: number of the version in whose exports images and classes have these numbers and names; the last ready one if it is absent.
       */
      version?: string;
      /**
       * `false`: a file that is fetched from Storage is answered with 200 and its link in the body.
       */
      redirect?: boolean;
    };
    answer: ExportRunAnswer;
  };
  /**
   * Look at pictures that suggestions have not seen yet
   */
  'POST /dataset/{dataset_id}/suggest/vectors': {
    answer: AddVectorsAnswer;
  };
  /**
   * How good suggestions would be now
   */
  'GET /dataset/{dataset_id}/suggest': {
    answer: ShowSuggestAnswer;
  };
  /**
   * Suggest the class of each image that nobody has labelled
   */
  'POST /dataset/{dataset_id}/suggest': {
    answer: MakeSuggestionsAnswer;
  };
  /**
   * Ask what must be judged before suggestions are accepted
   */
  'POST /dataset/{dataset_id}/run/{run}/accept': {
    body: MakeAcceptanceRequest;
    answer: MakeAcceptanceAnswer;
  };
  /**
   * Accept suggestions, after their sample was judged
   */
  'POST /dataset/{dataset_id}/acceptance/{acceptance}': {
    body: JudgeAcceptanceRequest;
    answer: JudgeAcceptanceAnswer;
  };
  /**
   * Take accepted suggestions back
   */
  'POST /dataset/{dataset_id}/acceptance/{acceptance}/undo': {
    answer: UndoAcceptanceAnswer;
  };
  /**
   * List the images that look most like one
   */
  'GET /dataset/{dataset_id}/images/{image}/similar': {
    query: {
      /**
       * Maximum number of images.
       */
      limit?: number;
    };
    answer: FindSimilarAnswer;
  };
  /**
   * Find near copies, outliers, wrong labels, or what is unusual
   */
  'GET /dataset/{dataset_id}/find': {
    query: {
      /**
       * `duplicates`: near copies, a group in each entry. `outliers`: images that look like no other. `wrong`: labels that the others deny. `unusual`, in datasets of the type ANOMALY: images without a label that are far from the good ones.
       */
      kind: 'duplicates' | 'outliers' | 'wrong' | 'unusual';
      /**
       * Of `unusual`: tag id of the good ones; if it is absent, the class with the most images.
       */
      good?: string;
      /**
       * Maximum number of images per page.
       */
      limit?: number;
      /**
       * `next` of the previous page.
       */
      after?: string;
    };
    answer: FindImagesAnswer;
  };
  /**
   * Check whether the function works
   */
  'GET /image/health': {
    answer: ImageHealthAnswer;
  };
  /**
   * Check whether the function works: the same as `/health`, where this path reaches the function
   */
  'GET /image/healthz': {
    answer: ImageHealthzAnswer;
  };
  /**
   * Delete an image
   */
  'GET /image/delete/image/{encoded_uri}': {
    answer: DeleteImageAnswer;
  };
  /**
   * Delete an image
   */
  'DELETE /image/delete/image/{encoded_uri}': {
    answer: DeleteImageAnswer;
  };
  /**
   * Detect objects in an image
   */
  'GET /image/detect/image/{encoded_uri}': {
    answer: DetectObjectsAnswer;
  };
  /**
   * Get an image as a data URI
   */
  'GET /image/getb64/image/{encoded_uri}': {
    answer: ReadBase64Answer;
  };
  /**
   * Put a mask
   */
  'PUT /image/mask/image/{encoded_uri}': {
    query: {
      /**
       * Tag id, or path `dataset/<dataset_id>/tag/<tag_id>`.
       */
      tag: string;
      /**
       * Id of one of the masks of the image, or a new id of your choice for another one of the tag. Without it: the only mask of the tag.
       */
      mask?: string;
      /**
       * The revision of the image that you have seen. If it has another one, nothing changes and the answer is 409.
       */
      seen?: string;
    };
    answer: PutMaskAnswer;
  };
  /**
   * Delete a mask
   */
  'DELETE /image/mask/image/{encoded_uri}': {
    query: {
      /**
       * Tag id, or path `dataset/<dataset_id>/tag/<tag_id>`.
       */
      tag: string;
      /**
       * Id of one of the masks of the image, or a new id of your choice for another one of the tag. Without it: the only mask of the tag.
       */
      mask?: string;
      /**
       * The revision of the image that you have seen. If it has another one, nothing changes and the answer is 409.
       */
      seen?: string;
    };
    answer: DeleteMaskAnswer;
  };
  /**
   * Check whether the function works
   */
  'GET /service-git/health': {
    answer: GitHealthAnswer;
  };
  /**
   * Check whether the function works: the same as `/health`, where this path reaches the function
   */
  'GET /service-git/healthz': {
    answer: GitHealthzAnswer;
  };
  /**
   * Project, current branch and sync status
   */
  'GET /service-git/project-info': {
    answer: GitProjectInfoAnswer;
  };
  /**
   * File changes and staging state
   */
  'POST /service-git/status': {
    body: GitStatusRequest;
    answer: GitStatusAnswer;
  };
  /**
   * Local branches, and those that only a remote has
   */
  'POST /service-git/branches': {
    body: GitBranchesRequest;
    answer: GitBranchesAnswer;
  };
  /**
   * Commit history with graph data, page by page
   */
  'POST /service-git/log': {
    body: GitLogRequest;
    answer: GitLogAnswer;
  };
  /**
   * One commit and what it changed
   */
  'POST /service-git/show': {
    body: GitShowRequest;
    answer: GitShowAnswer;
  };
  /**
   * Differences: staged, not staged, or between two commits
   */
  'POST /service-git/diff': {
    body: GitDiffRequest;
    answer: GitDiffAnswer;
  };
  /**
   * Check whether a checkout is possible
   */
  'POST /service-git/validate-checkout': {
    body: GitValidateCheckoutRequest;
    answer: GitValidateCheckoutAnswer;
  };
  /**
   * Stage files, including deleted ones
   */
  'POST /service-git/add': {
    body: GitAddRequest;
    answer: GitAddAnswer;
  };
  /**
   * Unstage files
   */
  'POST /service-git/unstage': {
    body: GitUnstageRequest;
    answer: GitUnstageAnswer;
  };
  /**
   * Discard changes that are not staged
   */
  'POST /service-git/discard': {
    body: GitDiscardRequest;
    answer: GitDiscardAnswer;
  };
  /**
   * Create a commit
   */
  'POST /service-git/commit': {
    body: GitCommitRequest;
    answer: GitCommitAnswer;
  };
  /**
   * Switch to a commit or a branch
   */
  'POST /service-git/checkout': {
    body: GitCheckoutRequest;
    answer: GitCheckoutAnswer;
  };
  /**
   * Return to the tip of the last branch
   */
  'POST /service-git/return-to-latest': {
    body: GitReturnToLatestRequest;
    answer: GitReturnToLatestAnswer;
  };
  /**
   * Create a branch without switching to it
   */
  'POST /service-git/create-branch': {
    body: GitCreateBranchRequest;
    answer: GitCreateBranchAnswer;
  };
  /**
   * Switch to a branch
   */
  'POST /service-git/switch-branch': {
    body: GitSwitchBranchRequest;
    answer: GitSwitchBranchAnswer;
  };
  /**
   * Delete a local branch
   */
  'POST /service-git/delete-branch': {
    body: GitDeleteBranchRequest;
    answer: GitDeleteBranchAnswer;
  };
  /**
   * Rename a local branch
   */
  'POST /service-git/rename-branch': {
    body: GitRenameBranchRequest;
    answer: GitRenameBranchAnswer;
  };
  /**
   * Set the upstream of a branch
   */
  'POST /service-git/set-upstream': {
    body: GitSetUpstreamRequest;
    answer: GitSetUpstreamAnswer;
  };
  /**
   * Move the branch to a commit
   */
  'POST /service-git/reset': {
    body: GitResetRequest;
    answer: GitResetAnswer;
  };
  /**
   * Revert a commit
   */
  'POST /service-git/revert': {
    body: GitRevertRequest;
    answer: GitRevertAnswer;
  };
  /**
   * Fetch branches of a remote
   */
  'POST /service-git/fetch': {
    body: GitFetchRequest;
    answer: GitFetchAnswer;
  };
  /**
   * Fetch, then fast-forward or merge
   */
  'POST /service-git/pull': {
    body: GitPullRequest;
    answer: GitPullAnswer;
  };
  /**
   * Push the current branch
   */
  'POST /service-git/push': {
    body: GitPushRequest;
    answer: GitPushAnswer;
  };
  /**
   * Finish the merge of the last pull
   */
  'POST /service-git/resolve': {
    body: GitResolveRequest;
    answer: GitResolveAnswer;
  };
  /**
   * Abort a merge that another tool started
   */
  'POST /service-git/abort-merge': {
    body: GitAbortMergeRequest;
    answer: GitAbortMergeAnswer;
  };
  /**
   * Remove locks of a process that has died
   */
  'POST /service-git/unlock': {
    body: GitUnlockRequest;
    answer: GitUnlockAnswer;
  };
}
export interface MonitorHealthAnswer {
  status: 'ok';
  version: string;
}
export interface MonitorHealthzAnswer {
  status: 'ok';
  version: string;
}
export interface UpdateTagsRequest {
  /**
   * Dataset id, or path `dataset/<dataset_id>`.
   */
  dataset: string;
  /**
   * Image id, or path `image/<image_id>`.
   */
  imageID: string;
  /**
   * The new annotations, which replace all existing ones.
   *
   * @maxItems 1000
   */
  tags: {
    /**
     * Tag id, or path `dataset/<dataset_id>/tag/<tag_id>`.
     */
    tag: string;
    type?: 'rect' | 'mask' | 'point';
    labeled?: 'manual' | 'inference';
    /**
     * Left edge, normalized 0-1.
     */
    x: number;
    /**
     * Top edge, normalized 0-1.
     */
    y: number;
    /**
     * Width, normalized 0-1. Optional only for a point.
     */
    w?: number | null;
    /**
     * Height, normalized 0-1. Optional only for a point.
     */
    h?: number | null;
  }[];
  /**
   * The revision that you have seen. If the image has another one, nothing changes and the answer is 409.
   */
  seen?: number;
}
export interface UpdateTagsAnswer {
  error: false;
  status: 'success';
}
export interface StartSessionAnswer {
  data: {
    error: false;
    result: 'Started';
  };
}
export interface StartSessionRequest {
  /**
   * Id of the user who starts the session, for callers without a verified identity.
   */
  uid?: string;
  /**
   * Name of the run, chosen by the device. It becomes the session `<monitor_id>.<name>`, which accepts frames that name it at any time.
   */
  session?: string;
}
export interface StopSessionAnswer {
  data: {
    error: false;
    result: 'Stopped';
  };
}
export interface AddImageRequest {
  /**
   * The image, base64-encoded, with or without the prefix of a data URI. At most 20 MB when decoded.
   */
  image: string;
  image_data?: {
    /**
     * When the image was captured, Unix milliseconds. Default: the time of arrival.
     */
    date?: number;
    /**
     * File name, at most 255 bytes; folders and control characters are removed.
     */
    name?: string | null;
    /**
     * Dataset id. The monitor's own unless given.
     */
    dataset?: string | null;
    /**
     * Tag id, or path `dataset/<dataset_id>/tag/<tag_id>`. Without it the image is unlabelled.
     */
    tag?: string | null;
    /**
     * Name of the run that the frame belongs to, chosen by the device once per run: the session `<monitor_id>.<name>` takes it however late it comes, and whatever the monitor does.
     */
    session?: string;
  };
}
export interface AddImageAnswer {
  data: {
    error: false;
    result: 'Added image';
    /**
     * Id of the image record.
     */
    id: string;
  };
}
export interface MakeMonitorRequest {
  /**
   * Name for people.
   */
  name: string;
  dataset?: string | null;
  /**
   * Percentage of new frames that are put into REVIEW.
   */
  review?: number;
  /**
   * Default: 20 random letters and digits. Cannot be a word that is used in paths of routes.
   */
  id?: string;
}
export interface MakeMonitorAnswer {
  data: {
    error: false;
    id: string;
  };
}
export interface ListMonitorsAnswer {
  data: {
    error: false;
    monitors: ListedMonitor[];
    /**
     * Value of `after` for the next page; null if there is none.
     */
    next: string | null;
    /**
     * Records whose ownership is offered to the caller, newest first, at most 100. Absent if there are none.
     */
    offers?: ListedOffer[];
  };
}
export interface ListedMonitor {
  id: string;
  name: string;
  /**
   * Dataset for frames that do not name one.
   */
  dataset: string | null;
  /**
   * Id of the running session; empty when stopped.
   */
  session: string;
  /**
   * Frames per minute that its camera should send. Null: as many as in its last session.
   */
  expected: number | null;
  /**
   * Role of the caller; an administrator counts as owner.
   */
  role: 'viewer' | 'editor' | 'owner';
}
export interface ListedOffer {
  id: string;
  name: string;
  /**
   * uid of the person who offers it.
   */
  by: string;
  /**
   * When, Unix milliseconds.
   */
  at: number;
  from: {
    /**
     * Display name; `''` if the account has none.
     */
    name: string;
    /**
     * Verified e-mail address; `''` if there is none.
     */
    address: string;
  };
}
export interface ChangeMonitorRequest {
  /**
   * Name for people.
   */
  name?: string;
  dataset?: string | null;
  /**
   * Percentage of new frames that are put into REVIEW.
   */
  review?: number;
  /**
   * Frames per minute that its camera sends. Null: as many as in its last session. It is silent or slow by this.
   */
  expected?: number | null;
}
export interface ChangeMonitorAnswer {
  data: {
    error: false;
  };
}
export interface DeleteMonitorAnswer {
  data: {
    error: false;
  };
}
export interface MakeKeyAnswer {
  data: {
    error: false;
    /**
     * The key that the camera sends.
     */
    key: string;
    /**
     * The first 12 characters of its SHA-256.
     */
    hash: string;
  };
}
export interface ListKeysAnswer {
  data: {
    error: false;
    keys: ListedKey[];
  };
}
export interface ListedKey {
  /**
   * The first 12 characters of its SHA-256.
   */
  hash: string;
  /**
   * Unix milliseconds.
   */
  made: number;
  /**
   * Uid of the person who created it, or the name of the user at a terminal.
   */
  by: string;
  /**
   * Uid of the editor who answers for it: the key ends when they are no longer an editor.
   */
  holder: string;
  /**
   * Day of its last use, `YYYY-MM-DD` (UTC); null if it was never used.
   */
  lastUsed: string | null;
}
export interface TakeKeyAnswer {
  data: {
    error: false;
  };
}
export interface RevokeKeyAnswer {
  data: {
    error: false;
  };
}
export interface MakeMonitorHookRequest {
  /**
   * Where the events are sent to: https, a public host, no user name or password.
   */
  url: string;
  /**
   * What it is told.
   *
   * @minItems 1
   * @maxItems 5
   */
  events: ('session.started' | 'session.stopped' | 'monitor.silent' | 'monitor.slow' | 'monitor.back')[];
  /**
   * What the hook is for.
   */
  name?: string;
}
export interface MakeMonitorHookAnswer {
  data: {
    error: false;
    /**
     * Its id.
     */
    hook: string;
    /**
     * What messages are signed with. No other answer has it.
     */
    secret: string;
  };
}
export interface ListMonitorHooksAnswer {
  data: {
    error: false;
    hooks: ListedMonitorHook[];
  };
}
export interface ListedMonitorHook {
  /**
   * Its id.
   */
  hook: string;
  url: string;
  events: ('session.started' | 'session.stopped' | 'monitor.silent' | 'monitor.slow' | 'monitor.back')[];
  name: string;
  /**
   * Uid of the person who made it.
   */
  by: string;
  /**
   * Unix milliseconds.
   */
  createdAt: number;
  /**
   * Since when it is no longer tried, after a day without success; Unix milliseconds. A change, or a test that is delivered, starts it again.
   */
  failing: number | null;
  /**
   * When it ended for good: its receiver answered 410, or its record was deleted or got another owner. Unix milliseconds.
   */
  ended: number | null;
}
export interface ShowMonitorHookAnswer {
  data: {
    error: false;
    /**
     * Its id.
     */
    hook: string;
    url: string;
    events: ('session.started' | 'session.stopped' | 'monitor.silent' | 'monitor.slow' | 'monitor.back')[];
    name: string;
    /**
     * Uid of the person who made it.
     */
    by: string;
    /**
     * Unix milliseconds.
     */
    createdAt: number;
    /**
     * Since when it is no longer tried, after a day without success; Unix milliseconds. A change, or a test that is delivered, starts it again.
     */
    failing: number | null;
    /**
     * When it ended for good: its receiver answered 410, or its record was deleted or got another owner. Unix milliseconds.
     */
    ended: number | null;
    deliveries: HookDelivery[];
  };
}
export interface HookDelivery {
  /**
   * The `webhook-id`.
   */
  message: string;
  type: string;
  /**
   * Unix milliseconds.
   */
  at: number;
  /**
   * Status of the answer; null if there was none.
   */
  answered: number | null;
  /**
   * Why there was no answer. `address`: it is not https, or leads to a private address. `timeout`: ten seconds have passed.
   */
  problem: ('address' | 'connection' | 'timeout') | null;
}
export interface ChangeMonitorHookRequest {
  /**
   * Where the events are sent to: https, a public host, no user name or password.
   */
  url?: string;
  /**
   * What it is told.
   *
   * @minItems 1
   * @maxItems 5
   */
  events?: ('session.started' | 'session.stopped' | 'monitor.silent' | 'monitor.slow' | 'monitor.back')[];
  /**
   * What the hook is for.
   */
  name?: string;
}
export interface ChangeMonitorHookAnswer {
  data: {
    error: false;
  };
}
export interface DeleteMonitorHookAnswer {
  data: {
    error: false;
  };
}
export interface TestMonitorHookAnswer {
  data: {
    error: false;
    delivered: boolean;
    /**
     * Status of the answer; null if there was none.
     */
    answered: number | null;
    /**
     * Why there was no answer. `address`: it is not https, or leads to a private address. `timeout`: ten seconds have passed.
     */
    problem: ('address' | 'connection' | 'timeout') | null;
  };
}
export interface AcceptMonitorAnswer {
  data: {
    error: false;
  };
}
export interface EndMonitorOfferAnswer {
  data: {
    error: false;
  };
}
export interface ListMonitorMembersAnswer {
  data: {
    error: false;
    /**
     * The owner first, then by role and name.
     */
    people: ListedMember[];
    /**
     * Addresses that have no role yet. Only for the owner.
     */
    invitations?: ListedInvitation[];
    offer?: OpenOffer;
  };
}
export interface ListedMember {
  uid: string;
  role: 'viewer' | 'editor' | 'owner';
  /**
   * Display name; `''` if the account has none.
   */
  name: string;
  /**
   * Verified e-mail address; `''` if there is none.
   */
  address: string;
}
export interface ListedInvitation {
  address: string;
  role: 'viewer' | 'editor';
  /**
   * uid of the inviting person.
   */
  by: string;
}
export interface OpenOffer {
  /**
   * uid of the person to whom it is offered.
   */
  to: string;
  /**
   * uid of the person who offers it.
   */
  by: string;
  /**
   * When, Unix milliseconds.
   */
  at: number;
  /**
   * Display name; `''` if the account has none.
   */
  name: string;
  /**
   * Verified e-mail address; `''` if there is none.
   */
  address: string;
}
export interface SetMonitorMemberRequest {
  /**
   * `owner` offers ownership: once the person accepts, the previous owner becomes an editor.
   */
  role: 'viewer' | 'editor' | 'owner';
}
export interface SetMonitorMemberAnswer {
  data: {
    error: false;
    /**
     * Ownership is offered; nothing has changed until the person accepts.
     */
    offered?: true;
  };
}
export interface RemoveMonitorMemberAnswer {
  data: {
    error: false;
  };
}
export interface DatasetHealthAnswer {
  status: 'ok';
  version: string;
}
export interface DatasetHealthzAnswer {
  status: 'ok';
  version: string;
}
export interface GenerateCsvAnswer {
  status: 'success';
  result: {
    error: false;
    training: {
      /**
       * Name of the dataset.
       */
      name: string;
      /**
       * URI of the file in Storage.
       */
      dataset: string;
    };
    /**
     * Short-lived address of the file; only with `link=true`.
     */
    link?: {
      url: string;
      /**
       * Unix milliseconds.
       */
      expires: number;
    };
    /**
     * Which requested shares could not be kept, in sentences; absent if all were.
     */
    warnings?: string[];
    /**
     * The same, as codes with their values.
     */
    warningCodes?: SplitWarning[];
  };
}
export interface DownloadZipRequest {
  /**
   * Ids or `gs://` URIs of images of this dataset. Anything else is listed in `errors.txt`.
   *
   * @minItems 1
   */
  images: string[];
  /**
   * Only written to the log.
   */
  userId?: string;
}
export interface DownloadZipAnswer {
  error: false;
  status: 'success';
  /**
   * URL of the archive.
   */
  result: string;
}
export interface AnnotationCrop {
  /**
   * The tag's id.
   */
  id: string;
  imageId: string;
  /**
   * Data URI of a WebP.
   */
  cropUri: string;
  /**
   * Index of the annotation in the image's `tags`.
   */
  tagIndex: number;
}
export interface RefreshCountersAnswer {
  error: false;
  status: 'success';
}
export interface ListImagesAnswer {
  error: false;
  status: 'success';
  images: ListedImage[];
  /**
   * Send it as `after` to get the next page; null on the last page.
   */
  next: string | null;
  /**
   * When it was read, Unix milliseconds. Send it with `select`.
   */
  at: number;
}
export interface ListedImage {
  id: string;
  /**
   * `gs://` uri.
   */
  uri: string;
  name: string;
  /**
   * Tag id; null if the image is unlabelled.
   */
  tag: string | null;
  tags: Annotation[];
  masks: {
    /**
     * Names the mask within the image: there may be several of a tag.
     */
    id: string;
    tag: string;
    /**
     * `gs://` uri.
     */
    uri: string;
  }[];
  set: 'TRAIN' | 'TEST' | 'VALIDATION' | 'PREDETERMINED' | 'REVIEW';
  /**
   * While in REVIEW: the set that it was in before.
   */
  setBefore: ('TRAIN' | 'TEST' | 'VALIDATION' | 'PREDETERMINED' | 'REVIEW') | null;
  /**
   * The last decision about the image.
   */
  review: {
    /**
     * Uid of the person.
     */
    by: string;
    /**
     * Unix milliseconds.
     */
    at: number;
    decision: 'accept' | 'review' | 'reject' | 'empty';
  } | null;
  /**
   * A person has judged the image as it is now. Without any label: there is nothing in it.
   */
  checked: boolean;
  /**
   * While `checked`: a person has accepted it outside REVIEW, where it had a label already.
   */
  confirmed?: true;
  /**
   * Unix milliseconds.
   */
  date: number;
  monitor: string | null;
  /**
   * Session id, or `''`.
   */
  session: string;
  /**
   * Upright, in pixels.
   */
  width: number;
  height: number;
  /**
   * How often people or updateTags have changed it. Send it as `seen` of a change.
   */
  revision: number;
  suggested?: SuggestedClass;
  /**
   * Data URI of a WebP, if thumbnails were requested.
   */
  thumbnail?: string;
}
/**
 * x, y, w, h: 0 to 1 of the upright image.
 */
export interface Annotation {
  type: 'rect' | 'mask' | 'point';
  /**
   * Tag id.
   */
  tag: string;
  x: number;
  y: number;
  w: number;
  h: number;
  labeled: 'manual' | 'inference';
}
export interface SuggestedClass {
  labeled: 'inference';
  /**
   * Name of the run.
   */
  run: string;
  /**
   * Id.
   */
  acceptance: string;
}
export interface ChangeImagesRequest {
  /**
   * @minItems 1
   * @maxItems 500
   */
  changes?: ImageChange[];
  select?: Selection;
  change?: Decided;
  /**
   * `change` of an answer about a selection: takes that back.
   */
  undo?: string;
}
export interface ImageChange {
  /**
   * Image id.
   */
  image: string;
  /**
   * The revision that you have seen. If the image has another one, the outcome is `stale` and nothing changes.
   */
  seen?: number;
  /**
   * Tag id; null makes the image unlabelled.
   */
  tag?: string | null;
  set?: 'TRAIN' | 'TEST' | 'VALIDATION' | 'PREDETERMINED' | 'REVIEW';
  /**
   * `accept` moves the image from REVIEW to its previous set, and makes its annotations manual; so does `empty`, for an image of boxes or masks in which there is nothing: it must have none. `review` moves it to REVIEW, `reject` to the trash. Applied after tag and set.
   */
  decision?: 'accept' | 'review' | 'reject' | 'empty';
  /**
   * Takes back that a person has checked the image.
   */
  checked?: false;
}
/**
 * All images that a list with these filters has.
 */
export interface Selection {
  /**
   * Tag id: images that have it as their class, in an annotation or in a mask. Of several, any of them.
   */
  tag?: string | string[];
  /**
   * Session id, or `day-YYYY-MM-DD` for the images of that day (UTC) without a session.
   */
  session?: string;
  /**
   * Monitor id. Of several, any of them.
   */
  monitor?: string | string[];
  /**
   * Of several, any of them.
   */
  set?:
    | ('TRAIN' | 'TEST' | 'VALIDATION' | 'PREDETERMINED' | 'REVIEW')
    | ('TRAIN' | 'TEST' | 'VALIDATION' | 'PREDETERMINED' | 'REVIEW')[];
  labelled?: boolean;
  checked?: boolean;
  /**
   * Unix milliseconds.
   */
  from?: number;
  /**
   * Unix milliseconds.
   */
  to?: number;
  /**
   * How many images were shown. If more are found, nothing is changed.
   */
  shown: number;
  /**
   * `at` of the list that was shown, of the last hour: the images of that time are changed.
   */
  at: number;
}
export interface Decided {
  /**
   * Tag id; null makes the image unlabelled.
   */
  tag?: string | null;
  set?: 'TRAIN' | 'TEST' | 'VALIDATION' | 'PREDETERMINED' | 'REVIEW';
  /**
   * `accept` moves the image from REVIEW to its previous set, and makes its annotations manual; so does `empty`, for an image of boxes or masks in which there is nothing: it must have none. `review` moves it to REVIEW, `reject` to the trash. Applied after tag and set.
   */
  decision?: 'accept' | 'review' | 'reject' | 'empty';
  /**
   * Takes back that a person has checked the image.
   */
  checked?: false;
}
export interface ImageOutcome {
  image: string;
  outcome: 'done' | 'stale' | 'not found' | 'invalid';
  /**
   * Current revision; 0 if there is no such image.
   */
  revision: number;
  /**
   * Why the change is invalid.
   */
  reason?: string;
}
export interface SelectionChanged {
  error: false;
  status: 'success';
  /**
   * Id of the change: `undo` takes it back.
   */
  change: string;
  /**
   * Images that fitted the filter at that time.
   */
  found: number;
  /**
   * Those that are changed.
   */
  done: number;
  /**
   * Those that had been changed since, or are gone. They stay as they are.
   */
  stale: number;
  /**
   * Those for which the change is not possible.
   */
  invalid: number;
  /**
   * Images that the next call goes on with; 0 once all is done.
   */
  left: number;
}
export interface SelectionUndone {
  error: false;
  status: 'success';
  /**
   * Id of the change: `undo` takes it back.
   */
  change: string;
  /**
   * Images that are again as they were.
   */
  restored: number;
  /**
   * Images that somebody has changed since. They stay as they are.
   */
  changed: number;
  /**
   * Images that the next call goes on with; 0 once all is done.
   */
  left: number;
}
export interface ListTrashAnswer {
  error: false;
  status: 'success';
  images: TrashedImage[];
  /**
   * Send it as `after` to get the next page; null on the last page.
   */
  next: string | null;
}
export interface TrashedImage {
  id: string;
  /**
   * `gs://` uri.
   */
  uri: string;
  name: string;
  /**
   * Tag id; null if the image is unlabelled.
   */
  tag: string | null;
  tags: Annotation[];
  masks: {
    /**
     * Names the mask within the image: there may be several of a tag.
     */
    id: string;
    tag: string;
    /**
     * `gs://` uri.
     */
    uri: string;
  }[];
  set: 'TRAIN' | 'TEST' | 'VALIDATION' | 'PREDETERMINED' | 'REVIEW';
  /**
   * While in REVIEW: the set that it was in before.
   */
  setBefore: ('TRAIN' | 'TEST' | 'VALIDATION' | 'PREDETERMINED' | 'REVIEW') | null;
  /**
   * The last decision about the image.
   */
  review: {
    /**
     * Uid of the person.
     */
    by: string;
    /**
     * Unix milliseconds.
     */
    at: number;
    decision: 'accept' | 'review' | 'reject' | 'empty';
  } | null;
  /**
   * A person has judged the image as it is now. Without any label: there is nothing in it.
   */
  checked: boolean;
  /**
   * While `checked`: a person has accepted it outside REVIEW, where it had a label already.
   */
  confirmed?: true;
  /**
   * Unix milliseconds.
   */
  date: number;
  monitor: string | null;
  /**
   * Session id, or `''`.
   */
  session: string;
  /**
   * Upright, in pixels.
   */
  width: number;
  height: number;
  /**
   * How often people or updateTags have changed it. Send it as `seen` of a change.
   */
  revision: number;
  suggested?: SuggestedClass;
  /**
   * Data URI of a WebP, if thumbnails were requested.
   */
  thumbnail?: string;
  /**
   * When it was rejected, Unix milliseconds.
   */
  at: number;
  /**
   * Uid of the person who rejected it; `''` if unknown.
   */
  by: string;
  /**
   * When it is permanently deleted, Unix milliseconds.
   */
  until: number;
}
export interface DeleteTrashedRequest {
  /**
   * @minItems 1
   * @maxItems 500
   *
   * Items: Image id.
   */
  images: string[];
}
export interface DeleteTrashedAnswer {
  error: false;
  status: 'success';
  /**
   * One per requested image, in the order of the request.
   */
  images: ImageOutcome[];
}
export interface RestoreImagesRequest {
  /**
   * @minItems 1
   * @maxItems 500
   *
   * Items: Image id.
   */
  images: string[];
}
export interface RestoreImagesAnswer {
  error: false;
  status: 'success';
  /**
   * One per requested image, in the order of the request.
   */
  images: ImageOutcome[];
}
export interface LinkImagesRequest {
  /**
   * @minItems 1
   * @maxItems 500
   *
   * Items: Image id.
   */
  images: string[];
}
export interface LinkImagesAnswer {
  error: false;
  status: 'success';
  links: {
    [k: string]: ImageLink;
  };
  /**
   * When the links expire, Unix milliseconds.
   */
  expires: number;
}
export interface ImageLink {
  /**
   * A URL that needs no credentials.
   */
  url: string;
  masks: {
    /**
     * Names the mask within the image: there may be several of a tag.
     */
    id: string;
    /**
     * Tag id.
     */
    tag: string;
    /**
     * A URL that needs no credentials.
     */
    url: string;
  }[];
}
export interface MakeDatasetRequest {
  /**
   * Name for people.
   */
  name: string;
  /**
   * Spec 2.1.
   */
  type: 'MULTICLASS' | 'MULTILABEL' | 'ANOMALY' | 'imageObjectDetection';
  /**
   * @maxItems 400
   */
  tags?: {
    name: string;
    /**
     * A CSS color; `''` for none.
     */
    color?: string;
    /**
     * One character: the keyboard shortcut; `''` for none.
     */
    key?: string;
    /**
     * The tag means unclassified data.
     */
    unclassified?: boolean;
  }[];
  /**
   * Default: 20 random letters and digits. Cannot be a word that is used in paths of routes.
   */
  id?: string;
}
export interface MakeDatasetAnswer {
  error: false;
  status: 'success';
  id: string;
}
export interface ListDatasetsAnswer {
  error: false;
  status: 'success';
  datasets: ListedDataset[];
  /**
   * Value of `after` for the next page; null if there is none.
   */
  next: string | null;
  /**
   * Records whose ownership is offered to the caller, newest first, at most 100. Absent if there are none.
   */
  offers?: ListedOffer[];
}
export interface ListedDataset {
  id: string;
  name: string;
  type: 'MULTICLASS' | 'MULTILABEL' | 'ANOMALY' | 'imageObjectDetection';
  imageCounter: number;
  /**
   * What suggestions rest on.
   */
  suggest: 'off' | 'builtin' | 'http';
  /**
   * Address of its own detector; `off`: Cloud Vision.
   */
  detector: string;
  /**
   * Role of the caller; an administrator counts as owner.
   */
  role: 'viewer' | 'editor' | 'owner';
  /**
   * Absent with `tags=false`.
   */
  tags?: {
    id: string;
    name: string;
  }[];
  /**
   * Only of a deleted dataset: when it is permanently deleted, Unix milliseconds.
   */
  deleted?: number;
}
export interface ChangeDatasetRequest {
  /**
   * Name for people.
   */
  name?: string;
  /**
   * Spec 2.1.
   */
  type?: 'MULTICLASS' | 'MULTILABEL' | 'ANOMALY' | 'imageObjectDetection';
  /**
   * What suggestions rest on (Contract 15). `off` removes what they have made of the pictures.
   */
  suggest?: 'off' | 'builtin' | 'http';
  /**
   * Where pictures are sent to for `detect` instead of Cloud Vision: https, a public host, no user name or password; `off`: Cloud Vision (Contract 16). For the owner.
   */
  detector?: string;
}
export interface ChangeDatasetAnswer {
  error: false;
  status: 'success';
}
export interface DeleteDatasetRequest {
  /**
   * The dataset's name.
   */
  confirm: string;
}
export interface DeleteDatasetAnswer {
  error: false;
  status: 'success';
  /**
   * When it can no longer be restored, Unix milliseconds.
   */
  until: number;
}
export interface RestoreDatasetAnswer {
  error: false;
  status: 'success';
}
export interface MakeTagRequest {
  name: string;
  /**
   * A CSS color; `''` for none.
   */
  color?: string;
  /**
   * One character: the keyboard shortcut; `''` for none.
   */
  key?: string;
  /**
   * Position among the tags. Default: the last one.
   */
  order?: number;
  /**
   * The tag means unclassified data.
   */
  unclassified?: boolean;
}
export interface MakeTagAnswer {
  error: false;
  status: 'success';
  id: string;
}
export interface ChangeTagRequest {
  name?: string;
  /**
   * A CSS color; `''` for none.
   */
  color?: string;
  /**
   * One character: the keyboard shortcut; `''` for none.
   */
  key?: string;
  /**
   * Position among the tags. Default: the last one.
   */
  order?: number;
  /**
   * The tag means unclassified data.
   */
  unclassified?: boolean;
}
export interface ChangeTagAnswer {
  error: false;
  status: 'success';
}
export interface DeleteTagRequest {
  /**
   * Id of the tag that takes over its images and annotations; null leaves them unlabelled.
   */
  into?: string | null;
}
export interface DeleteTagAnswer {
  error: false;
  status: 'success';
}
export interface AcceptDatasetAnswer {
  error: false;
  status: 'success';
}
export interface EndDatasetOfferAnswer {
  error: false;
  status: 'success';
}
export interface ListDatasetMembersAnswer {
  error: false;
  status: 'success';
  /**
   * The owner first, then by role and name.
   */
  people: ListedMember[];
  /**
   * Addresses that have no role yet. Only for the owner.
   */
  invitations?: ListedInvitation[];
  offer?: OpenOffer;
}
export interface SetDatasetMemberRequest {
  /**
   * `owner` offers ownership: once the person accepts, the previous owner becomes an editor.
   */
  role: 'viewer' | 'editor' | 'owner';
}
export interface SetDatasetMemberAnswer {
  error: false;
  status: 'success';
  /**
   * Ownership is offered; nothing has changed until the person accepts.
   */
  offered?: true;
}
export interface RemoveDatasetMemberAnswer {
  error: false;
  status: 'success';
}
export interface ListAdmittedMonitorsAnswer {
  error: false;
  status: 'success';
  monitors: AdmittedMonitor[];
  /**
   * Value of `after` for the next page; null if there is none.
   */
  next: string | null;
}
export interface AdmittedMonitor {
  monitor: string;
  /**
   * `''` if the monitor is gone.
   */
  name: string;
  /**
   * Uid of the editor who answers for it.
   */
  by: string;
  /**
   * Unix milliseconds.
   */
  at: number;
  /**
   * False: nobody who may edit the dataset answers for it, or the monitor is gone.
   */
  counts: boolean;
  /**
   * Date of its latest image in the dataset, Unix milliseconds; null if there is none.
   */
  last: number | null;
}
export interface AdmitMonitorAnswer {
  error: false;
  status: 'success';
}
export interface DismissMonitorAnswer {
  error: false;
  status: 'success';
}
export interface MakeDatasetKeyRequest {
  /**
   * What the key is for.
   */
  name: string;
  /**
   * What its jobs may do in the dataset.
   */
  role: 'viewer' | 'editor';
}
export interface MakeDatasetKeyAnswer {
  error: false;
  status: 'success';
  /**
   * The key that the job sends.
   */
  key: string;
  /**
   * The first 12 characters of its SHA-256.
   */
  hash: string;
}
export interface ListDatasetKeysAnswer {
  error: false;
  status: 'success';
  keys: ListedDatasetKey[];
}
export interface ListedDatasetKey {
  /**
   * The first 12 characters of its SHA-256.
   */
  hash: string;
  /**
   * What it is for.
   */
  name: string;
  /**
   * What its jobs may do in the dataset.
   */
  role: 'viewer' | 'editor';
  /**
   * Unix milliseconds.
   */
  made: number;
  /**
   * Uid of the person who created it.
   */
  by: string;
  /**
   * Day of its last use, `YYYY-MM-DD` (UTC); null if it was never used.
   */
  lastUsed: string | null;
}
export interface RevokeDatasetKeyAnswer {
  error: false;
  status: 'success';
}
export interface MakeHookRequest {
  /**
   * Where the events are sent to: https, a public host, no user name or password.
   */
  url: string;
  /**
   * What it is told.
   *
   * @minItems 1
   * @maxItems 4
   */
  events: ('version.ready' | 'run.ready' | 'import.done' | 'review.empty')[];
  /**
   * What the hook is for.
   */
  name?: string;
}
export interface MakeHookAnswer {
  error: false;
  status: 'success';
  /**
   * Its id.
   */
  hook: string;
  /**
   * What messages are signed with. No other answer has it.
   */
  secret: string;
}
export interface ListHooksAnswer {
  error: false;
  status: 'success';
  hooks: ListedHook[];
}
export interface ListedHook {
  /**
   * Its id.
   */
  hook: string;
  url: string;
  events: ('version.ready' | 'run.ready' | 'import.done' | 'review.empty')[];
  name: string;
  /**
   * Uid of the person who made it.
   */
  by: string;
  /**
   * Unix milliseconds.
   */
  createdAt: number;
  /**
   * Since when it is no longer tried, after a day without success; Unix milliseconds. A change, or a test that is delivered, starts it again.
   */
  failing: number | null;
  /**
   * When it ended for good: its receiver answered 410, or its record was deleted or got another owner. Unix milliseconds.
   */
  ended: number | null;
}
export interface ShowHookAnswer {
  error: false;
  status: 'success';
  /**
   * Its id.
   */
  hook: string;
  url: string;
  events: ('version.ready' | 'run.ready' | 'import.done' | 'review.empty')[];
  name: string;
  /**
   * Uid of the person who made it.
   */
  by: string;
  /**
   * Unix milliseconds.
   */
  createdAt: number;
  /**
   * Since when it is no longer tried, after a day without success; Unix milliseconds. A change, or a test that is delivered, starts it again.
   */
  failing: number | null;
  /**
   * When it ended for good: its receiver answered 410, or its record was deleted or got another owner. Unix milliseconds.
   */
  ended: number | null;
  deliveries: HookDelivery[];
}
export interface ChangeHookRequest {
  /**
   * Where the events are sent to: https, a public host, no user name or password.
   */
  url?: string;
  /**
   * What it is told.
   *
   * @minItems 1
   * @maxItems 4
   */
  events?: ('version.ready' | 'run.ready' | 'import.done' | 'review.empty')[];
  /**
   * What the hook is for.
   */
  name?: string;
}
export interface ChangeHookAnswer {
  error: false;
  status: 'success';
}
export interface DeleteHookAnswer {
  error: false;
  status: 'success';
}
export interface TestHookAnswer {
  error: false;
  status: 'success';
  delivered: boolean;
  /**
   * Status of the answer; null if there was none.
   */
  answered: number | null;
  /**
   * Why there was no answer. `address`: it is not https, or leads to a private address. `timeout`: ten seconds have passed.
   */
  problem: ('address' | 'connection' | 'timeout') | null;
}
export interface MakeVersionRequest {
  name?: string;
  note?: string;
  /**
   * Percentage of the images for test. Both absent mean 10 and 10; when one is given, the other is 0.
   */
  test?: number;
  /**
   * Percentage of the images for validation. Both absent mean 10 and 10; when one is given, the other is 0.
   */
  validation?: number;
  /**
   * Images that must be in the same set, as in csv.
   */
  group?: 'burst' | 'minute' | 'session' | 'image';
  /**
   * Renames or merges classes, as in csv: `{"<tag id or name>": "<label>"}` or `name:label,name:label`. Null leaves the tag out.
   */
  tagmap?:
    | string
    | {
        [k: string]: unknown;
      };
  /**
   * Writes the assigned sets to the records, which keep them from then on.
   */
  save?: boolean;
  filter?: Filter;
  /**
   * Annotations of models that no person has accepted.
   */
  inference?: 'include' | 'exclude';
  /**
   * Images without any label that nobody has checked. Unless given, they are excluded from datasets of boxes or masks, where readers would take them for images with nothing in them.
   */
  unchecked?: 'include' | 'exclude';
}
/**
 * Images that a list with these filters has; all without any.
 */
export interface Filter {
  /**
   * Tag id: images that have it as their class, in an annotation or in a mask. Of several, any of them.
   */
  tag?: string | string[];
  /**
   * Session id, or `day-YYYY-MM-DD` for the images of that day (UTC) without a session.
   */
  session?: string;
  /**
   * Monitor id. Of several, any of them.
   */
  monitor?: string | string[];
  /**
   * Of several, any of them.
   */
  set?:
    | ('TRAIN' | 'TEST' | 'VALIDATION' | 'PREDETERMINED' | 'REVIEW')
    | ('TRAIN' | 'TEST' | 'VALIDATION' | 'PREDETERMINED' | 'REVIEW')[];
  labelled?: boolean;
  checked?: boolean;
  /**
   * Unix milliseconds.
   */
  from?: number;
  /**
   * Unix milliseconds.
   */
  to?: number;
}
export interface MakeVersionAnswer {
  error: false;
  status: 'success';
  number: number;
  hash: string;
  counts: VersionCounts;
}
export interface VersionCounts {
  images: number;
  /**
   * Of the originals.
   */
  bytes: number;
  unlabelled: number;
  sets: SetCounts;
  /**
   * By set: who has labelled the images. Absent in versions of earlier releases.
   */
  labels?: {
    TRAIN: LabelCounts;
    TEST: LabelCounts;
    VALIDATION: LabelCounts;
  };
  tags: {
    tag: string;
    images: number;
    annotations: number;
    masks: number;
    sets: SetCounts;
    /**
     * By set: annotations and masks; a mask and the box around it are one.
     */
    objects?: {
      TRAIN: number;
      TEST: number;
      VALIDATION: number;
    };
  }[];
  /**
   * Numbers of what some export format cannot hold.
   */
  features: {
    rects: number;
    maskBoxes: number;
    points: number;
    unaccepted: number;
    masks: number;
    flatBoxes: number;
    classified: number;
    severalTags: number;
    webp: number;
    largeImages: number;
    smallBoxes: number;
    manyBoxes: number;
  };
  /**
   * What was left out, by reason.
   */
  dropped: {
    [k: string]: number;
  };
  groups: {
    count: number;
    largest: number;
    /**
     * By what images are together, if by bursts: `look`: similar thumbnails; `signature`: near copies too. Absent in versions of earlier releases.
     */
    alike?: 'look' | 'signature';
  };
  /**
   * Shares that the split could not reach, in sentences.
   */
  warnings: string[];
  /**
   * The same, as codes with their values. Absent in versions of earlier releases.
   */
  warningCodes?: SplitWarning[];
}
/**
 * Images in each set.
 */
export interface SetCounts {
  TRAIN: number;
  TEST: number;
  VALIDATION: number;
}
/**
 * Images; each counts once.
 */
export interface LabelCounts {
  /**
   * Labels, all of them by people.
   */
  manual: number;
  /**
   * Annotations or a class of models that no person has checked.
   */
  inference: number;
  /**
   * Nothing in it, as a person has said.
   */
  empty: number;
  /**
   * No label, and nobody has checked it.
   */
  unchecked: number;
  /**
   * Labels without a class in this version.
   */
  unclassed: number;
}
export interface ListVersionsAnswer {
  error: false;
  status: 'success';
  versions: ListedVersion[];
  /**
   * For `after` of the next page; null at the end.
   */
  next: number | null;
}
export interface ListedVersion {
  number: number;
  name: string;
  note: string;
  /**
   * uid of who made it; `''` for nobody that is known.
   */
  by: string;
  /**
   * Unix milliseconds.
   */
  createdAt: number;
  state: 'building' | 'ready' | 'failed';
  /**
   * SHA-256 of the manifest; `''` unless ready.
   */
  hash: string;
  /**
   * Why it failed.
   */
  reason?: string;
  images: number;
}
export interface PreviewVersionRequest {
  name?: string;
  note?: string;
  /**
   * Percentage of the images for test. Both absent mean 10 and 10; when one is given, the other is 0.
   */
  test?: number;
  /**
   * Percentage of the images for validation. Both absent mean 10 and 10; when one is given, the other is 0.
   */
  validation?: number;
  /**
   * Images that must be in the same set, as in csv.
   */
  group?: 'burst' | 'minute' | 'session' | 'image';
  /**
   * Renames or merges classes, as in csv: `{"<tag id or name>": "<label>"}` or `name:label,name:label`. Null leaves the tag out.
   */
  tagmap?:
    | string
    | {
        [k: string]: unknown;
      };
  /**
   * Writes the assigned sets to the records, which keep them from then on.
   */
  save?: boolean;
  filter?: Filter;
  /**
   * Annotations of models that no person has accepted.
   */
  inference?: 'include' | 'exclude';
  /**
   * Images without any label that nobody has checked. Unless given, they are excluded from datasets of boxes or masks, where readers would take them for images with nothing in them.
   */
  unchecked?: 'include' | 'exclude';
}
export interface PreviewVersionAnswer {
  error: false;
  status: 'success';
  counts: VersionCounts;
}
export interface ShowVersionAnswer {
  error: false;
  status: 'success';
  number: number;
  name: string;
  note: string;
  /**
   * uid of who made it; `''` for nobody that is known.
   */
  by: string;
  /**
   * Unix milliseconds.
   */
  createdAt: number;
  state: 'building' | 'ready' | 'failed';
  /**
   * SHA-256 of the manifest; `''` unless ready.
   */
  hash: string;
  /**
   * Why it failed.
   */
  reason?: string;
  counts: VersionCounts | null;
  parameters: VersionParameters;
  /**
   * What each export format cannot hold of this version; empty unless it is ready.
   */
  formats: {
    format:
      | 'csv'
      | 'vertex-csv'
      | 'vertex-jsonl'
      | 'ndjson'
      | 'yolo'
      | 'coco'
      | 'voc'
      | 'imagefolder'
      | 'masks'
      | 'sightline';
    /**
     * How a reader can get the images; the default first.
     */
    images: ('links' | 'bytes' | 'none')[];
    notes: {
      code: string;
      count: number;
      /**
       * The sentence.
       */
      text: string;
    }[];
  }[];
}
export interface VersionParameters {
  type: 'MULTICLASS' | 'MULTILABEL' | 'ANOMALY' | 'imageObjectDetection';
  test: number;
  validation: number;
  group: 'burst' | 'minute' | 'session' | 'image';
  save: boolean;
  /**
   * Label by tag id.
   */
  tagmap: {
    [k: string]: string | null;
  };
  filter: Filter;
  inference?: 'include' | 'exclude';
  unchecked?: 'include' | 'exclude';
  /**
   * All tags as they were, in their order.
   */
  tags: {
    id: string;
    name: string;
    unclassified: boolean;
    /**
     * Absent in versions of earlier releases.
     */
    color?: string;
    /**
     * Absent if it has none.
     */
    key?: string;
  }[];
}
export interface DiffVersionsAnswer {
  error: false;
  status: 'success';
  added: {
    count: number;
    /**
     * Image ids of this page.
     */
    images: string[];
  };
  removed: {
    count: number;
    /**
     * Image ids of this page.
     */
    images: string[];
  };
  relabelled: {
    count: number;
    /**
     * Image ids of this page.
     */
    images: string[];
  };
  moved: {
    count: number;
    /**
     * Image ids of this page.
     */
    images: string[];
  };
  /**
   * With `details=true`: the images of this page, before and after.
   */
  details?: {
    image: string;
    name: string;
    /**
     * Null: it was not in the earlier version.
     */
    before: VersionLabels | null;
    /**
     * Null: it is not in the later version.
     */
    after: VersionLabels | null;
  }[];
  /**
   * For `after` of the next page; null at the end.
   */
  next: string | null;
}
export interface VersionLabels {
  set: 'TRAIN' | 'TEST' | 'VALIDATION';
  tag: string | null;
  /**
   * Number by tag id.
   */
  annotations: {
    [k: string]: number;
  };
  /**
   * Their tag ids.
   */
  masks: string[];
}
export interface ExportVersionAnswer {
  error: false;
  status: 'success';
  /**
   * Address of the file.
   */
  result: string;
  /**
   * What the format cannot hold, in sentences.
   */
  notes: string[];
}
export interface FollowLinkAnswer {
  error: false;
  status: 'success';
  result: string;
}
export interface MakeImportRequest {
  /**
   * File name of the archive.
   */
  name: string;
  /**
   * Bytes.
   */
  size: number;
}
export interface MakeImportAnswer {
  error: false;
  status: 'success';
  id: string;
  /**
   * URL that accepts the bytes without credentials, for a week.
   */
  upload: string;
}
export interface CheckImportRequest {
  /**
   * The archive's format; recognized by its content unless given. An archive with labels that are not understood is only imported in a format that is given.
   */
  format?:
    | 'csv'
    | 'vertex-csv'
    | 'vertex-jsonl'
    | 'ndjson'
    | 'yolo'
    | 'coco'
    | 'voc'
    | 'imagefolder'
    | 'masks'
    | 'sightline'
    | 'cvat'
    | 'label-studio'
    | 'labelme'
    | 'datumaro'
    | 'supervisely'
    | 'kitti'
    | 'openimages'
    | 'classes-csv'
    | 'tensorflow-csv'
    | 'folders';
  /**
   * Tags for labels of the archive: `{"<label>": "<tag id or name>"}` or `label:tag,label:tag`. Null leaves the label out. A tag that does not exist is created.
   */
  tagmap?:
    | string
    | {
        [k: string]: unknown;
      };
}
export interface CheckImportAnswer {
  error: false;
  status: 'success';
  format:
    | 'csv'
    | 'vertex-csv'
    | 'vertex-jsonl'
    | 'ndjson'
    | 'yolo'
    | 'coco'
    | 'voc'
    | 'imagefolder'
    | 'masks'
    | 'sightline'
    | 'cvat'
    | 'label-studio'
    | 'labelme'
    | 'datumaro'
    | 'supervisely'
    | 'kitti'
    | 'openimages'
    | 'classes-csv'
    | 'tensorflow-csv'
    | 'folders';
  images: number;
  /**
   * Images that would have no class, annotation or mask.
   */
  unlabelled: number;
  labels: ImportLabel[];
  sets: {
    TRAIN: number;
    VALIDATION: number;
    TEST: number;
    PREDETERMINED: number;
  };
  unread: ImportUnread;
  /**
   * Sentences about what is not kept or not read, with counts by kind.
   */
  notes: string[];
  /**
   * The same, as codes with their values.
   */
  noteCodes: ImportNote[];
  /**
   * False: some labels are not read, as `notes` says. `run` then needs `format`.
   */
  understood: boolean;
}
export interface ImportLabel {
  /**
   * As the archive spells it.
   */
  label: string;
  /**
   * Images that have it as a class, in an annotation or in a mask.
   */
  images: number;
  annotations: number;
  masks: number;
  /**
   * Id of its tag; null if the tag is new or the label left out.
   */
  tag: string | null;
  /**
   * Name of its tag; null if the label is left out.
   */
  name: string | null;
  /**
   * The run creates this tag.
   */
  isNew: boolean;
}
/**
 * What cannot be read, and why.
 */
export interface ImportUnread {
  count: number;
  /**
   * The first 100 of them.
   */
  items: {
    path: string;
    reason: string;
  }[];
}
/**
 * What is not kept or not read.
 */
export interface ImportNote {
  code:
    | 'not read'
    | 'labels in colors'
    | 'panoptic'
    | 'unknown labels'
    | 'choose format'
    | 'folders only'
    | 'pictures without labels'
    | 'other files'
    | 'segmentations'
    | 'further classes'
    | 'repeated pictures'
    | 'flat boxes'
    | 'joined masks'
    | 'not kept';
  values: {
    count?: number;
    /**
     * The first of the files.
     */
    file?: string;
    /**
     * Further files.
     */
    more?: number;
    /**
     * What the files are, or what is not kept.
     */
    what?: string;
    /**
     * What to export instead.
     */
    instead?: string;
    format?:
      | 'csv'
      | 'vertex-csv'
      | 'vertex-jsonl'
      | 'ndjson'
      | 'yolo'
      | 'coco'
      | 'voc'
      | 'imagefolder'
      | 'masks'
      | 'sightline'
      | 'cvat'
      | 'label-studio'
      | 'labelme'
      | 'datumaro'
      | 'supervisely'
      | 'kitti'
      | 'openimages'
      | 'classes-csv'
      | 'tensorflow-csv'
      | 'folders';
  };
}
export interface RunImportRequest {
  /**
   * The archive's format; recognized by its content unless given. An archive with labels that are not understood is only imported in a format that is given.
   */
  format?:
    | 'csv'
    | 'vertex-csv'
    | 'vertex-jsonl'
    | 'ndjson'
    | 'yolo'
    | 'coco'
    | 'voc'
    | 'imagefolder'
    | 'masks'
    | 'sightline'
    | 'cvat'
    | 'label-studio'
    | 'labelme'
    | 'datumaro'
    | 'supervisely'
    | 'kitti'
    | 'openimages'
    | 'classes-csv'
    | 'tensorflow-csv'
    | 'folders';
  /**
   * Tags for labels of the archive: `{"<label>": "<tag id or name>"}` or `label:tag,label:tag`. Null leaves the label out. A tag that does not exist is created.
   */
  tagmap?:
    | string
    | {
        [k: string]: unknown;
      };
  /**
   * How long this call imports before it answers, once it has read the lists and labels of the archive.
   */
  seconds?: number;
}
export interface RunImportAnswer {
  error: false;
  status: 'success';
  state: 'running' | 'done';
  format:
    | 'csv'
    | 'vertex-csv'
    | 'vertex-jsonl'
    | 'ndjson'
    | 'yolo'
    | 'coco'
    | 'voc'
    | 'imagefolder'
    | 'masks'
    | 'sightline'
    | 'cvat'
    | 'label-studio'
    | 'labelme'
    | 'datumaro'
    | 'supervisely'
    | 'kitti'
    | 'openimages'
    | 'classes-csv'
    | 'tensorflow-csv'
    | 'folders';
  progress: ImportProgress;
  unread: ImportUnread;
}
/**
 * Numbers of images.
 */
export interface ImportProgress {
  total: number;
  /**
   * The sum of `added`, `known` and `failed`.
   */
  done: number;
  added: number;
  /**
   * Images whose bytes were already in the dataset.
   */
  known: number;
  failed: number;
}
export interface MakeRunRequest {
  /**
   * For people.
   */
  name: string;
  /**
   * Whatever you call the model.
   */
  model?: string | '';
  /**
   * Number of the version that the model was trained on.
   */
  trainedOn?: number;
  /**
   * An open run, which is told its predictions while images arrive.
   */
  live?: boolean;
  /**
   * A run of the dataset's detector, or Cloud Vision: `detect` looks at the images.
   */
  source?: 'detect';
  filter?: Filter;
}
export interface MakeRunAnswer {
  error: false;
  status: 'success';
  number: number;
  /**
   * URL that accepts the bytes without credentials, for a week; absent for an open run.
   */
  upload?: string;
}
export interface ListRunsAnswer {
  error: false;
  status: 'success';
  runs: Run[];
  /**
   * For `after` of the next page; null at the end.
   */
  next: number | null;
}
export interface Run {
  number: number;
  name: string;
  /**
   * `''` if it was not given.
   */
  model: string;
  /**
   * Where its predictions come from.
   */
  source: 'upload' | 'live' | 'detect' | 'builtin';
  /**
   * The version that the model was trained on, if it is known.
   */
  trainedOn: number | null;
  /**
   * `open` takes predictions; `building` waits for its file, or is being put in order; `ready` never changes.
   */
  state: 'open' | 'building' | 'ready' | 'failed';
  /**
   * SHA-256 of its file; `''` unless ready.
   */
  hash: string;
  /**
   * Null unless ready.
   */
  counts: RunCounts | null;
  /**
   * uid of who made it; `''` for nobody that is known.
   */
  by: string;
  /**
   * Unix milliseconds.
   */
  createdAt: number;
  /**
   * Why it failed.
   */
  reason?: string;
}
export interface RunCounts {
  /**
   * Images that the model has looked at.
   */
  images: number;
  /**
   * Those of them in which it saw nothing.
   */
  empty: number;
  predictions: number;
  /**
   * Predictions by tag id.
   */
  tags: {
    [k: string]: number;
  };
  /**
   * Images that it was told of, but that were gone when it was made.
   */
  gone: number;
}
export interface ShowRunAnswer {
  error: false;
  status: 'success';
  number: number;
  name: string;
  /**
   * `''` if it was not given.
   */
  model: string;
  /**
   * Where its predictions come from.
   */
  source: 'upload' | 'live' | 'detect' | 'builtin';
  /**
   * The version that the model was trained on, if it is known.
   */
  trainedOn: number | null;
  /**
   * `open` takes predictions; `building` waits for its file, or is being put in order; `ready` never changes.
   */
  state: 'open' | 'building' | 'ready' | 'failed';
  /**
   * SHA-256 of its file; `''` unless ready.
   */
  hash: string;
  /**
   * Null unless ready.
   */
  counts: RunCounts | null;
  /**
   * uid of who made it; `''` for nobody that is known.
   */
  by: string;
  /**
   * Unix milliseconds.
   */
  createdAt: number;
  /**
   * Why it failed.
   */
  reason?: string;
}
export interface DeleteRunAnswer {
  error: false;
  status: 'success';
}
export interface AddPredictionsRequest {
  /**
   * @minItems 1
   * @maxItems 500
   */
  predictions: {
    /**
     * Image id, or path `image/<image_id>`.
     */
    image: string;
    /**
     * Empty where the model saw nothing.
     *
     * @maxItems 1000
     */
    predictions: {
      /**
       * Tag id, or path `dataset/<dataset_id>/tag/<tag_id>`.
       */
      tag: string;
      score: number;
      /**
       * Corner, width and height as shares of the upright image; what is beyond its edges is cut off.
       *
       * @minItems 4
       * @maxItems 4
       */
      box?: [number, number, number, number];
      /**
       * A mask as COCO's compressed run lengths; `size` is height and width of the upright image.
       */
      rle?: {
        counts: string;
        /**
         * @minItems 2
         * @maxItems 2
         */
        size: [number, number];
      };
    }[];
  }[];
}
export interface AddPredictionsAnswer {
  error: false;
  status: 'success';
  /**
   * Images.
   */
  kept: number;
  /**
   * Images that the dataset does not have, or, for a camera, that are not of its monitor.
   */
  unknown: string[];
}
export interface CloseRunAnswer {
  error: false;
  status: 'success';
  number: number;
  /**
   * SHA-256 of its file; `''` unless ready.
   */
  hash: string;
  counts: RunCounts;
}
export interface DetectRunAnswer {
  error: false;
  status: 'success';
  number: number;
  /**
   * Images that the detector has answered for.
   */
  done: number;
  /**
   * Images that it could not look at. They are not in the run.
   */
  failed: number;
  /**
   * Predictions without a class of the dataset, or without a place, by what the detector calls them.
   */
  lost: {
    label: string;
    predictions: number;
  }[];
  /**
   * Images that are left; 0 once the run is ready.
   */
  left: number;
  /**
   * Of a run that is ready.
   */
  hash?: string;
  counts?: RunCounts;
}
export interface CheckRunRequest {
  /**
   * The format of the file; recognized by its content unless given.
   */
  format?: 'ndjson' | 'coco' | 'ultralytics' | 'yolo' | 'vertex' | 'labelstudio';
  /**
   * Tags for classes of the file: `{"<class>": "<tag id or name>"}` or `class:tag,class:tag`. Null leaves the class out.
   */
  tagmap?:
    | string
    | {
        [k: string]: unknown;
      };
  /**
   * Number of the version by whose exports the file names images and numbers classes; by default that of `trainedOn`, else the last ready one. Not used by `ndjson`, which has ids.
   */
  version?: number | 'latest';
  /**
   * Score of predictions that have none; without it, such a file is refused.
   */
  score?: number;
}
export interface CheckRunAnswer {
  error: false;
  status: 'success';
  format: 'ndjson' | 'coco' | 'ultralytics' | 'yolo' | 'vertex' | 'labelstudio';
  /**
   * Images of which it says something.
   */
  images: number;
  /**
   * Those of them in which the model saw nothing.
   */
  empty: number;
  predictions: number;
  labels: RunLabel[];
  /**
   * Entries of the file whose image is not known.
   */
  unmatched: {
    count: number;
    /**
     * The first 100 of them.
     */
    items: {
      path: string;
      reason: string;
    }[];
  };
  /**
   * Predictions, or parts of them, that are left out, by kind.
   */
  lost: {
    [k: string]: number;
  };
}
export interface RunLabel {
  /**
   * As the file, or the version, calls the class.
   */
  label: string;
  /**
   * Id of its tag; null if there is none or it is left out, and its predictions are, too.
   */
  tag: string | null;
  predictions: number;
}
export interface FinishRunRequest {
  /**
   * The format of the file; recognized by its content unless given.
   */
  format?: 'ndjson' | 'coco' | 'ultralytics' | 'yolo' | 'vertex' | 'labelstudio';
  /**
   * Tags for classes of the file: `{"<class>": "<tag id or name>"}` or `class:tag,class:tag`. Null leaves the class out.
   */
  tagmap?:
    | string
    | {
        [k: string]: unknown;
      };
  /**
   * Number of the version by whose exports the file names images and numbers classes; by default that of `trainedOn`, else the last ready one. Not used by `ndjson`, which has ids.
   */
  version?: number | 'latest';
  /**
   * Score of predictions that have none; without it, such a file is refused.
   */
  score?: number;
}
export interface FinishRunAnswer {
  error: false;
  status: 'success';
  number: number;
  /**
   * SHA-256 of its file; `''` unless ready.
   */
  hash: string;
  counts: RunCounts;
}
export interface EvaluateRunRequest {
  /**
   * Number of the version that the run is compared with, or `latest`: the last ready one.
   */
  version: number | 'latest';
  /**
   * The set of the version whose images count.
   */
  set?: 'TRAIN' | 'TEST' | 'VALIDATION';
  /**
   * What a right prediction overlaps at least (intersection over union): 0.5 if absent. Average precision has its own overlaps. Not for images with classes.
   */
  iou?: number;
  /**
   * Predictions with lower scores are not in the confusion matrix: 0.5 if absent, for images with classes 0.
   */
  threshold?: number;
}
export interface EvaluateRunAnswer {
  error: false;
  status: 'success';
  /**
   * Its number.
   */
  version: number;
  report: ClassReport | ObjectReport;
}
export interface ClassReport {
  kind: 'classes';
  accuracy: number | null;
  classes: {
    class: string;
    images: number;
    precision: number | null;
    recall: number | null;
    f1: number | null;
  }[];
  set: 'TRAIN' | 'TEST' | 'VALIDATION';
  /**
   * What a right prediction overlaps at least; null for classes.
   */
  iou: number | null;
  /**
   * Predictions with lower scores are not in the confusion matrix.
   */
  threshold: number;
  /**
   * Images in the figures: of the set, and looked at by the run.
   */
  images: number;
  /**
   * At the scores 0, 0.01 … 1.
   */
  curve: ScoreCut[];
  /**
   * The highest score with the best F1; null if nothing is right.
   */
  best: ScoreCut | null;
  calibration: {
    /**
     * Of the scores 0 to 0.1, 0.1 to 0.2 and so on: the mean score and the share of right answers.
     */
    bins: {
      answers: number;
      score: number | null;
      right: number | null;
    }[];
    expectedError: number | null;
  };
  confusion: {
    classes: string[];
    /**
     * A row for each true class, a column for each predicted one; the last of each is nothing.
     */
    counts: number[][];
  };
  uncovered: {
    /**
     * Of the set, but the run has not looked at them.
     */
    run: {
      count: number;
      /**
       * The first 20 of them.
       */
      images: string[];
    };
    /**
     * In the run, but not in the version.
     */
    version: {
      count: number;
      /**
       * The first 20 of them.
       */
      images: string[];
    };
  };
  /**
   * Images that the model was trained on; null if its version is not known.
   */
  leaked: {
    count: number;
    /**
     * The first 20 of them.
     */
    images: string[];
  } | null;
  /**
   * Images without class, which are not in the figures.
   */
  unlabelled: number;
  /**
   * Annotations of models that no person has accepted; they count as labels.
   */
  unaccepted: number;
  /**
   * Predictions of tags without a class in the version.
   */
  unclassed: number;
  /**
   * Masks that could not be read.
   */
  unreadable: number;
}
/**
 * If predictions from this score on are shown.
 */
export interface ScoreCut {
  score: number;
  precision: number;
  recall: number;
  f1: number;
}
export interface ObjectReport {
  kind: 'boxes' | 'masks';
  /**
   * COCO's twelve figures.
   */
  coco: {
    ap: number | null;
    ap50: number | null;
    ap75: number | null;
    apSmall: number | null;
    apMedium: number | null;
    apLarge: number | null;
    ar1: number | null;
    ar10: number | null;
    ar100: number | null;
    arSmall: number | null;
    arMedium: number | null;
    arLarge: number | null;
  };
  classes: {
    class: string;
    objects: number;
    predictions: number;
    /**
     * The highest score with the best F1; null if nothing is right.
     */
    best: ScoreCut | null;
    ap: number | null;
    ap50: number | null;
    ap75: number | null;
  }[];
  set: 'TRAIN' | 'TEST' | 'VALIDATION';
  /**
   * What a right prediction overlaps at least; null for classes.
   */
  iou: number | null;
  /**
   * Predictions with lower scores are not in the confusion matrix.
   */
  threshold: number;
  /**
   * Images in the figures: of the set, and looked at by the run.
   */
  images: number;
  /**
   * At the scores 0, 0.01 … 1.
   */
  curve: ScoreCut[];
  /**
   * The highest score with the best F1; null if nothing is right.
   */
  best: ScoreCut | null;
  calibration: {
    /**
     * Of the scores 0 to 0.1, 0.1 to 0.2 and so on: the mean score and the share of right answers.
     */
    bins: {
      answers: number;
      score: number | null;
      right: number | null;
    }[];
    expectedError: number | null;
  };
  confusion: {
    classes: string[];
    /**
     * A row for each true class, a column for each predicted one; the last of each is nothing.
     */
    counts: number[][];
  };
  uncovered: {
    /**
     * Of the set, but the run has not looked at them.
     */
    run: {
      count: number;
      /**
       * The first 20 of them.
       */
      images: string[];
    };
    /**
     * In the run, but not in the version.
     */
    version: {
      count: number;
      /**
       * The first 20 of them.
       */
      images: string[];
    };
  };
  /**
   * Images that the model was trained on; null if its version is not known.
   */
  leaked: {
    count: number;
    /**
     * The first 20 of them.
     */
    images: string[];
  } | null;
  /**
   * Images without class, which are not in the figures.
   */
  unlabelled: number;
  /**
   * Annotations of models that no person has accepted; they count as labels.
   */
  unaccepted: number;
  /**
   * Predictions of tags without a class in the version.
   */
  unclassed: number;
  /**
   * Masks that could not be read.
   */
  unreadable: number;
}
export interface ListRunImagesAnswer {
  error: false;
  status: 'success';
  images: JudgedImage[];
  /**
   * For `after` of the next page; null at the end.
   */
  next: string | null;
}
export interface JudgedImage {
  id: string;
  /**
   * `gs://` uri.
   */
  uri: string;
  name: string;
  /**
   * Tag id; null if the image is unlabelled.
   */
  tag: string | null;
  tags: Annotation[];
  masks: {
    /**
     * Names the mask within the image: there may be several of a tag.
     */
    id: string;
    tag: string;
    /**
     * `gs://` uri.
     */
    uri: string;
  }[];
  set: 'TRAIN' | 'TEST' | 'VALIDATION' | 'PREDETERMINED' | 'REVIEW';
  /**
   * While in REVIEW: the set that it was in before.
   */
  setBefore: ('TRAIN' | 'TEST' | 'VALIDATION' | 'PREDETERMINED' | 'REVIEW') | null;
  /**
   * The last decision about the image.
   */
  review: {
    /**
     * Uid of the person.
     */
    by: string;
    /**
     * Unix milliseconds.
     */
    at: number;
    decision: 'accept' | 'review' | 'reject' | 'empty';
  } | null;
  /**
   * A person has judged the image as it is now. Without any label: there is nothing in it.
   */
  checked: boolean;
  /**
   * While `checked`: a person has accepted it outside REVIEW, where it had a label already.
   */
  confirmed?: true;
  /**
   * Unix milliseconds.
   */
  date: number;
  monitor: string | null;
  /**
   * Session id, or `''`.
   */
  session: string;
  /**
   * Upright, in pixels.
   */
  width: number;
  height: number;
  /**
   * How often people or updateTags have changed it. Send it as `seen` of a change.
   */
  revision: number;
  suggested?: SuggestedClass;
  /**
   * Data URI of a WebP, if thumbnails were requested.
   */
  thumbnail?: string;
  predictions: Prediction[];
}
export interface Prediction {
  /**
   * Tag id.
   */
  tag: string;
  /**
   * From 0 to 1.
   */
  score: number;
  /**
   * Corner, width and height, as shares of the upright image.
   */
  box?: number[];
  /**
   * COCO's compressed run lengths; `size` is height and width in pixels.
   */
  rle?: {
    counts: string;
    size: number[];
  };
}
export interface CompareRunsAnswer {
  error: false;
  status: 'success';
  /**
   * Its number.
   */
  version: number;
  kind: 'classes' | 'boxes' | 'masks';
  images: number;
  /**
   * Groups of images that are near copies.
   */
  bursts: number;
  /**
   * Of the set, but the run has not looked at them.
   */
  uncovered: {
    a: {
      count: number;
      /**
       * The first 20 of them.
       */
      images: string[];
    };
    b: {
      count: number;
      /**
       * The first 20 of them.
       */
      images: string[];
    };
  };
  /**
   * Masks that could not be read.
   */
  unreadable: number;
  figures: ComparedFigure[];
}
export interface ComparedFigure {
  /**
   * `ap`, `ap50`, `accuracy`, `bestF1` and so on.
   */
  figure: string;
  /**
   * Null for a figure of all classes.
   */
  class: string | null;
  a: number | null;
  b: number | null;
  /**
   * Of b minus a.
   */
  difference: number | null;
  /**
   * 95 % of the differences of drawn images are within it: lower and upper end; null if nothing can be drawn.
   */
  interval: number[] | null;
}
export interface ReviewRunRequest {
  /**
   * Highest first; docs/models.md says what each means.
   */
  order?: 'disagreement' | 'uncertain' | 'missed' | 'extra' | 'score';
  /**
   * Images.
   */
  count: number;
  /**
   * `session`: one of each session in turns, because images of one session are alike.
   */
  spread?: 'session' | 'none';
}
export interface ReviewRunAnswer {
  error: false;
  status: 'success';
  /**
   * Image ids, first ones first.
   */
  images: string[];
}
export interface ExportRunAnswer {
  error: false;
  status: 'success';
  /**
   * Address of the file.
   */
  result: string;
}
export interface AddVectorsAnswer {
  error: false;
  status: 'success';
  /**
   * Images that have a vector.
   */
  have: number;
  /**
   * Images whose picture is not there or cannot be decoded.
   */
  unreadable: number;
  /**
   * 0 once all images have been looked at.
   */
  lack: number;
}
export interface ShowSuggestAnswer {
  error: false;
  status: 'success';
  embedder: 'off' | 'builtin' | 'http';
  vectors: {
    /**
     * Images that have a vector.
     */
    have: number;
    /**
     * Images whose picture is not there or cannot be decoded.
     */
    unreadable: number;
    /**
     * Images that lack one, as far as the counters of the dataset say.
     */
    lack: number;
  };
  /**
   * By tag id: images that are learned from, at most 100 of a class.
   */
  labelled: {
    [k: string]: number;
  };
  /**
   * Share of these that is recognized when their whole burst is left out; null while labels are too few.
   */
  accuracy: number | null;
  /**
   * By tag id: whether labels of ten bursts are there, and 90 % of them are recognized.
   */
  enough: {
    [k: string]: boolean;
  };
}
export interface MakeSuggestionsAnswer {
  error: false;
  status: 'success';
  run: number;
  /**
   * SHA-256 of its file; `''` unless ready.
   */
  hash: string;
  counts: RunCounts;
}
export interface MakeAcceptanceRequest {
  /**
   * Least score of the likeliest class.
   */
  atLeast: number;
  tag?: string | null;
  /**
   * Least share that must be right, with 95 % confidence.
   */
  precision?: number;
}
export interface MakeAcceptanceAnswer {
  error: false;
  status: 'success';
  /**
   * Id.
   */
  acceptance: string;
  precision: number;
  /**
   * Images that would get their class, those of the sample included.
   */
  suggestions: number;
  sample: SampledImage[];
}
export interface SampledImage {
  image: string;
  /**
   * The suggested class.
   */
  tag: string;
  score: number;
  /**
   * Send it as `seen`.
   */
  revision: number;
}
export interface JudgeAcceptanceRequest {
  /**
   * @minItems 1
   * @maxItems 500
   */
  judged: {
    /**
     * Image of the sample.
     */
    image: string;
    /**
     * Its revision that you have seen; with another one it stays as it is.
     */
    seen: number;
    /**
     * Whether the suggested class is right.
     */
    right: boolean;
    tag?: string | null;
  }[];
}
export interface JudgeAcceptanceAnswer {
  error: false;
  status: 'success';
  /**
   * At least this share of all is right, with 95 % confidence.
   */
  bound: number;
  /**
   * Images that have got their class.
   */
  accepted: number;
  /**
   * Images that had changed.
   */
  stale: number;
  /**
   * Images that the next call goes on with; 0 once all is done.
   */
  left: number;
}
export interface UndoAcceptanceAnswer {
  error: false;
  status: 'success';
  /**
   * Images without a class again.
   */
  restored: number;
  /**
   * Images that somebody has changed since.
   */
  changed: number;
  /**
   * Images that the next call goes on with; 0 once all is done.
   */
  left: number;
}
export interface FindSimilarAnswer {
  error: false;
  status: 'success';
  images: SimilarImage[];
}
export interface SimilarImage {
  image: string;
  /**
   * Of what the pictures look like; only to be compared within a dataset.
   */
  distance: number;
}
export interface FindImagesAnswer {
  error: false;
  status: 'success';
  images: FoundImage[];
  /**
   * For `after` of the next page; null at the end.
   */
  next: string | null;
}
export interface FoundImage {
  image: string;
  /**
   * Of `duplicates`: the other images of the group.
   */
  copies?: string[];
  /**
   * How far it is from the others, or from the good ones. Of `outliers` and `unusual`.
   */
  distance?: number;
  /**
   * Of `wrong`: its class.
   */
  tag?: string;
  /**
   * Of `wrong`: the class that the others speak for.
   */
  instead?: string;
  /**
   * Of `wrong`: how likely that one is.
   */
  share?: number;
}
export interface ImageHealthAnswer {
  status: 'ok';
  version: string;
}
export interface ImageHealthzAnswer {
  status: 'ok';
  version: string;
}
export interface DeleteImageAnswer {
  error: false;
  status: 'success';
}
export interface DetectObjectsAnswer {
  result: Detection[];
}
export interface Detection {
  /**
   * x and y of the top-left corner, width and height, normalized 0-1.
   *
   * @minItems 4
   * @maxItems 4
   */
  bbox: [number, number, number, number];
  class: string;
  score: number;
}
export interface ReadBase64Answer {
  /**
   * Data URI.
   */
  result: string;
}
export interface PutMaskAnswer {
  error: false;
  status: 'success';
  /**
   * `gs://` uri of the mask.
   */
  uri: string;
}
export interface DeleteMaskAnswer {
  error: false;
  status: 'success';
}
export interface GitHealthAnswer {
  status: 'ok';
  version: string;
}
export interface GitHealthzAnswer {
  status: 'ok';
  version: string;
}
export interface GitProjectInfoAnswer {
  success: true;
  operation: 'project-info';
  projectName: string;
  /**
   * Null when HEAD is detached.
   */
  currentBranch: string | null;
  /**
   * The branch of HEAD; if HEAD is detached, the last one.
   */
  lastKnownBranch: string | null;
  head: string | null;
  isDetachedHead: boolean;
  /**
   * The remote branch that the current branch tracks.
   */
  tracking: string | null;
  hasTracking: boolean;
  ahead: number;
  behind: number;
  remotes: {
    name: string;
    refs: {
      fetch: string;
      push: string;
    };
  }[];
  user:
    | {
        name: string;
        email: string;
      }
    | {
        name: null;
        email: null;
      };
  state: 'clean' | 'merging';
  conflicted: string[];
}
export interface GitStatusAnswer {
  success: true;
  operation: 'status';
  status: {
    current: string | null;
    tracking: string | null;
    ahead: number;
    behind: number;
    detached: boolean;
    files: {
      path: string;
      /**
       * What is staged: ` `, `A`, `M`, `T`, `D`, `R`; `U`, `A`, `D` in a conflict; `?` untracked.
       */
      index: string;
      /**
       * What is not staged: the same letters.
       */
      working_dir: string;
    }[];
    staged: string[];
    modified: string[];
    created: string[];
    deleted: string[];
    renamed: {
      from: string;
      to: string;
    }[];
    conflicted: string[];
    not_added: string[];
  };
}
export interface GitBranchesAnswer {
  success: true;
  operation: 'branches';
  current: string | null;
  all: string[];
  branches: {
    [k: string]: GitBranch;
  };
}
export interface GitBranch {
  current: boolean;
  /**
   * Full hash.
   */
  commit: string;
  /**
   * First line of the commit's message.
   */
  label: string;
  /**
   * Exists only on a remote; its name is then like `origin/name`.
   */
  remote: boolean;
  tracking: string | null;
  /**
   * The branch that it tracks no longer exists.
   */
  gone: boolean;
  ahead: number;
  behind: number;
}
export interface GitLogRequest {
  /**
   * Maximum number of commits per page.
   */
  maxCount?: number;
  /**
   * Hash of the last commit of the previous page: the list continues after it.
   */
  before?: string;
  /**
   * List only commits of this ref and of HEAD. Default: all branches.
   */
  ref?: string;
}
export interface GitLogAnswer {
  success: true;
  operation: 'log';
  /**
   * Number of commits on all pages.
   */
  total: number;
  hasMore: boolean;
  commits: GitCommit[];
}
export interface GitCommit {
  /**
   * Full hash.
   */
  hash: string;
  /**
   * Items: Full hash.
   */
  parents: string[];
  author: string;
  email: string;
  /**
   * Author date, ISO 8601.
   */
  date: string;
  message: string;
  /**
   * A remote branch contains it.
   */
  pushed: boolean;
  isHead: boolean;
  /**
   * Local and remote branches whose tip it is.
   */
  branches: string[];
  lane: number;
  /**
   * Lines of the graph from this row to the next row.
   */
  edges: {
    from: number;
    to: number;
    /**
     * Full hash.
     */
    hash: string;
  }[];
}
export interface GitShowRequest {
  /**
   * Hash (or its first characters), `HEAD`, branch, remote branch or tag; `~2` or `^1` may follow.
   */
  commitRef: string;
}
export interface GitShowAnswer {
  success: true;
  operation: 'show';
  commit: {
    /**
     * Full hash.
     */
    hash: string;
    /**
     * Items: Full hash.
     */
    parents: string[];
    author: GitSignature;
    committer: GitSignature;
    message: string;
  };
  files: GitFileDiff[];
}
export interface GitSignature {
  name: string;
  email: string;
  /**
   * ISO 8601.
   */
  date: string;
}
export interface GitFileDiff {
  path: string;
  oldPath?: string;
  status: 'A' | 'M' | 'T' | 'D' | 'R';
  oldMode: string | null;
  newMode: string | null;
  binary: boolean;
  insertions: number;
  deletions: number;
  hunks: {
    oldStart: number;
    oldLines: number;
    newStart: number;
    newLines: number;
    /**
     * Each starts with ` `, `-` or `+` and has no line feed.
     */
    lines: string[];
  }[];
  flows?: GitFlowDiff;
}
export interface GitFlowDiff {
  tabs: {
    /**
     * The tab's id; `global` for configuration nodes.
     */
    id: string;
    label: string;
    status: 'added' | 'removed' | 'changed';
    added: {
      id: string;
      type: string;
      name: string;
    }[];
    removed: {
      id: string;
      type: string;
      name: string;
    }[];
    changed: {
      id: string;
      type: string;
      name: string;
      properties: string[];
      changes: {
        property: string;
        before: string | null;
        after: string | null;
      }[];
    }[];
  }[];
  /**
   * The file was rewritten, but no node differs.
   */
  layoutOnly: boolean;
}
export interface GitDiffRequest {
  /**
   * Path of a file or folder, relative to the project, with `/`.
   */
  path?: string;
  /**
   * True: differences between HEAD and the index; false: between the index and the working tree.
   */
  staged?: boolean;
  /**
   * Commit to compare from; `HEAD` if only `to` is given.
   */
  from?: string;
  /**
   * Commit to compare to; `HEAD` if only `from` is given.
   */
  to?: string;
}
export interface GitDiffAnswer {
  success: true;
  operation: 'diff';
  files: GitFileDiff[];
}
export interface GitValidateCheckoutRequest {
  /**
   * Hash (or its first characters), `HEAD`, branch, remote branch or tag; `~2` or `^1` may follow.
   */
  targetRef: string;
}
export interface GitValidateCheckoutAnswer {
  success: true;
  operation: 'validate-checkout';
  canCheckout: boolean;
  blockers: ('uncommitted_changes' | 'unpushed_commits')[];
  uncommittedCount: number;
  unpushedCount: number;
  currentRef: string | null;
  targetRef: string;
  currentBranch: string | null;
  isDetachedHead: boolean;
}
export interface GitAddRequest {
  /**
   * All changed files.
   */
  stageAll?: boolean;
  /**
   * @minItems 1
   * @maxItems 10000
   *
   * Items: Path of a file or folder, relative to the project, with `/`.
   */
  files?: string[];
}
export interface GitAddAnswer {
  success: true;
  operation: 'add';
  files: string[];
}
export interface GitUnstageRequest {
  /**
   * All staged files.
   */
  unstageAll?: boolean;
  /**
   * @minItems 1
   * @maxItems 10000
   *
   * Items: Path of a file or folder, relative to the project, with `/`.
   */
  files?: string[];
}
export interface GitUnstageAnswer {
  success: true;
  operation: 'unstage';
  files: string[];
}
export interface GitDiscardRequest {
  /**
   * @minItems 1
   * @maxItems 10000
   *
   * Items: Path of a file or folder, relative to the project, with `/`.
   */
  files: string[];
}
export interface GitDiscardAnswer {
  success: true;
  operation: 'discard';
  files: string[];
  /**
   * Why the editor did not reload its flows. The change itself was made.
   */
  reloadError?: string;
}
export interface GitCommitRequest {
  /**
   * The commit message.
   */
  message: string;
}
export interface GitCommitAnswer {
  success: true;
  operation: 'commit';
  /**
   * Full hash.
   */
  commit: string;
  branch: string;
  /**
   * The branch that was created for a detached HEAD.
   */
  createdBranch: string | null;
  summary: {
    changes: number;
    insertions: number;
    deletions: number;
  };
  message: string;
}
export interface GitCheckoutRequest {
  /**
   * Hash (or its first characters), `HEAD`, branch, remote branch or tag; `~2` or `^1` may follow.
   */
  commitRef: string;
}
export interface GitCheckoutAnswer {
  success: true;
  operation: 'checkout';
  ref: string;
  isDetachedHead: boolean;
  /**
   * Why the editor did not reload its flows. The change itself was made.
   */
  reloadError?: string;
}
export interface GitReturnToLatestAnswer {
  success: true;
  operation: 'return-to-latest';
  branch: string;
  /**
   * Why the editor did not reload its flows. The change itself was made.
   */
  reloadError?: string;
}
export interface GitCreateBranchRequest {
  /**
   * Name of a branch, valid for git.
   */
  branch: string;
  /**
   * Hash (or its first characters), `HEAD`, branch, remote branch or tag; `~2` or `^1` may follow.
   */
  commitRef?: string;
}
export interface GitCreateBranchAnswer {
  success: true;
  operation: 'create-branch';
  branch: string;
  /**
   * Full hash.
   */
  commit: string;
}
export interface GitSwitchBranchRequest {
  /**
   * Name of a branch, valid for git.
   */
  branch: string;
}
export interface GitSwitchBranchAnswer {
  success: true;
  operation: 'switch-branch';
  branch: string;
  created: boolean;
  tracking: string | null;
  /**
   * Why the editor did not reload its flows. The change itself was made.
   */
  reloadError?: string;
}
export interface GitDeleteBranchRequest {
  /**
   * Name of a branch, valid for git.
   */
  branch: string;
}
export interface GitDeleteBranchAnswer {
  success: true;
  operation: 'delete-branch';
  branch: string;
  /**
   * The commit to which it pointed.
   */
  commit: string;
  /**
   * Recovery refs that were created.
   */
  kept: string[];
}
export interface GitRenameBranchRequest {
  /**
   * Name of a branch, valid for git.
   */
  branch?: string;
  /**
   * Name of a branch, valid for git.
   */
  newName: string;
}
export interface GitRenameBranchAnswer {
  success: true;
  operation: 'rename-branch';
  branch: string;
  previous: string;
}
export interface GitSetUpstreamRequest {
  /**
   * Name of a branch, valid for git.
   */
  branch?: string;
  upstream: string | null;
}
export interface GitSetUpstreamAnswer {
  success: true;
  operation: 'set-upstream';
  branch: string;
  tracking: string | null;
}
export interface GitResetRequest {
  /**
   * Hash (or its first characters), `HEAD`, branch, remote branch or tag; `~2` or `^1` may follow.
   */
  commitRef: string;
  resetMode?: 'soft' | 'mixed' | 'hard';
}
export interface GitResetAnswer {
  success: true;
  operation: 'reset';
  /**
   * Full hash.
   */
  ref: string;
  resetMode: 'soft' | 'mixed' | 'hard';
  /**
   * The previous commit of HEAD.
   */
  previous: string;
  /**
   * Recovery refs that were created.
   */
  kept: string[];
  /**
   * Why the editor did not reload its flows. The change itself was made.
   */
  reloadError?: string;
}
export interface GitRevertRequest {
  /**
   * Hash (or its first characters), `HEAD`, branch, remote branch or tag; `~2` or `^1` may follow.
   */
  commitRef: string;
}
export interface GitRevertAnswer {
  success: true;
  operation: 'revert';
  /**
   * The new commit.
   */
  commit: string;
  /**
   * Full hash.
   */
  reverted: string;
  /**
   * Paths that changed in the working tree.
   */
  files: string[];
  message: string;
  /**
   * Why the editor did not reload its flows. The change itself was made.
   */
  reloadError?: string;
}
export interface GitFetchRequest {
  /**
   * Name of a configured remote.
   */
  remote?: string;
  /**
   * Removes remote branches that the remote no longer has.
   */
  prune?: boolean;
}
export interface GitFetchAnswer {
  success: true;
  operation: 'fetch';
  remote: string;
  updated: {
    ref: string;
    from: string | null;
    to: string | null;
  }[];
}
export interface GitPullRequest {
  /**
   * Name of a configured remote.
   */
  remote?: string;
  /**
   * Name of a branch, valid for git.
   */
  branch?: string;
  /**
   * For files in conflict: the version to keep, by path.
   */
  resolutions?: {
    [k: string]: 'ours' | 'theirs';
  };
}
export interface GitPullAnswer {
  success: true;
  operation: 'pull';
  result: 'up-to-date' | 'fast-forward' | 'merge';
  from: string | null;
  /**
   * Full hash.
   */
  to: string;
  /**
   * Paths that changed in the working tree.
   */
  files: string[];
  fetched: {
    remote: string;
    updated: {
      ref: string;
      from: string | null;
      to: string | null;
    }[];
  };
  /**
   * Why the editor did not reload its flows. The change itself was made.
   */
  reloadError?: string;
}
export interface GitPushRequest {
  /**
   * Name of a configured remote.
   */
  remote?: string;
  /**
   * Name of a branch, valid for git.
   */
  branch?: string;
}
export interface GitPushAnswer {
  success: true;
  operation: 'push';
  branch: string;
  remote: string;
  remoteBranch: string;
  from: string | null;
  /**
   * Full hash.
   */
  to: string;
  /**
   * True if the upstream was set by this push.
   */
  setUpstream: boolean;
}
export interface GitResolveRequest {
  /**
   * For nodes in conflict: the version to keep, by id.
   */
  choices?: {
    [k: string]: 'ours' | 'theirs';
  };
  /**
   * For files in conflict: the version to keep, by path.
   */
  resolutions?: {
    [k: string]: 'ours' | 'theirs';
  };
}
export interface GitResolveAnswer {
  success: true;
  operation: 'resolve';
  result: 'up-to-date' | 'fast-forward' | 'merge';
  from: string | null;
  /**
   * Full hash.
   */
  to: string;
  /**
   * Paths that changed in the working tree.
   */
  files: string[];
  /**
   * Why the editor did not reload its flows. The change itself was made.
   */
  reloadError?: string;
}
export interface GitAbortMergeAnswer {
  success: true;
  operation: 'abort-merge';
  branch: string | null;
  files: string[];
  /**
   * Why the editor did not reload its flows. The change itself was made.
   */
  reloadError?: string;
}
export interface GitUnlockRequest {
  /**
   * Locks that are younger are kept.
   */
  olderThanSeconds?: number;
}
export interface GitUnlockAnswer {
  success: true;
  operation: 'unlock';
  removed: string[];
  held: {
    lock: string;
    ageSeconds: number;
  }[];
}
