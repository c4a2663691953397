import { tellJourney } from './journey.ts';
import { tellOperations } from './operations.ts';
import { tellParts } from './parts.ts';
import { shareEditor } from './shared-editor.ts';

const open = shareEditor('node-red-2');
tellParts('the oldest editor', open, 'oldest');
tellOperations('the oldest editor', open, 'oldest');
tellJourney('Node-RED 2', open, 'two');
