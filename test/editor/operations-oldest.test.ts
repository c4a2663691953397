import { tellOperations } from './operations.ts';

tellOperations('the oldest editor', 'node-red-2', 'oldest');
