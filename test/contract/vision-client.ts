import { ImageAnnotatorClient } from '@google-cloud/vision';
import { PassThroughClient } from 'google-auth-library';

/** Google's own client, connected to a local server. */
export const visionClient = (port: number): ImageAnnotatorClient =>
  new ImageAnnotatorClient({
    apiEndpoint: '127.0.0.1',
    port,
    protocol: 'http',
    fallback: true,
    authClient: new PassThroughClient(),
    projectId: 'demo-sightline',
  });
