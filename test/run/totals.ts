/** The totals of several runs of jest together: each adds a line to the file in `TEST_TOTALS`. */
import { appendFileSync, readFileSync } from 'node:fs';

/** As jest counts them. */
export interface Totals {
  numTotalTestSuites: number;
  numFailedTestSuites: number;
  numPassedTestSuites: number;
  numTotalTests: number;
  numFailedTests: number;
  numPassedTests: number;
}

export function addTotals(file: string, totals: Totals): void {
  const { numTotalTestSuites, numFailedTestSuites, numPassedTestSuites } = totals;
  const { numTotalTests, numFailedTests, numPassedTests } = totals;
  const suites = { numTotalTestSuites, numFailedTestSuites, numPassedTestSuites };
  appendFileSync(file, `${JSON.stringify({ ...suites, numTotalTests, numFailedTests, numPassedTests })}\n`);
}

/** As jest prints them. */
export function printTotals(): void {
  const { TEST_TOTALS: file } = process.env;
  if (!file) return;
  const runs = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Totals);
  const sum = (of: (totals: Totals) => number) => runs.reduce((all, each) => all + of(each), 0);
  const line = (failed: number, passed: number, total: number) =>
    `${failed > 0 ? `${failed} failed, ` : ''}${passed} passed, ${total} total`;
  const suites = [sum((each) => each.numFailedTestSuites), sum((each) => each.numPassedTestSuites)] as const;
  const tests = [sum((each) => each.numFailedTests), sum((each) => each.numPassedTests)] as const;
  console.log(
    `\nTest Suites: ${line(
      ...suites,
      sum((each) => each.numTotalTestSuites),
    )}`,
  );
  console.log(
    `Tests:       ${line(
      ...tests,
      sum((each) => each.numTotalTests),
    )}`,
  );
}
