import { onRequest } from 'firebase-functions/https';

export const monitor = onRequest((_request, response) => void response.send('ok'));
