import { tellParts } from './parts.ts';

tellParts('the newest editor', 'node-red', 'newest');
