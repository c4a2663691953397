import { tellJourney } from './journey.ts';

tellJourney('Node-RED 5', 'node-red', 'five');
