/** Answers of the routes for tags (Contract 9). */
import * as z from 'zod/mini';
import type { Answers } from '../../common/http/answers.ts';
import { doneSchema, doneWith, ok } from '../../common/http/done-answers.ts';

export const tagAnswers: Answers = {
  makeTag: {
    summary: 'Create a tag',
    success: ok('The tag is created.', doneWith({ id: z.string() })),
    errors: ['bad parameter', 'dataset not found', 'tag exists'],
  },
  changeTag: {
    summary: "Change a tag's name, color, key, order or meaning",
    description: 'Its images do not change.',
    success: ok('The tag is changed.', doneSchema),
    errors: ['bad parameter', 'dataset not found', 'tag not found', 'tag exists'],
  },
  deleteTag: {
    summary: 'Delete a tag, or merge it into another one',
    description:
      'A tag that is in use is only deleted if `into` says what happens to its images and annotations. From then on, frames that name a merged tag get the other one. A large tag takes a while: a call that is interrupted is completed within minutes, or by its next attempt.',
    success: ok('The tag is deleted, and no image has it.', doneSchema),
    errors: ['bad parameter', 'dataset not found', 'tag not found', 'tag in use', 'merges enough'],
  },
};
