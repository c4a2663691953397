import { tellOperations } from './operations.ts';

tellOperations('the newest editor', 'node-red', 'newest');
