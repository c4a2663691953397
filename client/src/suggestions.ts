import type {
  AddVectorsAnswer,
  FindImagesAnswer,
  ListAcceptancesAnswer,
  MakeAcceptanceAnswer,
  MakeSuggestionsAnswer,
  ReviewAcceptanceAnswer,
  ReviewAcceptanceRequest,
  Routes,
  ShowSuggestAnswer,
  UndoAcceptanceAnswer,
} from './api.ts';
import type { Told } from './group.ts';

export type { SimilarImage } from './api.ts';
/** `pending`: images that have not been looked at. */
export type LookedVectors = Told<AddVectorsAnswer>;
/** What suggestions rest on, and how good they would be. */
export type SuggestState = Told<ShowSuggestAnswer>;
/** `run`: number of the run that says which class each image may have. */
export type SuggestedRun = Told<MakeSuggestionsAnswer>;
/** `suggestions`: images that would get their class; `sample`: those of them that a person reviews first. */
export type MadeAcceptance = Told<MakeAcceptanceAnswer>;
/** `revision`: the one that was looked at; `tag`: the class of one that is not correct, if it is known. */
export type ReviewedSample = ReviewAcceptanceRequest['reviewed'];
/** `classes`: what the review has shown of each; `stale`: images that had changed. */
export type AcceptedSuggestions = Told<ReviewAcceptanceAnswer>;
/** What was accepted, newest first. */
export type AcceptedInBulk = Told<ListAcceptancesAnswer>;
/** `changed`: images that somebody has changed since, and that keep their class. */
export type RestoredSuggestions = Told<UndoAcceptanceAnswer>;

type Find = Routes['GET /dataset/{dataset_id}/find']['query'];
/** `duplicates`: groups of near copies; `outliers`: images that look like no other; `wrong`: labels that the others deny; `unusual`: far from the good ones. */
export type FindKind = Find['kind'];
/** `good`: tag of the good ones, of `unusual`; `after`: `next` of the previous page. */
export type FindOptions = Omit<Find, 'kind'>;
export type FoundPage = Told<FindImagesAnswer>;
