/** pycocotools, the reference of COCO's figures, in the Python that has it. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { CaseFigures } from '../../support/evaluated.ts';
import type { EvaluationCase } from '../../support/evaluation-cases.ts';

const PROGRAM = join(import.meta.dirname, 'evaluate.py');

/** `seconds`: of processor time, without reading the case. */
type Answered = CaseFigures & { seconds: number };

export function askReference(python: string, cases: readonly EvaluationCase[]): Answered[] {
  const input = cases.map((each) => `${JSON.stringify(each)}\n`).join('');
  const lines = execFileSync(python, [PROGRAM], { input, encoding: 'utf8', maxBuffer: 1e9 })
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as Answered);
}
