/** Request schemas of the routes for the monitors that a dataset admits (Contract 8). */
import * as z from 'zod/mini';
import { about, id } from '../../common/http/input/fields.ts';
import { limit } from '../schema.ts';

export const admittedPath = z.object({ dataset_id: id('Dataset id'), monitor_id: id('Monitor id') });

export const admittedQuery = z.object({
  limit: limit(100, 'Maximum number of monitors per page.'),
  after: z.optional(z.string()).check(about('`next` of the page before.')),
});
