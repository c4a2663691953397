import { tellParts } from './parts.ts';

tellParts('the oldest editor', 'node-red-2', 'oldest');
