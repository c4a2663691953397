/** Evaluates that many images, of which all but the first are empty, and prints the peak memory of this process in bytes. */
import { DetectionEvaluator } from '../../packages/evaluate/src/detection.ts';
import { peakOf } from '../support/process-cost.ts';

const evaluator = new DetectionEvaluator({ classes: ['a'] });
const box = [0, 0, 10, 10] as const;
evaluator.add({ burst: 0, truth: [{ class: 'a', box }], predictions: [{ class: 'a', box, score: 1 }] });
for (let image = 1; image < Number(process.argv[2]); image++)
  evaluator.add({ burst: image, truth: [], predictions: [] });
evaluator.figures();
console.log(await peakOf(process.pid));
