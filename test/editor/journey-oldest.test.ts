import { tellJourney } from './journey.ts';

tellJourney('Node-RED 2', 'node-red-2', 'two');
