import type { CollectionReference, DocumentReference } from 'firebase-admin/firestore';
import { firestore } from '../firebase.ts';

/** Where records are stored: Contract 2. */
export const datasetRef = (id: string): DocumentReference => firestore().collection('dataset').doc(id);
export const tagRef = (dataset: string, id: string): DocumentReference =>
  datasetRef(dataset).collection('tag').doc(id);
export const imageRef = (id: string): DocumentReference => imageCollection().doc(id);
export const imageCollection = (): CollectionReference => firestore().collection('image');
export const monitorRef = (id: string): DocumentReference => firestore().collection('monitor').doc(id);
export const sessionRef = (id: string): DocumentReference => firestore().collection('session').doc(id);
/** Everything stored about a device key. The document id is the key's SHA-256, so one read finds the key's monitor. */
export const deviceKeyRef = (hash: string): DocumentReference => deviceKeyCollection().doc(hash);
export const deviceKeyCollection = (): CollectionReference => firestore().collection('deviceKey');
/** The same about the key of a dataset (Contract 17). */
export const datasetKeyRef = (hash: string): DocumentReference => datasetKeyCollection().doc(hash);
export const datasetKeyCollection = (): CollectionReference => firestore().collection('datasetKey');
/** Parts of a dataset's counters. The dataset and tag documents show their sum. */
export const counterCollection = (dataset: string): CollectionReference =>
  datasetRef(dataset).collection('counter');
/** Groups of a dataset's timeline: what the console knows about its grid before it reads any image. */
export const timelineCollection = (dataset: string): CollectionReference =>
  datasetRef(dataset).collection('timeline');
/** A deleted tag, and the tag that replaces it. */
export const mergeRef = (dataset: string, tag: string): DocumentReference =>
  datasetRef(dataset).collection('merge').doc(tag);
/** Rejected images of a dataset: complete records that are not counted anywhere. */
export const trashCollection = (dataset: string): CollectionReference =>
  datasetRef(dataset).collection('trash');
export const trashRef = (dataset: string, image: string): DocumentReference =>
  trashCollection(dataset).doc(image);
/** Immutable snapshots of a dataset (Contract 11). */
export const versionCollection = (dataset: string): CollectionReference =>
  datasetRef(dataset).collection('version');
export const versionRef = (dataset: string, number: number): DocumentReference =>
  versionCollection(dataset).doc(String(number));
/** What models said about the images of a dataset (Contract 14). */
export const runCollection = (dataset: string): CollectionReference => datasetRef(dataset).collection('run');
export const runRef = (dataset: string, number: number): DocumentReference =>
  runCollection(dataset).doc(String(number));
/** What an open run was told, by image. */
export const predictionCollection = (dataset: string, run: number): CollectionReference =>
  runRef(dataset, run).collection('prediction');
/** Long work (Contract 18). */
export const jobCollection = (dataset: string): CollectionReference => datasetRef(dataset).collection('job');
export const jobRef = (dataset: string, number: number): DocumentReference =>
  jobCollection(dataset).doc(String(number));
/** What has happened in the last seven days (Contract 18). */
export const feedCollection = (dataset: string): CollectionReference =>
  datasetRef(dataset).collection('feed');
/** Suggestions that are accepted in bulk (Contract 15). */
export const acceptanceCollection = (dataset: string): CollectionReference =>
  datasetRef(dataset).collection('acceptance');

export const acceptanceRef = (dataset: string, id: string): DocumentReference =>
  acceptanceCollection(dataset).doc(id);
/** Changes of all images that a filter shows (Contract 9: PATCH images). */
export const selectionRef = (dataset: string, id: string): DocumentReference =>
  datasetRef(dataset).collection('change').doc(id);
/** A reference as this service writes it, and as dashboards do (Contract 2). */
export const spellings = (reference: DocumentReference) => [reference, reference.path] as const;
