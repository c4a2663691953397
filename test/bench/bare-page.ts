/**
 * Program: answers each request with a page of images as the `dataset` function does, and does nothing else: no route, no
 * caller, no dataset. Usage: node bare-page.ts PROJECT FIRESTORE LIMIT
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DocumentReference, QueryDocumentSnapshot } from '@google-cloud/firestore';
import { ownerClient } from '../../emulators/stack/owner-client.ts';
import { queryOfPage } from './page-query.ts';

const [projectId, host, limit] = process.argv.slice(2) as [string, string, string];
const query = queryOfPage(ownerClient(projectId, host), Number(limit));

function toListed(document: QueryDocumentSnapshot) {
  const { imageData, dataset: _, tagsContained: __, ...listed } = document.data();
  const thumbnail = `data:image/webp;base64,${(imageData as Buffer).toString('base64')}`;
  return { id: document.id, ...listed, monitor: (listed.monitor as DocumentReference).id, thumbnail };
}

const server = createServer(async (_, response) => {
  const { docs } = await query.get();
  const body = Buffer.from(JSON.stringify({ images: docs.map(toListed), next: null }));
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  response.writeHead(200, headers).end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`port ${(server.address() as AddressInfo).port}`));
