import type { CollectionReference, DocumentReference } from 'firebase-admin/firestore';
import { firestore } from '../firebase.ts';

/** Where records stand: Contract 2. */
export const datasetRef = (id: string): DocumentReference => firestore().collection('dataset').doc(id);
export const tagRef = (dataset: string, id: string): DocumentReference =>
  datasetRef(dataset).collection('tag').doc(id);
export const imageRef = (id: string): DocumentReference => imageCollection().doc(id);
export const imageCollection = (): CollectionReference => firestore().collection('image');
export const monitorRef = (id: string): DocumentReference => firestore().collection('monitor').doc(id);
export const sessionRef = (id: string): DocumentReference => firestore().collection('session').doc(id);
/** Parts of a dataset's counters; their sum is the truth that the dataset and tag documents show. */
export const counterCollection = (dataset: string): CollectionReference =>
  datasetRef(dataset).collection('counter');
