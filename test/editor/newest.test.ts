import { tellJourney } from './journey.ts';
import { tellOperations } from './operations.ts';
import { tellParts } from './parts.ts';
import { shareEditor } from './shared-editor.ts';

const open = shareEditor('node-red');
tellParts('the newest editor', open, 'newest');
tellOperations('the newest editor', open, 'newest');
tellJourney('Node-RED 5', open, 'five');
