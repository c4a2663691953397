// Editors before 3.0 call util.log, which Node 23 removed.
import util from 'node:util';

if (!('log' in util)) Object.assign(util, { log: (...words: unknown[]) => console.log(...words) });
